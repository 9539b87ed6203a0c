import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { ReachingTest } from '../cut/suite.js';
import type { FunctionsSeen, TestIndex } from './test-index.js';

/** What another file of tests costs: each is a process of its own. */
const OTHER_FILE = 0.6;
/** Each further test that is seen in a function says so much of what the one before said. */
const AGAIN = 0.5;
/** What says no more than this is said. */
const LEAST_GAIN = 0.01;

/**
 * Tests by what they were seen in that others were not: each time the one that adds most to those that are taken, for
 * what it goes through besides. What a test adds only gets less as others are taken, so that few are looked at again
 * (Minoux, "Accelerated greedy algorithms for maximizing submodular set functions", 1978).
 */
export class TestsByCover {
  private readonly seen = new Map<ReachingTest, FunctionsSeen>();
  private readonly bounds = new Map<ReachingTest, number>();
  private readonly times = new Map<number, number>();
  private readonly files = new Set<string>();

  constructor(index: TestIndex, tests: readonly ReachingTest[], home: ReadonlySet<SliceNode>) {
    for (const test of tests) {
      const seen = index.functionsIn(test, home);
      if (seen.own.length === 0) continue;
      this.seen.set(test, seen);
      this.bounds.set(test, Infinity);
    }
  }

  /** The test that adds most; undefined when none adds anything worth a run. */
  next(): ReachingTest | undefined {
    for (;;) {
      const [test, bound] = this.largest();
      if (test === undefined || bound < LEAST_GAIN) return undefined;
      const gain = this.gainOf(test);
      this.bounds.set(test, gain);
      if (gain === bound) return test;
    }
  }

  take(test: ReachingTest): void {
    this.bounds.delete(test);
    this.enter(test.test.module.path);
    for (const number of this.seen.get(test)?.own ?? [])
      this.times.set(number, (this.times.get(number) ?? 0) + 1);
  }

  /** From now on the other tests of a file cost no more than themselves. */
  private enter(path: string): void {
    if (this.files.has(path)) return;
    this.files.add(path);
    for (const [test, bound] of this.bounds)
      if (test.test.module.path === path) this.bounds.set(test, bound / OTHER_FILE);
  }

  /** The first of those that may add most. */
  private largest(): readonly [ReachingTest | undefined, number] {
    let largest: ReachingTest | undefined;
    let most = -1;
    for (const [test, bound] of this.bounds)
      if (bound > most) {
        largest = test;
        most = bound;
      }
    return [largest, most];
  }

  private gainOf(test: ReachingTest): number {
    const { own, all } = this.seen.get(test) ?? { own: [], all: 1 };
    const added = own.reduce((sum, number) => sum + AGAIN ** (this.times.get(number) ?? 0), 0);
    const worth = this.files.has(test.test.module.path) ? 1 : OTHER_FILE;
    return (added / Math.sqrt(all)) * worth;
  }
}
