import { mostDirect } from '../../../src/mine/components/most-direct.js';
import { MOST_TESTS } from '../../../src/mine/components/tests-inside.js';
import type { TestIndex } from '../../../src/mine/components/test-index.js';
import type { ReachingTest } from '../../../src/mine/cut/suite.js';
import type { SliceNode } from '../../../src/python/slicing/slice-node.js';

const nodes = ['a', 'b', 'c', 'd'].map((path): SliceNode => ({ kind: 'resource', path, isOfSuite: false }));
const [a, b, c, d] = nodes as [SliceNode, SliceNode, SliceNode, SliceNode];

/** Tests by what each takes up first; `passing` are those that were run and seen in no root; all come to `indirect`. */
function suite(
  frontiers: readonly (readonly SliceNode[])[],
  passing: (index: number) => boolean = () => false,
  indirect?: SliceNode,
) {
  const tests = frontiers.map(() => ({}) as ReachingTest);
  const byTest = new Map(tests.map((test, index) => [test, frontiers[index] ?? []]));
  const index = {
    frontierOf: (test: ReachingTest) => byTest.get(test) ?? [],
    reaches: (test: ReachingTest, root: SliceNode) =>
      byTest.get(test)?.includes(root) === true || root === indirect,
    passesBy: (test: ReachingTest) => passing(tests.indexOf(test)),
  } as unknown as TestIndex;
  return { tests, index };
}

describe('mostDirect', () => {
  it('keeps all tests when they are few', () => {
    const { tests, index } = suite([[a], [b, c], [d]]);
    expect(mostDirect(index, tests, [a], MOST_TESTS)).toEqual(tests);
  });

  it('keeps the tests that take up a root, however late they stand, and no more than the bound', () => {
    const { tests, index } = suite([...Array<SliceNode[]>(MOST_TESTS + 50).fill([b]), [a, b, c]]);
    const chosen = mostDirect(index, tests, [a], MOST_TESTS);
    expect(chosen).toHaveLength(MOST_TESTS);
    expect(chosen[0]).toBe(tests.at(-1));
  });

  it('gives each root its turn, so that none loses all of its tests to another', () => {
    const { tests, index } = suite([...Array<SliceNode[]>(MOST_TESTS + 50).fill([a]), [b]]);
    expect(mostDirect(index, tests, [a, b], MOST_TESTS)).toContain(tests.at(-1));
  });

  it('gives a root that no test takes up itself those that come to it and take up least', () => {
    const { tests, index } = suite([...Array<SliceNode[]>(9).fill([a]), [b, c], [d]], undefined, b);
    const { tests: none, index: alone } = suite([...Array<SliceNode[]>(9).fill([a, c]), [d]], undefined, b);
    expect(mostDirect(index, tests, [a, b], 4)).toContain(tests[9]);
    expect(mostDirect(alone, none, [a, b], 4)).toContain(none.at(-1));
  });

  it('prefers tests that take up less to fill what is left', () => {
    const { tests, index } = suite([...Array<SliceNode[]>(MOST_TESTS).fill([b, c]), [d]]);
    expect(mostDirect(index, tests, [a], MOST_TESTS)).toContain(tests.at(-1));
  });

  it('leaves out first what was run and seen in no root', () => {
    const { tests, index } = suite(Array<SliceNode[]>(MOST_TESTS + 1).fill([a]), place => place === 0);
    expect(mostDirect(index, tests, [a], MOST_TESTS)).toEqual(tests.slice(1));
  });
});
