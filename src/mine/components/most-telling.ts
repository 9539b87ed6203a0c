import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { ReachingTest } from '../cut/suite.js';
import type { TestIndex } from './test-index.js';
import { TestsByCover } from './tests-by-cover.js';

/** What tests are chosen for. */
export interface ToldOf {
  /** The statements that define what a component exports. */
  readonly roots: readonly SliceNode[];
  /** All of the component that lies in their module. */
  readonly home: ReadonlySet<SliceNode>;
}

/**
 * Of the tests that fit a component, the `most` that come along: where each function needs its whole package, every test
 * reaches everything. Half are those of each root in turn, that take it up themselves, or else come to it at all. Then
 * come those that were seen in functions of its module where no other was, in the few files that others are in; after
 * them those that take up least, but none that was run and passed the roots by.
 */
export function mostTelling(
  index: TestIndex,
  tests: readonly ReachingTest[],
  { roots, home }: ToldOf,
  most: number,
): readonly ReachingTest[] {
  if (tests.length <= most) return tests;
  const chosen = new Set<ReachingTest>();
  const cover = new TestsByCover(index, tests, home);
  const take = (test: ReachingTest | undefined, bound: number): void => {
    if (test === undefined || chosen.has(test) || chosen.size >= bound) return;
    chosen.add(test);
    cover.take(test);
  };
  const inTurn = roots.map(root => ownTests(index, tests, root));
  const turns = Math.max(0, ...inTurn.map(({ length }) => length));
  for (let turn = 0; turn < turns && chosen.size < most / 2; turn += 1)
    for (const own of inTurn) take(own[turn], Math.ceil(most / 2));
  for (let next = cover.next(); next !== undefined && chosen.size < most; next = cover.next())
    take(next, most);
  const rest = tests.toSorted((a, b) => sizeOf(index, a) - sizeOf(index, b));
  const isSeen = (test: ReachingTest) => !index.passesBy(test, roots);
  for (const test of [...inTurn.flat(), ...rest].filter(isSeen)) take(test, most);
  if (chosen.size === 0) for (const test of rest) take(test, most);
  return [...chosen];
}

function sizeOf(index: TestIndex, test: ReachingTest): number {
  return index.frontierOf(test).length;
}

function ownTests(
  index: TestIndex,
  tests: readonly ReachingTest[],
  root: SliceNode,
): readonly ReachingTest[] {
  const passesBy = (test: ReachingTest) => Number(index.passesBy(test, [root]));
  const direct = tests.filter(test => index.frontierOf(test).includes(root));
  if (direct.length > 0) return direct.toSorted((a, b) => passesBy(a) - passesBy(b));
  return tests
    .filter(test => index.reaches(test, root))
    .toSorted((a, b) => passesBy(a) - passesBy(b) || sizeOf(index, a) - sizeOf(index, b));
}
