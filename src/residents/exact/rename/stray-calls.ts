import type { SignatureChange } from '../../../python/rewrite-call.js';
import { fieldOf, textOf, type SyntaxNode } from '../../../syntax/parse-python.js';
import type { ModuleIndex } from '../sources/module-index.js';
import type { Resolver } from '../sources/resolver.js';

/**
 * Calls of something unknown, or a `partial` of it, with a keyword that is about to be renamed: where a callable was
 * handed on, each of them may be meant for it.
 */
export function strayCalls(
  resolver: Resolver,
  index: ModuleIndex,
  change: SignatureChange,
  resolved: ReadonlySet<SyntaxNode>,
): readonly SyntaxNode[] {
  const { tree } = index.source;
  const renamed = new Set(change.after.filter(({ from, name }) => from !== name).map(({ from }) => from));
  return index.nodesOf('call').filter(call => {
    const callee = fieldOf(call, 'function');
    if (callee === undefined || resolved.has(call)) return false;
    const meaning = resolver.meaningOf(index, callee);
    const isKnown =
      meaning !== undefined && !(meaning.module === 'functools' && meaning.symbol === 'partial');
    if (isKnown || isBuiltin(index, callee)) return false;
    return (fieldOf(call, 'arguments')?.children ?? []).some(word => {
      const name = word.type === 'keyword_argument' ? fieldOf(word, 'name') : undefined;
      return name !== undefined && renamed.has(textOf(tree, name));
    });
  });
}

function isBuiltin(index: ModuleIndex, callee: SyntaxNode): boolean {
  return callee.type === 'identifier' && index.bindingScope(callee) === undefined;
}
