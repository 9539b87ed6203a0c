import { fieldOf, textOf, type SyntaxNode } from '../../../syntax/parse-python.js';
import type { CallSite } from './call-site.js';
import { withoutTypeArguments } from './class-hierarchy.js';
import type { ModuleIndex } from './module-index.js';
import type { Resolver } from './resolver.js';

/** The call that a reference to a callable is called by, if it is. */
export function callOf(
  resolver: Resolver,
  index: ModuleIndex,
  reference: SyntaxNode,
): Omit<CallSite, 'index'> | undefined {
  const node = withArguments(index, reference);
  const holder = index.parentOf(node);
  if (holder === undefined) return undefined;
  if (holder.type === 'call' && fieldOf(holder, 'function') === node)
    return { call: holder, skip: 0, isPartial: false };
  const outer = index.parentOf(holder);
  if (outer?.type !== 'call') return undefined;
  const isFirst = holder.type === 'argument_list' && holder.children[0] === node;
  if (isFirst && isPartialCall(resolver, index, outer)) return { call: outer, skip: 1, isPartial: true };
  const isExplicit = holder.type === 'attribute' && textOf(index.source.tree, holder).endsWith('.__init__');
  return isExplicit ? { call: outer, skip: 1, isPartial: false } : undefined;
}

/** The expression that is the callable: the reference itself, or a `partial` that it is given to. */
export function carrierOf(resolver: Resolver, index: ModuleIndex, reference: SyntaxNode): SyntaxNode {
  const call = callOf(resolver, index, reference);
  return call?.isPartial === true ? call.call : withArguments(index, reference);
}

/** `Cache[str]` for the `Cache` in it. */
function withArguments(index: ModuleIndex, reference: SyntaxNode): SyntaxNode {
  const parent = index.parentOf(reference);
  return parent && withoutTypeArguments(parent) === reference ? parent : reference;
}

function isPartialCall(resolver: Resolver, index: ModuleIndex, call: SyntaxNode): boolean {
  const callee = fieldOf(call, 'function');
  return (
    callee !== undefined &&
    ['partial', 'partialmethod'].some(symbol =>
      resolver.means(index, callee, { module: 'functools', symbol }),
    )
  );
}
