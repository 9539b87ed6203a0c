import { PRESENCE } from '../../python/slicing/name-needs.js';
import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import type { ReachingTest } from '../cut/suite.js';
import { offeredNames } from '../offered-names.js';
import { isImplementation } from '../roles.js';
import type { Capability } from './capabilities.js';
import { mostTelling } from './most-telling.js';
import { testToFit } from './nearest-test.js';
import { isWay, type TestIndex } from './test-index.js';
import { FEW_TESTS, testsInside } from './tests-inside.js';

/** S: what belongs together around some capabilities of one module, by its boundary, before it is cut out. */
export interface Boundary {
  /** What it is named after: the first of the exports. */
  readonly capability: Capability;
  /** What it is drawn around. */
  readonly exports: readonly [Capability, ...Capability[]];
  /** Of the implementation: what stays inside. */
  readonly nodes: ReadonlySet<SliceNode>;
  /** Of the implementation: what only tests need; it comes along with them, and is no part of the component. Empty as a rule. */
  readonly support: ReadonlySet<SliceNode>;
  /** Tests that need nothing of the repository's implementation outside of both. */
  readonly tests: readonly ReachingTest[];
  /** Whether others fit as well and stay behind, since there are enough. */
  readonly leavesTests: boolean;
}

/** What is asked of a boundary besides its exports. */
export interface BoundaryOptions {
  /** What an earlier validation found missing. */
  readonly added?: Iterable<SliceNode>;
  /** What further tests need besides. */
  readonly supporting?: Iterable<SliceNode>;
  /** Tests that cannot come along, by id. */
  readonly refused?: ReadonlySet<string>;
  /** So many tests come along; `FEW_TESTS` when absent. */
  readonly mostTests?: number;
}

/**
 * The boundary around capabilities of one module: everything they need of their repository (their executable closure;
 * Code Primitives, section 3.3), and the names by which their tests import them. When no test fits, what the nearest one
 * needs besides supports it.
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
  const nearest = testToFit(index, own, { roots, reached, fits: test => fits(index, test, closure) });
  const supporting = supportIn(index, closure, [
    ...(options.supporting ?? []),
    ...(nearest === undefined ? [] : index.needsOf(nearest)),
  ]);
  const around = supporting.size === 0 ? closure : new Set([...closure, ...supporting]);
  const [{ module }] = exports;
  const offered = [...closure].filter(node => isOffered(node, module));
  const all = [...new Set(offered.flatMap(candidates))].filter(test => fits(index, test, around));
  const most = options.mostTests ?? FEW_TESTS;
  const home = new Set([...closure].filter(node => node.kind === 'unit' && node.module === module));
  const fitting = new Set(mostTelling(index, all, { roots, home }, most));
  const leavesTests = fitting.size < all.length;
  const isWelcome = (test: ReachingTest) =>
    options.refused?.has(test.test.id) !== true && fits(index, test, around);
  for (const test of testsInside(index, closure, fitting, isWelcome, most)) fitting.add(test);
  // In the order of the suite, whatever node led to them.
  const tests = index.tests.filter(test => fitting.has(test));
  const inside = withWays(index, closure, supporting, tests);
  return { capability: exports[0], exports, ...inside, tests, leavesTests };
}

/** The statement that defines a capability. */
export function rootOf(graph: DependenceGraph, { module, unit }: Capability): SliceNode {
  return graph.nodes.unit(module, unit);
}

/** What is needed outside of a closure. */
function supportIn(
  index: TestIndex,
  closure: ReadonlySet<SliceNode>,
  needed: readonly SliceNode[],
): ReadonlySet<SliceNode> {
  if (needed.length === 0) return new Set();
  const all = index.implementationIn(index.closures.closure(needed));
  return new Set(all.filter(node => !closure.has(node)));
}

/** Both with the imports by which the tests come to them; one that leads outside of the component supports it. */
function withWays(
  index: TestIndex,
  closure: ReadonlySet<SliceNode>,
  supporting: ReadonlySet<SliceNode>,
  tests: readonly ReachingTest[],
): Pick<Boundary, 'nodes' | 'support'> {
  const nodes = new Set(closure);
  const support = new Set(supporting);
  for (const way of index.waysOf(tests)) {
    if (nodes.has(way)) continue;
    const isInside =
      supporting.size === 0 ||
      index.implementationIn(index.closures.closure([way])).every(node => isWay(node) || closure.has(node));
    if (isInside) support.delete(way);
    (isInside ? nodes : support).add(way);
  }
  return { nodes, support };
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
