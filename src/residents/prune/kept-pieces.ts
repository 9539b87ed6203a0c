import type { StoredFile } from '../../domain/files.js';
import type { CarriedTest, Primitive } from '../../domain/primitive.js';
import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import { parsePython } from '../../syntax/parse-python.js';
import { leaveBehind, whyLeftBehind, type TestsUnderway } from '../exact/carry/carry-tests.js';
import { testUnits } from '../exact/carry/test-units.js';
import { isPython } from '../exact/sources/sources.js';
import { inGraph, type ComponentCore } from './component-core.js';
import { componentGraph, isOwn } from './component-graph.js';
import { reasonBeyond, suiteOf, testsBeyond, trimSuiteFile } from './prune-suite.js';

/** What of a primitive stays. */
export interface KeptPieces {
  /** Of the implementation. */
  readonly nodes: ReadonlySet<SliceNode>;
  /** Of the suite, trimmed to what the tests that are left use. */
  readonly files: readonly StoredFile[];
  readonly tests: readonly CarriedTest[];
  /** Why the others stay behind, by donor path and unit name. */
  readonly dropped: ReadonlyMap<string, string>;
}

/**
 * Joins what the exports need with the carried tests that need no more, and the imports by which those come to it.
 * `graph` is of the primitive with all its tests. Undefined when it has tests,
 * and none is left that comes to the exports.
 */
export function keptPieces(
  primitive: Primitive,
  graph: DependenceGraph,
  core: ComponentCore,
): KeptPieces | undefined {
  const { files, tests } = primitive.carriedTests;
  if (tests.length === 0) return { nodes: core.nodes, files: [], tests, dropped: new Map() };
  const underway = leaveBehind({ files, dropped: new Map() }, testsBeyond(graph, core));
  const left = withoutEmptied(primitive, underway);
  const kept = left.tests.length === 0 ? undefined : joinedWith(primitive, core, graph, left.files);
  return kept && { ...kept, tests: left.tests, dropped: underway.dropped };
}

/** The tests that are left, and the files without those that hold none of them any more. */
function withoutEmptied(
  { carriedTests }: Primitive,
  underway: TestsUnderway,
): Pick<KeptPieces, 'files' | 'tests'> {
  const units = new Map(carriedTests.files.filter(isPython).map(file => [file.path, readUnits(file)]));
  const tests = carriedTests.tests.filter(
    ({ id, path }) => whyLeftBehind(underway, units.get(path) ?? [], id, path) === undefined,
  );
  const emptied = new Set(carriedTests.tests.map(({ path }) => path));
  for (const { path } of tests) emptied.delete(path);
  return { files: underway.files.filter(({ path }) => !emptied.has(path)), tests };
}

function readUnits(file: StoredFile) {
  return testUnits(parsePython(file.content));
}

function joinedWith(
  primitive: Primitive,
  core: ComponentCore,
  former: DependenceGraph,
  files: readonly StoredFile[],
): Pick<KeptPieces, 'nodes' | 'files'> | undefined {
  const graph = componentGraph(primitive, files);
  const same = (nodes: Iterable<SliceNode>) => new Set([...nodes].map(node => inGraph(graph, node)));
  const here = { ...core, nodes: same(core.nodes), roots: same(core.roots) };
  const trimmed = files.map(file => {
    const before = former.project.at(file.path);
    return (before && trimSuiteFile(graph, here, before, file)) ?? { file, nodes: [] };
  });
  const reached = graph.reach(trimmed.flatMap(({ nodes }) => nodes));
  const isExercised = [...here.roots].some(root => reached.has(root));
  if (!isExercised || reasonBeyond(graph, here, reached) !== undefined) return undefined;
  const nodes = new Set([...here.nodes, ...[...reached].filter(isOwn)]);
  const isRead = resourcesIn(reached);
  const wasRead = resourcesIn(former.reach(suiteOf(former).map(module => former.nodes.whole(module))));
  const left = trimmed.map(({ file }) => file).filter(({ path }) => isRead.has(path) || !wasRead.has(path));
  return { nodes, files: left };
}

/** Paths of what a suite reads besides Python. */
function resourcesIn(nodes: Iterable<SliceNode>): ReadonlySet<string> {
  return new Set([...nodes].flatMap(node => (node.kind === 'resource' && node.isOfSuite ? [node.path] : [])));
}
