import { toldEffect, type ToldEffect } from '../../python/slicing/effects.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';

/** What the statements among the nodes do besides as their modules are loaded, by path and line. */
export function effectsIn(nodes: Iterable<SliceNode>): readonly ToldEffect[] {
  const effects = [...nodes].flatMap(node =>
    node.kind === 'unit' ? (toldEffect(node.module, node.unit) ?? []) : [],
  );
  return effects.sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}
