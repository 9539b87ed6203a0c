import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { ReachingTest } from '../cut/suite.js';
import { MOST_TESTS } from './tests-inside.js';
import type { TestIndex } from './test-index.js';

/**
 * Of the tests that fit a component, as many as come along: where each function needs its whole package, every test
 * reaches everything. Those that take up a root themselves come first, each root's in turn, then those that take up
 * least, all in the order given.
 */
export function mostDirect(
  index: TestIndex,
  tests: readonly ReachingTest[],
  roots: readonly SliceNode[],
): readonly ReachingTest[] {
  if (tests.length <= MOST_TESTS) return tests;
  const chosen = new Set<ReachingTest>();
  const direct = roots.map(root => tests.filter(test => index.frontierOf(test).includes(root)));
  const longest = Math.max(0, ...direct.map(({ length }) => length));
  for (let turn = 0; turn < Math.min(longest, MOST_TESTS); turn += 1)
    for (const own of direct) {
      const test = own[turn];
      if (test !== undefined && chosen.size < MOST_TESTS) chosen.add(test);
    }
  const rest = tests.filter(test => !chosen.has(test));
  const size = (test: ReachingTest) => index.frontierOf(test).length;
  for (const test of rest.toSorted((a, b) => size(a) - size(b)).slice(0, MOST_TESTS - chosen.size))
    chosen.add(test);
  return [...chosen];
}
