import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { ReachingTest } from '../cut/suite.js';
import { linesOf } from './lines-inside.js';
import type { TestIndex } from './test-index.js';

/** So many lines come along for a test's sake at most: the classes that everything in a large package is given, and some more. */
const MOST_SUPPORT_LINES = 15_000;

/**
 * The test for whose sake a boundary around `roots` takes up more; undefined when one `fits` as it is. Where some test was
 * seen in them, those that were run and passed them by do not count while another fits or is near: they may pass whatever
 * the component does.
 */
export function testToFit(
  index: TestIndex,
  tests: readonly ReachingTest[],
  { roots, reached, fits }: FittingGround,
): ReachingTest | undefined {
  const isSeen = tests.some(test => roots.some(root => index.executes(test, root)));
  const good = isSeen ? tests.filter(test => !index.passesBy(test, roots)) : tests;
  if (good.some(fits)) return undefined;
  const nearest = nearestTest(index, good, reached);
  if (nearest !== undefined) return nearest;
  return tests.some(fits) ? undefined : nearestTest(index, tests, reached);
}

/** What tests are to fit. */
export interface FittingGround {
  readonly roots: readonly SliceNode[];
  /** Everything that some nodes need. */
  readonly reached: ReadonlySet<SliceNode>;
  readonly fits: (test: ReachingTest) => boolean;
}

/**
 * The test that needs the fewest lines besides a closure, the first of several; undefined when each needs too many.
 * `reached` is everything that some nodes need, so that no walk goes on from what is in it.
 */
export function nearestTest(
  index: TestIndex,
  tests: readonly ReachingTest[],
  reached: ReadonlySet<SliceNode>,
): ReachingTest | undefined {
  let nearest: ReachingTest | undefined;
  let most = MOST_SUPPORT_LINES;
  for (const test of tests) {
    const frontier = index.frontierOf(test).filter(node => !reached.has(node));
    if (linesOf(frontier) > most) continue;
    const lines = index.linesBeyond(test, reached, most);
    if (lines > most) continue;
    nearest = test;
    // Another one has to be nearer.
    most = lines - 1;
  }
  return nearest;
}
