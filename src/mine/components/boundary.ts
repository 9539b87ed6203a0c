import { PRESENCE } from '../../python/slicing/name-needs.js';
import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import type { ReachingTest } from '../cut/suite.js';
import { offeredNames } from '../offered-names.js';
import { isImplementation } from '../roles.js';
import type { Capability } from './capabilities.js';
import { isWay, type TestIndex } from './test-index.js';
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

/** A boundary is widened for a test by at most so many lines, or the same share of its own. */
const MOST_WIDENING_LINES = 300;

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
  const nearest = own.some(test => fits(index, test, closure)) ? undefined : nearestTest(index, own, closure);
  const nodes = nearest === undefined ? closure : new Set([...closure, ...index.needsOf(nearest)]);
  const [{ module }] = exports;
  const offered = [...nodes].filter(node => isOffered(node, module));
  const fitting = new Set(offered.flatMap(candidates).filter(test => fits(index, test, nodes)));
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

/** So many lines of Python lie inside. */
export function linesOf(nodes: Iterable<SliceNode>): number {
  let lines = 0;
  for (const node of nodes) {
    if (node.kind === 'whole') lines += node.module.tree.root.endLine;
    if (node.kind === 'unit')
      lines += (node.unit.nodes.at(-1)?.endLine ?? 0) - (node.unit.nodes[0]?.startLine ?? 0) + 1;
  }
  return lines;
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

function nearestTest(
  index: TestIndex,
  tests: readonly ReachingTest[],
  closure: ReadonlySet<SliceNode>,
): ReachingTest | undefined {
  const limit = Math.max(MOST_WIDENING_LINES, linesOf(closure));
  let nearest: { readonly test: ReachingTest; readonly lines: number } | undefined;
  for (const test of tests) {
    const frontier = index.frontierOf(test).filter(node => !closure.has(node));
    if (linesOf(frontier) > limit) continue;
    const lines = linesOf(index.needsOf(test).filter(node => !closure.has(node) && !isWay(node)));
    if (lines <= limit && (nearest === undefined || lines < nearest.lines)) nearest = { test, lines };
  }
  return nearest?.test;
}
