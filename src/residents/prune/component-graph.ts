import { treeOf, type StoredFile } from '../../domain/files.js';
import type { Primitive } from '../../domain/primitive.js';
import type { ImportedName } from '../../python/imports.js';
import { sourceRootOf } from '../../python/module-paths.js';
import type { ProjectModule } from '../../python/project-modules.js';
import { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import { createProject } from '../../python/slicing/project.js';
import { startingWithin } from '../../python/slicing/ranges.js';
import { ResourceIndex } from '../../python/slicing/resources.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import { sourceModule, type SourceModule } from '../../python/slicing/source-module.js';
import { readSources } from '../exact/sources/sources.js';

/** A module of a primitive is one object in every graph that holds it, so that what is kept of it can be compared. */
const known = new WeakMap<ProjectModule, SourceModule>();

/**
 * The statements of a primitive and of these carried tests, and what each needs, by the rules that mining cut the
 * primitive out by (Code Primitives, section 3.3).
 */
export function componentGraph(primitive: Primitive, testFiles: readonly StoredFile[]): DependenceGraph {
  const project = createProject(
    readSources(primitive, testFiles).map(source => {
      const module = known.get(source) ?? sourceModule(source, rootOf(source, primitive));
      known.set(source, module);
      return module;
    }),
  );
  const resources = new ResourceIndex(treeOf([...primitive.implementation, ...testFiles]), project);
  return new DependenceGraph(project, {
    resourcesOf: (module, unit) => resources.resourcesOf(module, unit),
    unnamedNeeds: () => [],
    separableRanges: () => [],
  });
}

/** Whether a piece is the primitive's own, not its tests'. */
export function isOwn(node: SliceNode): boolean {
  return node.kind === 'resource' ? !node.isOfSuite : !node.module.isTest;
}

/** What the code between two offsets of a module needs, with the imports that stand there. */
export function needsBetween(
  graph: DependenceGraph,
  module: SourceModule,
  start: number,
  end: number,
): readonly SliceNode[] {
  return [
    ...graph.needsWithin(module, start, end),
    ...importsBetween(module, start, end).flatMap(clause =>
      graph.names.ofClause(module, clause, clause.local),
    ),
  ];
}

function importsBetween(module: SourceModule, start: number, end: number): readonly ImportedName[] {
  return startingWithin(
    module.units.flatMap(unit => unit.imports.map(clause => ({ start: clause.node.start, clause }))),
    start,
    end,
  ).map(({ clause }) => clause);
}

function rootOf({ path, isTest }: ProjectModule, { sourceRoot }: Primitive): string {
  return isTest ? sourceRootOf(path, [sourceRoot, '']) : sourceRoot;
}
