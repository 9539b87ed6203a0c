import { fieldOf, textOf, type SyntaxNode } from '../../../syntax/parse-python.js';
import type { ModuleIndex } from './module-index.js';
import type { Resolver } from './resolver.js';

/** A string that names one of the primitive's own modules, or something in it: `"a.b"`, `"a.b.name"`. */
export interface DottedString {
  /** Offset of the first character after the quotes. */
  readonly start: number;
  readonly module: string;
  /** What follows the module, e.g. `['name']`. */
  readonly rest: readonly string[];
  /** It is given to a reader of resources. */
  readonly namesResources: boolean;
}

/** Calls that take a package, or its name, and read resources in it. */
export const READS_RESOURCES: ReadonlySet<string> = new Set(
  (
    'get_data files path as_file read_text read_binary open_text open_binary contents is_resource ' +
    'resource_filename resource_string resource_stream'
  ).split(' '),
);

/** Calls that take the name of a module as a string. */
const TAKES_MODULE_NAME = new Set([
  ...READS_RESOURCES,
  ...'import_module __import__ find_spec reload run_module patch setattr delattr'.split(' '),
]);

/**
 * Strings that are dotted names of the primitive's own. A name without a dot is an ordinary word, unless it is the
 * first argument of a call that takes module names.
 */
export function dottedStrings(resolver: Resolver, index: ModuleIndex): readonly DottedString[] {
  const found: DottedString[] = [];
  for (const node of index.nodesOf('string')) {
    const content = plainString(index, node);
    if (content === undefined || !/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(content.text)) continue;
    const parts = content.text.split('.');
    for (let length = parts.length; length > 0; length -= 1) {
      const module = parts.slice(0, length).join('.');
      if (!resolver.isOwn(module)) continue;
      const reader = firstArgumentOf(index, node);
      const namesResources = READS_RESOURCES.has(reader);
      if (length > 1 || TAKES_MODULE_NAME.has(reader))
        found.push({ start: content.start, module, rest: parts.slice(length), namesResources });
      break;
    }
  }
  return found;
}

/** A string literal's text where it stands as it is: one part, no prefix but `u`, no escapes. */
export function plainString(
  index: ModuleIndex,
  node: SyntaxNode,
): { readonly text: string; readonly start: number } | undefined {
  if (node.type !== 'string' || node.children.length !== 3) return undefined;
  const [opening, content] = node.children;
  if (opening === undefined || content?.type !== 'string_content' || content.children.length > 0)
    return undefined;
  const isPlain = /^u?(["']|"""|''')$/i.test(textOf(index.source.tree, opening));
  return isPlain ? { text: textOf(index.source.tree, content), start: content.start } : undefined;
}

/** The last name of what is called: `setattr` in `monkeypatch.setattr(…)`. */
export function calleeName(index: ModuleIndex, call: SyntaxNode): string {
  const callee = fieldOf(call, 'function');
  const name = callee?.type === 'attribute' ? fieldOf(callee, 'attribute') : callee;
  return name === undefined ? '' : textOf(index.source.tree, name);
}

/** The last name of the call whose first argument a node is; empty when it is none's. */
export function firstArgumentOf(index: ModuleIndex, node: SyntaxNode): string {
  const list = index.parentOf(node);
  const call = list && index.parentOf(list);
  const isFirst = list?.type === 'argument_list' && call?.type === 'call' && list.children[0] === node;
  return isFirst ? calleeName(index, call) : '';
}
