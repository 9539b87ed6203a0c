import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { ReachingTest } from '../cut/suite.js';
import { linesOf } from './lines-inside.js';
import type { TestIndex } from './test-index.js';

/** A boundary is widened for a test by at most so many lines, or the same share of its own. */
const MOST_WIDENING_LINES = 300;

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
  let most = Math.max(MOST_WIDENING_LINES, linesOf(index.implementationIn(reached)));
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
