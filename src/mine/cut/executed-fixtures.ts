import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import { servesExamples, type FixtureIndex } from './fixtures.js';
import type { TestCase } from './test-cases.js';

/**
 * The fixtures that a test was seen to use, whatever it calls them: one that it asks for under a name that it works out
 * (`request.getfixturevalue(name)`) is in no static analysis, and a slice of the test fails without it.
 */
export function executedFixtures(
  graph: DependenceGraph,
  fixtures: FixtureIndex,
  { module }: TestCase,
  executed: ReadonlyMap<SliceNode, unknown> = new Map(),
): readonly SliceNode[] {
  if (executed.size === 0) return [];
  return [...fixtures.visibleFrom(module).values()].flatMap(fixture => {
    const [statement] = fixture.unit.nodes;
    const node = graph.nodes.unit(fixture.module, fixture.unit);
    if (statement === undefined || !executed.has(node)) return [];
    return servesExamples(fixture.module.tree, statement) ? [] : [node];
  });
}
