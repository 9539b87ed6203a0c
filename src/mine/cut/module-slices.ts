import { sliceModule, type Slice } from '../../python/slicing/slice.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SourceModule } from '../../python/slicing/source-module.js';

const slices = new WeakMap<SourceModule, Map<string, Slice>>();

/**
 * What is left of a module when these nodes of it are kept. Components of one repository need much the same of each
 * other's modules: one text is held for all that keep the same of a module.
 */
export function sliceOf(module: SourceModule, nodes: readonly SliceNode[]): Slice {
  const known = slices.get(module) ?? new Map<string, Slice>();
  slices.set(module, known);
  const key = nodes.map(placeOf).sort().join(' ');
  const slice = known.get(key) ?? sliceModule(module, nodes);
  known.set(key, slice);
  return slice;
}

function placeOf(node: SliceNode): string {
  if (node.kind === 'unit') return String(node.unit.start);
  return node.kind === 'import' ? `${node.unit.start}:${node.clause.node.start}:${node.name}` : node.kind;
}
