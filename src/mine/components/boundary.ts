import { PRESENCE } from '../../python/slicing/name-needs.js';
import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import type { ReachingTest } from '../cut/suite.js';
import { offeredNames } from '../offered-names.js';
import { isImplementation } from '../roles.js';
import type { Capability } from './capabilities.js';
import { mostDirect } from './most-direct.js';
import { nearestTest } from './nearest-test.js';
import type { TestIndex } from './test-index.js';
import { testsInside } from './tests-inside.js';

/** S: what belongs together around some capabilities of one module, by its boundary, before it is cut out. */
export interface Boundary {
  /** What it is named after: the first of the exports. */
  readonly capability: Capability;
  /** What it is drawn around. */
  readonly exports: readonly [Capability, ...Capability[]];
  /** Of the implementation: what stays inside. */
  readonly nodes: ReadonlySet<SliceNode>;
  /** Tests that need nothing of the repository's implementation outside of it. */
  readonly tests: readonly ReachingTest[];
  /** So many nodes were taken in only for a test, since none fits without them; 0 as a rule. */
  readonly widenedBy: number;
}

/** What is asked of a boundary besides its exports. */
export interface BoundaryOptions {
  /** What an earlier validation found missing. */
  readonly added?: Iterable<SliceNode>;
  /** Tests that cannot come along, by id. */
  readonly refused?: ReadonlySet<string>;
}

/**
 * The boundary around capabilities of one module: everything they need of their repository (their executable closure;
 * Code Primitives, section 3.3), the names by which their tests import them, and, when no test fits, what the nearest
 * one needs too.
 */
export function boundaryAround(
  graph: DependenceGraph,
  index: TestIndex,
  exports: readonly [Capability, ...Capability[]],
  options: BoundaryOptions = {},
): Boundary {
  const roots = exports.map(one => rootOf(graph, one));
  const named = exports.flatMap(({ module, name }) => graph.names.ofName(module, name, PRESENCE));
  const reached = index.closures.closure([...named, ...roots, ...(options.added ?? [])]);
  const closure = new Set([...reached].filter(isImplementation));
  const candidates = (node: SliceNode) =>
    index.reaching(node).filter(({ test }) => options.refused?.has(test.id) !== true);
  const own = [...new Set(roots.flatMap(candidates))];
  const nearest = own.some(test => fits(index, test, closure)) ? undefined : nearestTest(index, own, reached);
  const nodes = nearest === undefined ? closure : new Set([...closure, ...index.needsOf(nearest)]);
  const [{ module }] = exports;
  const offered = [...nodes].filter(node => isOffered(node, module));
  const all = new Set(offered.flatMap(candidates));
  const fitting = new Set(
    mostDirect(
      index,
      [...all].filter(test => fits(index, test, nodes)),
      roots,
    ),
  );
  const isWelcome = (test: ReachingTest) =>
    options.refused?.has(test.test.id) !== true && fits(index, test, nodes);
  for (const test of testsInside(index, nodes, fitting, isWelcome)) fitting.add(test);
  // In the order of the suite, whatever node led to them.
  const tests = index.tests.filter(test => fitting.has(test));
  const widenedBy = nodes.size - closure.size;
  return { capability: exports[0], exports, nodes: withWays(index, nodes, tests), tests, widenedBy };
}

/** The statement that defines a capability. */
export function rootOf(graph: DependenceGraph, { module, unit }: Capability): SliceNode {
  return graph.nodes.unit(module, unit);
}

/** The nodes with the imports by which the tests come to them. */
function withWays(
  index: TestIndex,
  nodes: ReadonlySet<SliceNode>,
  tests: readonly ReachingTest[],
): ReadonlySet<SliceNode> {
  const all = new Set(nodes);
  for (const way of index.waysOf(tests)) all.add(way);
  return all;
}

/** Whether a node binds a name that the component offers besides its capabilities. */
function isOffered(node: SliceNode, home: SourceModule): boolean {
  return node.kind === 'unit' && node.module === home && offeredNames(home, node.unit).length > 0;
}

/**
 * A test fits when all it needs besides are the imports by which it reaches what is inside. What it takes up first is
 * enough to know: a closure holds whatever its nodes need.
 */
function fits(index: TestIndex, test: ReachingTest, closure: ReadonlySet<SliceNode>): boolean {
  return index.frontierOf(test).every(node => closure.has(node));
}
