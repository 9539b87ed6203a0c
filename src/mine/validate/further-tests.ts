import type { SliceNode } from '../../python/slicing/slice-node.js';
import { rootOf } from '../components/boundary.js';
import { nearestTest } from '../components/nearest-test.js';
import type { Draft } from '../draft.js';
import type { Survey } from '../survey.js';

/**
 * What the nearest test that does not fit into a component needs of the implementation besides: taken in, the test
 * comes along, and with it all others that need no more. Empty when every test is there, cannot leave the repository,
 * or needs too much.
 */
export function neededForFurtherTests(
  { graph, tests, unrunnable }: Survey,
  { cut, lessons }: Draft,
): readonly SliceNode[] {
  const { boundary } = cut;
  const inside = new Set(boundary.tests);
  const outside = boundary.exports
    .flatMap(one => tests.reaching(rootOf(graph, one)))
    .filter(test => !inside.has(test) && !unrunnable.has(test.test.id) && !lessons.refused.has(test.test.id));
  const reached = tests.closures.closure([...boundary.nodes, ...boundary.support]);
  const nearest = nearestTest(tests, [...new Set(outside)], reached);
  if (nearest === undefined) return [];
  return tests.needsOf(nearest).filter(node => !reached.has(node));
}
