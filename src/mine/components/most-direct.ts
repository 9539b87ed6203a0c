import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { ReachingTest } from '../cut/suite.js';
import { MOST_TESTS } from './tests-inside.js';
import type { TestIndex } from './test-index.js';

/**
 * Of the tests that fit a component, as many as come along: where each function needs its whole package, every test
 * reaches everything. Those that take up a root themselves come first, each root's in turn, then those that take up least;
 * in both, those that were run and passed the roots by come last, and all are in the order given.
 */
export function mostDirect(
  index: TestIndex,
  tests: readonly ReachingTest[],
  roots: readonly SliceNode[],
): readonly ReachingTest[] {
  if (tests.length <= MOST_TESTS) return tests;
  const chosen = new Set<ReachingTest>();
  const direct = roots.map(root => seenFirst(index, root, takingUp(index, root, tests)));
  const longest = Math.max(0, ...direct.map(({ length }) => length));
  for (let turn = 0; turn < Math.min(longest, MOST_TESTS); turn += 1)
    for (const own of direct) {
      const test = own[turn];
      if (test !== undefined && chosen.size < MOST_TESTS) chosen.add(test);
    }
  const rest = tests.filter(test => !chosen.has(test));
  const size = (test: ReachingTest) => index.frontierOf(test).length;
  const unseen = (test: ReachingTest) => Number(index.passesBy(test, roots));
  const inOrder = rest.toSorted((a, b) => unseen(a) - unseen(b) || size(a) - size(b));
  for (const test of inOrder.slice(0, MOST_TESTS - chosen.size)) chosen.add(test);
  return [...chosen];
}

function takingUp(
  index: TestIndex,
  root: SliceNode,
  tests: readonly ReachingTest[],
): readonly ReachingTest[] {
  return tests.filter(test => index.frontierOf(test).includes(root));
}

function seenFirst(
  index: TestIndex,
  root: SliceNode,
  tests: readonly ReachingTest[],
): readonly ReachingTest[] {
  return tests.toSorted((a, b) => Number(index.passesBy(a, [root])) - Number(index.passesBy(b, [root])));
}
