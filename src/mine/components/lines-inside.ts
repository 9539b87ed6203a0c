import type { SliceNode } from '../../python/slicing/slice-node.js';

/** So many lines of Python lie inside. */
export function linesOf(nodes: Iterable<SliceNode>): number {
  let lines = 0;
  for (const node of nodes) {
    if (node.kind === 'whole') lines += node.module.tree.root.endLine;
    if (node.kind === 'unit')
      lines += (node.unit.nodes.at(-1)?.endLine ?? 0) - (node.unit.nodes[0]?.startLine ?? 0) + 1;
  }
  return lines;
}
