import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { ReachingTest } from '../cut/suite.js';
import type { TestIndex } from './test-index.js';

/**
 * Of the tests that fit a component, the `most` that come along: where each function needs its whole package, every test
 * reaches everything. Each root has its own in turn, those that take it up themselves, or else come to it at all; after
 * them come those that take up least. Those that were run and passed the roots by come last, and all are in the order
 * given.
 */
export function mostDirect(
  index: TestIndex,
  tests: readonly ReachingTest[],
  roots: readonly SliceNode[],
  most: number,
): readonly ReachingTest[] {
  if (tests.length <= most) return tests;
  const chosen = new Set<ReachingTest>();
  const size = (test: ReachingTest) => index.frontierOf(test).length;
  const ownOf = (root: SliceNode) => {
    const direct = tests.filter(test => index.frontierOf(test).includes(root));
    const own = direct.length > 0 ? direct : tests.filter(test => index.reaches(test, root));
    const passesBy = (test: ReachingTest) => Number(index.passesBy(test, [root]));
    return own.toSorted((a, b) => passesBy(a) - passesBy(b) || (direct.length > 0 ? 0 : size(a) - size(b)));
  };
  const inTurn = roots.map(ownOf);
  const longest = Math.max(0, ...inTurn.map(({ length }) => length));
  for (let turn = 0; turn < Math.min(longest, most); turn += 1)
    for (const own of inTurn) {
      const test = own[turn];
      if (test !== undefined && chosen.size < most) chosen.add(test);
    }
  const rest = tests.filter(test => !chosen.has(test));
  const unseen = (test: ReachingTest) => Number(index.passesBy(test, roots));
  const inOrder = rest.toSorted((a, b) => unseen(a) - unseen(b) || size(a) - size(b));
  for (const test of inOrder.slice(0, most - chosen.size)) chosen.add(test);
  return [...chosen];
}
