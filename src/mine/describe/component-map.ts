import type { MappedComponent } from '../../domain/mined.js';
import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import { isImplementation } from '../roles.js';
import type { Capability } from '../components/capabilities.js';
import { nameOf } from './interface.js';

/** A helper that leads further than this is no link that a picture should show. */
const MOST_HELPERS = 60;

/**
 * Every capability of a repository with its lines and what it uses: other capabilities that its definition names,
 * itself or by helpers that offer nothing themselves. In order of modules and lines.
 */
export function componentMap(
  repository: string,
  graph: DependenceGraph,
  capabilities: readonly Capability[],
): readonly MappedComponent[] {
  const names = new Map(
    capabilities.map(one => [graph.nodes.unit(one.module, one.unit), nameOf(repository, one)] as const),
  );
  return capabilities.map(({ module, unit }) => {
    const node = graph.nodes.unit(module, unit);
    const lines = (unit.nodes.at(-1)?.endLine ?? 0) - (unit.nodes[0]?.startLine ?? 0) + 1;
    return { name: names.get(node) ?? '', module: module.module, lines, uses: usedBy(graph, node, names) };
  });
}

/** Breadth first over what offers nothing, and no further than what does. */
function usedBy(
  graph: DependenceGraph,
  root: SliceNode,
  names: ReadonlyMap<SliceNode, string>,
): readonly string[] {
  const used = new Set<string>();
  const seen = new Set([root]);
  for (const node of seen) {
    for (const need of graph.needsOf(node)) {
      const name = names.get(need);
      if (name !== undefined && need !== root) used.add(name);
      else if (isImplementation(need) && need.kind !== 'resource' && seen.size < MOST_HELPERS) seen.add(need);
    }
  }
  return [...used].sort();
}
