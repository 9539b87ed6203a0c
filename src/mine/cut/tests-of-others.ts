import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import { replacementsIn } from './replacements.js';
import type { ReachingTest } from './suite.js';

/**
 * Why tests that reach what a component offers say nothing of it, by their ids: what they need of their suite puts
 * something else in its place, and that is what they call.
 */
export function testsOfOthers(
  graph: DependenceGraph,
  offered: readonly SliceNode[],
  reaching: readonly ReachingTest[],
): ReadonlyMap<string, string> {
  const replacements = replacementsIn(graph);
  const made = offered.flatMap(node => replacements.get(node) ?? []);
  if (made.length === 0) return new Map();
  return new Map(
    reaching.flatMap(({ test, needs }) => {
      const one = made.find(({ by }) => needs.has(by));
      if (one?.by.kind !== 'unit') return [];
      const { path } = one.by.module;
      return [
        [test.id, `it tries what ${path} puts in the place of ${one.named}, not the component`] as const,
      ];
    }),
  );
}
