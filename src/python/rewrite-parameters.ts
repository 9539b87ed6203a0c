import type { ParameterKind } from '../domain/signature.js';
import { fieldOf, textOf, type SyntaxNode, type SyntaxTree } from '../syntax/parse-python.js';
import type { ChangedParameter } from './rewrite-call.js';
import type { NestedEdits } from './rewrite-nested.js';

/**
 * Rewrites the parameter list of a definition whose parameters carry their new names already: order, kinds and
 * defaults. Where the list keeps its number of entries they move between its slots, so that layout and comments
 * stay; else it is laid out anew. Adds the edits, or returns in words why not.
 */
export function rewriteParameters(
  tree: SyntaxTree,
  definition: SyntaxNode,
  after: readonly ChangedParameter[],
  hasReceiver: boolean,
  edits: NestedEdits,
): string | undefined {
  const list = fieldOf(definition, 'parameters');
  if (list === undefined) return 'has no parameter list';
  const nodes = new Map(list.children.map(node => [parameterName(tree, node), node]));
  const receiver = hasReceiver ? list.children[0] : undefined;
  const entries: Entry[] = receiver === undefined ? [] : [{ text: textOf(tree, receiver), source: receiver }];
  for (const entry of signatureEntries(after)) {
    if (typeof entry === 'string') {
      entries.push({ text: entry });
      continue;
    }
    const node = nodes.get(entry.name);
    if (node === undefined) return `does not define the parameter \`${entry.name}\``;
    entries.push({ text: parameterText(tree, node, entry, edits), source: node });
  }
  if (entries.length === list.children.length) {
    list.children.forEach((slot, index) => {
      const text = entries[index]?.text ?? '';
      if (text !== textOf(tree, slot)) edits.add({ start: slot.start, end: slot.end, replacement: text });
    });
    return undefined;
  }
  return layOut(tree, list, entries, edits);
}

interface Entry {
  readonly text: string;
  readonly source?: SyntaxNode;
}

/** The parameters with the separators that their kinds ask for (Python reference, section 8.7). */
function signatureEntries(after: readonly ChangedParameter[]): readonly (ChangedParameter | '/' | '*')[] {
  const of = (...kinds: readonly ParameterKind[]) => after.filter(({ kind }) => kinds.includes(kind));
  const positionalOnly = of('positional-only');
  const variadic = of('var-positional');
  const keywordOnly = of('keyword-only');
  return [
    ...positionalOnly,
    ...(positionalOnly.length > 0 ? (['/'] as const) : []),
    ...of('positional-or-keyword'),
    ...variadic,
    ...(variadic.length === 0 && keywordOnly.length > 0 ? (['*'] as const) : []),
    ...keywordOnly,
    ...of('var-keyword'),
  ];
}

function parameterName(tree: SyntaxTree, node: SyntaxNode): string {
  if (node.type === 'identifier') return textOf(tree, node);
  const inner =
    fieldOf(node, 'name') ??
    node.children.find(child => child.type === 'identifier' || child.type.endsWith('_pattern'));
  return inner === undefined ? textOf(tree, node) : parameterName(tree, inner);
}

/** The parameter as it stands, with its new default. */
function parameterText(
  tree: SyntaxTree,
  node: SyntaxNode,
  after: ChangedParameter,
  edits: NestedEdits,
): string {
  const text = edits.take(node);
  const value = fieldOf(node, 'value');
  const former = value === undefined ? undefined : textOf(tree, value);
  if (normalised(former) === normalised(after.defaultValue)) return text;
  const type = fieldOf(node, 'type') ?? node.children.find(child => child.type === 'type');
  const name = value === undefined ? node : (fieldOf(node, 'name') ?? node);
  const bare = tree.text.slice(node.start, (type ?? name).end);
  if (after.defaultValue === undefined) return bare;
  return `${bare}${type === undefined ? '=' : ' = '}${after.defaultValue}`;
}

function normalised(text: string | undefined): string | undefined {
  return text?.replace(/\s+/g, ' ').trim();
}

function layOut(
  tree: SyntaxTree,
  list: SyntaxNode,
  entries: readonly Entry[],
  edits: NestedEdits,
): string | undefined {
  const [first] = list.children;
  const last = list.children.at(-1);
  if (first === undefined || last === undefined) return 'has no parameters to move';
  const gaps = list.children.slice(1).map((node, index) => {
    const previous = list.children[index];
    return tree.text.slice(previous?.end ?? node.start, node.start);
  });
  if (gaps.some(gap => gap.includes('#')))
    return 'has comments between parameters that have to be laid out anew';
  const separator = gaps[0] ?? ', ';
  const text = entries.map(entry => entry.text).join(separator);
  edits.add({ start: first.start, end: last.end, replacement: text });
  return undefined;
}
