import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { ReachingTest } from '../cut/suite.js';
import { definitionIn } from '../roles.js';
import type { TestIndex } from './test-index.js';

/** So many tests come along for each definition inside. */
const TESTS_OF_EACH = 3;
/** So many tests come along with a component: a person who is offered it reads them, and each is run for every change. */
export const FEW_TESTS = 40;
/** And so many where fewer say too little of it. */
export const MOST_TESTS = 200;

/**
 * The tests that come to a component elsewhere than by its exports: a few for each function or class inside that they
 * take up first, so that what lies in other modules of it is held to what it does as well (Code Primitives,
 * section 3.3). `chosen` are those that come along already; with them it stays at `most`.
 */
export function testsInside(
  index: TestIndex,
  nodes: ReadonlySet<SliceNode>,
  chosen: ReadonlySet<ReachingTest>,
  isWelcome: (test: ReachingTest) => boolean,
  most: number,
): ReadonlySet<ReachingTest> {
  const added = new Set<ReachingTest>();
  for (const node of inSourceOrder(nodes)) {
    let own = 0;
    for (const test of index.takingUp(node)) {
      if (own === TESTS_OF_EACH) break;
      if (!chosen.has(test) && !added.has(test)) {
        if (chosen.size + added.size >= most) return added;
        if (!isWelcome(test)) continue;
        added.add(test);
      }
      own += 1;
    }
  }
  return added;
}

/** The functions and classes among nodes, by path and place. */
function inSourceOrder(nodes: ReadonlySet<SliceNode>): readonly SliceNode[] {
  return [...nodes]
    .flatMap(node =>
      node.kind === 'unit' && definitionIn(node.module, node.unit) !== undefined ? [node] : [],
    )
    .sort((a, b) =>
      a.module === b.module ? a.unit.start - b.unit.start : a.module.path < b.module.path ? -1 : 1,
    );
}
