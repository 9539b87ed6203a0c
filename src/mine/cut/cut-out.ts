import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import type { ToldEffect } from '../../python/slicing/effects.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import { storeFile, type FileTree, type StoredFile } from '../../domain/files.js';
import type { CarriedTests, SourceRange } from '../../domain/primitive.js';
import { carryTests, type CarriedFile, type LeftOutTest } from './carry-tests.js';
import type { Boundary } from '../components/boundary.js';
import { effectsIn } from './effects-in.js';
import { sliceOf } from './module-slices.js';
import { neededPackages } from './suite-packages.js';
import { suiteSettings } from './suite-settings.js';
import { ownNodesOf, type ReachingTest } from './suite.js';
import { testSupport, type TestSupport } from './test-support.js';

/** A component cut out of its repository: files that run alone, if its boundary is right. */
export interface CutOut {
  readonly boundary: Boundary;
  readonly implementation: readonly StoredFile[];
  readonly ranges: readonly SourceRange[];
  readonly carriedTests: CarriedTests;
  /** The tests in `carriedTests`, with what they need. */
  readonly tests: readonly ReachingTest[];
  readonly leftOut: readonly LeftOutTest[];
  /** What its modules do besides as they are loaded: registrations, settings, what they change of others. */
  readonly effects: readonly ToldEffect[];
}

/** Cuts a component out: sliced modules and resources at their original places, and one file for each suite module. */
export function cutOut(graph: DependenceGraph, files: FileTree, boundary: Boundary): CutOut {
  const slices = modulesOf(boundary.nodes).map(([module, nodes]) => sliceOf(module, nodes));
  const resources = resourcesIn(files, boundary.nodes);
  const suites = groupByFile(boundary.tests).flatMap(
    tests => carryTests(graph, suiteSettings(files), tests) ?? [],
  );
  const carried = suites.filter(({ tests }) => tests.length > 0);
  const support = testSupport(graph.project, files, boundary);
  return {
    boundary,
    implementation: byPath([
      ...slices.map(({ path, text }) => ({ path, encoding: 'utf8' as const, content: text })),
      ...resources,
    ]),
    ranges: slices.flatMap(({ path, ranges }) => ranges.map(range => ({ path, ...range }))),
    carriedTests: {
      tests: carried.flatMap(({ path, tests }) =>
        tests.map(({ test }) => ({ id: test.id, path, name: test.name })),
      ),
      files: [...carriedFiles(graph, files, carried, support), ...support.files],
    },
    tests: carried.flatMap(({ tests }) => tests),
    leftOut: suites.flatMap(({ leftOut }) => leftOut),
    effects: effectsIn(boundary.nodes),
  };
}

/** The files that hold the tests, the packages they must lie in, and what they read. */
function carriedFiles(
  graph: DependenceGraph,
  files: FileTree,
  carried: readonly CarriedFile[],
  support: TestSupport,
): readonly StoredFile[] {
  const tests = carried.map(({ path, text, tests: taken }) => ({
    path,
    encoding: 'utf8' as const,
    content: support.redirected(text, taken),
  }));
  const own = carried.flatMap(({ tests: taken }) => taken.flatMap(ownNodesOf));
  const packages = neededPackages(graph.project, carried).map(path => ({
    path,
    encoding: 'utf8' as const,
    content: '',
  }));
  return [...tests, ...packages, ...resourcesIn(files, own)];
}

/** The files that are not Python, each once, by path. */
function resourcesIn(files: FileTree, nodes: Iterable<SliceNode>): readonly StoredFile[] {
  const found = new Map<string, StoredFile>();
  for (const node of nodes) {
    const bytes = node.kind === 'resource' ? files.get(node.path) : undefined;
    if (node.kind === 'resource' && bytes !== undefined) found.set(node.path, storeFile(node.path, bytes));
  }
  return byPath([...found.values()]);
}

/** The nodes by module, in order of paths. */
function modulesOf(nodes: Iterable<SliceNode>): readonly (readonly [SourceModule, readonly SliceNode[]])[] {
  const groups = new Map<SourceModule, SliceNode[]>();
  for (const node of nodes) {
    if (node.kind === 'resource') continue;
    const group = groups.get(node.module) ?? [];
    group.push(node);
    groups.set(node.module, group);
  }
  return [...groups].sort(([a], [b]) => (a.path < b.path ? -1 : 1));
}

function groupByFile(tests: readonly ReachingTest[]): readonly (readonly ReachingTest[])[] {
  const groups = new Map<string, ReachingTest[]>();
  for (const reaching of tests) {
    const { path } = reaching.test.module;
    const group = groups.get(path) ?? [];
    group.push(reaching);
    groups.set(path, group);
  }
  return [...groups.values()];
}

function byPath(files: readonly StoredFile[]): readonly StoredFile[] {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
