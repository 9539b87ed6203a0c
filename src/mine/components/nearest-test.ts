import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { ReachingTest } from '../cut/suite.js';
import { linesOf } from './lines-inside.js';
import type { TestIndex } from './test-index.js';

/** So many lines come along for a test's sake at most: the classes that everything in a large package is given, and some more. */
const MOST_SUPPORT_LINES = 15_000;

/**
 * The test for whose sake a boundary around `roots` takes up more; undefined when one `fits` as it is. Of tests that only
 * name what they are for and tests that were seen in it, those that were seen decide while one of them fits or is near:
 * the others may pass whatever it does.
 */
export function testToFit(
  index: TestIndex,
  tests: readonly ReachingTest[],
  { roots, reached, fits }: FittingGround,
): ReachingTest | undefined {
  const seen = tests.filter(test => roots.some(root => index.executes(test, root)));
  if (seen.some(fits)) return undefined;
  const nearest = nearestTest(index, seen, reached);
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
