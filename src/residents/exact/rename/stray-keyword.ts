import type { SignatureChange } from '../../../python/rewrite-call.js';
import { fieldOf, textOf, walk, type SyntaxNode } from '../../../syntax/parse-python.js';
import type { ModuleIndex } from '../sources/module-index.js';
import type { Resolver } from '../sources/resolver.js';

/**
 * Whether near a place that hands a callable on, something unknown is called with a keyword that is about to be
 * renamed: it may be that callable. Near means the same test or helper, or anywhere in an implementation file.
 */
export function hasStrayKeyword(
  resolver: Resolver,
  index: ModuleIndex,
  node: SyntaxNode,
  change: SignatureChange,
  resolved: ReadonlySet<SyntaxNode>,
): boolean {
  const { tree, isTest } = index.source;
  const renamed = new Set(change.after.filter(({ from, name }) => from !== name).map(({ from }) => from));
  if (renamed.size === 0) return false;
  return [...walk(isTest ? topLevelAround(index, node) : tree.root)].some(call => {
    const callee = call.type === 'call' ? fieldOf(call, 'function') : undefined;
    if (callee === undefined || resolved.has(call)) return false;
    if (resolver.meaningOf(index, callee) !== undefined) return false;
    return (fieldOf(call, 'arguments')?.children ?? []).some(word => {
      const name = word.type === 'keyword_argument' ? fieldOf(word, 'name') : undefined;
      return name !== undefined && renamed.has(textOf(tree, name));
    });
  });
}

function topLevelAround(index: ModuleIndex, node: SyntaxNode): SyntaxNode {
  let current = node;
  for (let parent = index.parentOf(current); parent; parent = index.parentOf(parent)) {
    if (parent === index.source.tree.root) return current;
    current = parent;
  }
  return current;
}
