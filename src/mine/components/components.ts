import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import { PRESENCE } from '../../python/slicing/name-needs.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import type { Unit } from '../../python/slicing/units.js';
import { definitionIn, isPublic, offersCapabilities } from '../roles.js';
import type { ReachingTest } from '../cut/suite.js';

/** A public function or class that a component is built around. */
export interface Capability {
  readonly name: string;
  readonly module: SourceModule;
  readonly unit: Unit;
}

/** S: what belongs together around one capability, by its boundary, before it is cut out. */
export interface Boundary {
  readonly capability: Capability;
  /** Of the implementation: what stays inside. */
  readonly nodes: ReadonlySet<SliceNode>;
  /** Tests that need nothing of the repository's implementation outside of it. */
  readonly tests: readonly ReachingTest[];
  /** So many nodes were taken in only for a test, since none fits without them; 0 as a rule. */
  readonly widenedBy: number;
}

/** A boundary is widened for a test by at most so many lines, or the same share of its own. */
const MOST_WIDENING_LINES = 300;

/** The tests by what they need of the implementation. */
export class TestIndex {
  private readonly needs = new Map<ReachingTest, readonly SliceNode[]>();
  private readonly byNode = new Map<SliceNode, ReachingTest[]>();

  constructor(readonly tests: readonly ReachingTest[]) {
    for (const test of tests) {
      const needs = [...test.needs].filter(isImplementation);
      this.needs.set(test, needs);
      for (const node of needs) {
        const reaching = this.byNode.get(node);
        if (reaching === undefined) this.byNode.set(node, [test]);
        else reaching.push(test);
      }
    }
  }

  reaching(node: SliceNode): readonly ReachingTest[] {
    return this.byNode.get(node) ?? [];
  }

  /** What a test needs of the implementation. */
  needsOf(test: ReachingTest): readonly SliceNode[] {
    return this.needs.get(test) ?? [];
  }
}

/**
 * The capabilities of a repository: public functions and classes of modules that are no tests, and private modules'
 * ones that a public package offers under a public name. In order of modules and lines.
 */
export function capabilitiesOf(graph: DependenceGraph): readonly Capability[] {
  const sources = graph.project.modules.filter(offersCapabilities);
  const offered = reexported(graph, sources);
  const capabilities = new Map<string, Capability>();
  for (const module of sources)
    for (const unit of module.units) {
      const name = definitionIn(module, unit)?.name;
      if (name === undefined || name.startsWith('_')) continue;
      if (!isPublic(module.module) && !offered.has(graph.nodes.unit(module, unit))) continue;
      // Of several definitions of one name, such as overloads, the last one counts.
      capabilities.set(`${module.path}:${name}`, { name, module, unit });
    }
  return [...capabilities.values()];
}

/**
 * The boundary around a capability: everything it needs of its repository (its executable closure; Code Primitives,
 * section 3.3), the names by which its tests import it, and, when no test fits, what the nearest one needs too.
 * `added` are nodes that an earlier validation found missing; `refused` are tests that cannot come along.
 */
export function boundaryAround(
  graph: DependenceGraph,
  index: TestIndex,
  capability: Capability,
  options: { readonly added?: Iterable<SliceNode>; readonly refused?: ReadonlySet<string> } = {},
): Boundary {
  const root = graph.nodes.unit(capability.module, capability.unit);
  const roots = [...graph.names.ofName(capability.module, capability.name, PRESENCE), root];
  const closure = new Set([...graph.reach([...roots, ...(options.added ?? [])])].filter(isImplementation));
  const candidates = (node: SliceNode) =>
    index.reaching(node).filter(({ test }) => options.refused?.has(test.id) !== true);
  const own = candidates(root);
  if (own.some(test => fits(index, test, closure))) return bounded(index, capability, closure, candidates, 0);
  const nearest = nearestTest(index, own, closure);
  const widened = nearest === undefined ? closure : new Set([...closure, ...index.needsOf(nearest)]);
  return bounded(index, capability, widened, candidates, widened.size - closure.size);
}

/** Whether a node is part of what a repository offers, not of its suite. */
export function isImplementation(node: SliceNode): boolean {
  return node.kind === 'resource' || !node.module.isTest;
}

function bounded(
  index: TestIndex,
  capability: Capability,
  closure: ReadonlySet<SliceNode>,
  candidates: (node: SliceNode) => readonly ReachingTest[],
  widenedBy: number,
): Boundary {
  const offered = [...closure].filter(node => isOffered(node, capability.module));
  const reaching = new Set(offered.flatMap(candidates));
  const fitting = new Set([...reaching].filter(test => fits(index, test, closure)));
  const nodes = new Set(closure);
  for (const test of fitting) for (const node of index.needsOf(test)) nodes.add(node);
  // In the order of the suite, whatever node led to them.
  return { capability, nodes, tests: index.tests.filter(test => fitting.has(test)), widenedBy };
}

/** Whether a node is a function or class that the component offers besides its capability. */
function isOffered(node: SliceNode, home: SourceModule): boolean {
  if (node.kind !== 'unit' || node.module !== home) return false;
  const name = definitionIn(node.module, node.unit)?.name;
  return name !== undefined && !name.startsWith('_');
}

/** A test fits when all it needs besides are the imports by which it reaches what is inside. */
function fits(index: TestIndex, test: ReachingTest, closure: ReadonlySet<SliceNode>): boolean {
  return index
    .needsOf(test)
    .every(node => closure.has(node) || node.kind === 'import' || node.kind === 'module');
}

function nearestTest(
  index: TestIndex,
  tests: readonly ReachingTest[],
  closure: ReadonlySet<SliceNode>,
): ReachingTest | undefined {
  const limit = Math.max(MOST_WIDENING_LINES, linesOf(closure));
  let nearest: { readonly test: ReachingTest; readonly lines: number } | undefined;
  for (const test of tests) {
    const lines = linesOf(index.needsOf(test).filter(node => !closure.has(node)));
    if (lines <= limit && (nearest === undefined || lines < nearest.lines)) nearest = { test, lines };
  }
  return nearest?.test;
}

function linesOf(nodes: Iterable<SliceNode>): number {
  let lines = 0;
  for (const node of nodes) {
    if (node.kind === 'whole') lines += node.module.tree.root.endLine;
    if (node.kind === 'unit')
      lines += (node.unit.nodes.at(-1)?.endLine ?? 0) - (node.unit.nodes[0]?.startLine ?? 0) + 1;
  }
  return lines;
}

/** Definitions of private modules that a public package imports under a public name. */
function reexported(graph: DependenceGraph, sources: readonly SourceModule[]): ReadonlySet<SliceNode> {
  const offered = sources
    .filter(({ module, isPackage }) => isPackage && isPublic(module))
    .flatMap(module =>
      module.units
        .filter(({ kind }) => kind === 'import')
        .flatMap(({ imports }) => imports)
        .flatMap(({ local }) => (local === '*' ? graph.project.starNames(module) : [local]))
        .filter(name => !name.startsWith('_'))
        .flatMap(name => graph.names.ofName(module, name, PRESENCE)),
    );
  return new Set(offered);
}
