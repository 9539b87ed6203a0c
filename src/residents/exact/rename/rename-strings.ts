import type { Edit } from '../../../python/edits.js';
import { fieldOf, textOf, walk, type SyntaxNode } from '../../../syntax/parse-python.js';
import { calleeName, dottedStrings, plainString } from '../sources/dotted-strings.js';
import type { ModuleIndex } from '../sources/module-index.js';
import type { Resolver } from '../sources/resolver.js';
import { nameKey, type RenamedNames } from './renamed-names.js';

const REFLECTIVE = new Set(['getattr', 'setattr', 'hasattr', 'delattr', 'object']);

/**
 * Renames symbols in the strings that name them: in `__all__`, after their module (`"pkg.module.name"`), and
 * beside it (`getattr(module, "name")`, `patch.object(module, "name")`).
 */
export function renameInStrings(
  resolver: Resolver,
  index: ModuleIndex,
  names: RenamedNames,
): readonly Edit[] {
  const edits: Edit[] = [];
  const rename = (text: string, start: number, module: string) => {
    const replacement = names.get(nameKey(module, text));
    if (replacement !== undefined) edits.push({ start, end: start + text.length, replacement });
  };
  for (const node of index.nodesOf('assignment', 'augmented_assignment', 'call')) {
    for (const literal of publicNames(index, node)) {
      const content = plainString(index, literal);
      if (content !== undefined) rename(content.text, content.start, index.source.module);
    }
    const reflected = reflectedName(resolver, index, node);
    if (reflected !== undefined) rename(reflected.text, reflected.start, reflected.module);
  }
  for (const { start, module, rest } of dottedStrings(resolver, index)) {
    if (rest[0] !== undefined) rename(rest[0], start + module.length + 1, module);
  }
  return edits;
}

/** Strings of `__all__ = […]`, `__all__ += […]`, `__all__.extend([…])`. */
function publicNames(index: ModuleIndex, node: SyntaxNode): readonly SyntaxNode[] {
  const isAssigned = node.type === 'assignment' || node.type === 'augmented_assignment';
  const owner = fieldOf(node, isAssigned ? 'left' : 'function');
  const value = fieldOf(node, isAssigned ? 'right' : 'arguments');
  if ((!isAssigned && node.type !== 'call') || owner === undefined || value === undefined) return [];
  if (!/^__all__(\.(append|extend))?$/.test(textOf(index.source.tree, owner))) return [];
  return [...walk(value)].filter(inner => inner.type === 'string');
}

function reflectedName(
  resolver: Resolver,
  index: ModuleIndex,
  node: SyntaxNode,
): { readonly text: string; readonly start: number; readonly module: string } | undefined {
  if (node.type !== 'call' || !REFLECTIVE.has(calleeName(index, node))) return undefined;
  const [owner, literal] = fieldOf(node, 'arguments')?.children ?? [];
  const meaning = owner && resolver.meaningOf(index, owner);
  if (meaning === undefined || meaning.symbol !== undefined || literal === undefined) return undefined;
  const content = plainString(index, literal);
  return content && { ...content, module: meaning.module };
}
