import { mostTelling } from '../../../src/mine/components/most-telling.js';
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
  const tests = frontiers.map(() => ({ test: { module: { path: 'test_it.py' } } }) as ReachingTest);
  const byTest = new Map(tests.map((test, index) => [test, frontiers[index] ?? []]));
  const index = {
    frontierOf: (test: ReachingTest) => byTest.get(test) ?? [],
    reaches: (test: ReachingTest, root: SliceNode) =>
      byTest.get(test)?.includes(root) === true || root === indirect,
    functionsIn: () => ({ own: [], all: 0 }),
    passesBy: (test: ReachingTest) => passing(tests.indexOf(test)),
  } as unknown as TestIndex;
  return { tests, index };
}

describe('mostTelling', () => {
  it('keeps all tests when they are few', () => {
    const { tests, index } = suite([[a], [b, c], [d]]);
    expect(mostTelling(index, tests, { roots: [a], home: new Set() }, MOST_TESTS)).toEqual(tests);
  });

  it('keeps the tests that take up a root, however late they stand, and no more than the bound', () => {
    const { tests, index } = suite([...Array<SliceNode[]>(MOST_TESTS + 50).fill([b]), [a, b, c]]);
    const chosen = mostTelling(index, tests, { roots: [a], home: new Set() }, MOST_TESTS);
    expect(chosen).toHaveLength(MOST_TESTS);
    expect(chosen[0]).toBe(tests.at(-1));
  });

  it('gives each root its turn, so that none loses all of its tests to another', () => {
    const { tests, index } = suite([...Array<SliceNode[]>(MOST_TESTS + 50).fill([a]), [b]]);
    expect(mostTelling(index, tests, { roots: [a, b], home: new Set() }, MOST_TESTS)).toContain(tests.at(-1));
  });

  it('gives a root that no test takes up itself those that come to it and take up least', () => {
    const { tests, index } = suite([...Array<SliceNode[]>(9).fill([a]), [b, c], [d]], undefined, b);
    const { tests: none, index: alone } = suite([...Array<SliceNode[]>(9).fill([a, c]), [d]], undefined, b);
    expect(mostTelling(index, tests, { roots: [a, b], home: new Set() }, 4)).toContain(tests[9]);
    expect(mostTelling(alone, none, { roots: [a, b], home: new Set() }, 4)).toContain(none.at(-1));
  });

  it('prefers tests that take up less to fill what is left', () => {
    const { tests, index } = suite([...Array<SliceNode[]>(MOST_TESTS).fill([b, c]), [d]]);
    expect(mostTelling(index, tests, { roots: [a], home: new Set() }, MOST_TESTS)).toContain(tests.at(-1));
  });

  it('leaves out first what was run and seen in no root', () => {
    const { tests, index } = suite(Array<SliceNode[]>(MOST_TESTS + 1).fill([a]), place => place === 0);
    expect(mostTelling(index, tests, { roots: [a], home: new Set() }, MOST_TESTS)).toEqual(tests.slice(1));
  });

  it('completes them with tests that were seen where no other was, of few files', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const tests = names.map(
      name => ({ test: { module: { path: `test_${name < 'e' ? 'one' : name}.py` } } }) as ReachingTest,
    );
    const seen = [[1], [1], [2], [3], [2], [4]];
    const index = {
      frontierOf: () => [],
      reaches: (test: ReachingTest) => test === tests[0],
      functionsIn: (test: ReachingTest) => ({ own: seen[tests.indexOf(test)], all: 1 }),
      passesBy: () => false,
    } as unknown as TestIndex;
    const chosen = mostTelling(index, tests, { roots: [a], home: new Set(nodes) }, 4);
    expect(chosen.map(test => names[tests.indexOf(test)])).toEqual(['a', 'c', 'd', 'f']);
  });
});
