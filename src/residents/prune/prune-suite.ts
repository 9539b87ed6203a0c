import type { StoredFile } from '../../domain/files.js';
import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import { sliceModule } from '../../python/slicing/slice.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import type { TestObstacle } from '../exact/carry/carry-tests.js';
import { droppableUnits, type TestUnit } from '../exact/carry/test-units.js';
import type { ComponentCore } from './component-core.js';
import { isOwn, needsBetween } from './component-graph.js';
import { usedUnits, wordsIn } from './used-units.js';

/** What of a suite needs more of its component than stays, with the reason. */
export function testsBeyond(graph: DependenceGraph, core: ComponentCore): readonly TestObstacle[] {
  return suiteOf(graph).flatMap(module => {
    const units = droppableUnits(module.tree);
    const named = units.flatMap((unit): readonly TestObstacle[] => {
      const reason = reasonBeyond(graph, core, needsOfUnit(graph, module, unit, units));
      return reason === undefined ? [] : [{ path: module.path, unit: unit.name, reason }];
    });
    const droppable = new Set(units.map(({ node }) => node));
    const others = module.units
      .filter(({ kind, nodes }) => kind !== 'import' && !nodes.some(node => droppable.has(node)))
      .flatMap((unit): readonly TestObstacle[] => {
        const reason = reasonBeyond(graph, core, needsBetween(graph, module, unit.start, unit.end));
        return reason === undefined ? [] : [{ path: module.path, unit: undefined, reason }];
      });
    return [...named, ...others];
  });
}

/**
 * The other exports that a test needs besides those asked for, of the test that needs fewest; undefined when no test
 * comes to what was asked for.
 */
export function companyOf(graph: DependenceGraph, core: ComponentCore): readonly string[] | undefined {
  const companies = suiteOf(graph).flatMap(module => {
    const units = droppableUnits(module.tree);
    const tests = units.filter(({ name, isClass }) => !isClass && /(^|\.)test/.test(name));
    return tests.flatMap((test): readonly (readonly string[])[] => {
      const reached = graph.reach(needsOfUnit(graph, module, test, units));
      if (![...core.roots].some(root => reached.has(root))) return [];
      const needed = [...core.unwanted].filter(([, nodes]) => [...nodes].some(node => reached.has(node)));
      return [needed.map(([name]) => name)];
    });
  });
  return companies.toSorted((a, b) => a.length - b.length)[0];
}

/** A test file without what its tests no longer use, and what of it is left. */
export interface TrimmedFile {
  readonly file: StoredFile;
  readonly nodes: readonly SliceNode[];
}

/**
 * Takes out of a test file what only tests that stay behind have used: helpers, fixtures, constants and imports.
 * `before` is the file with those tests; `graph` holds it without them.
 */
export function trimSuiteFile(
  graph: DependenceGraph,
  core: ComponentCore,
  before: SourceModule,
  file: StoredFile,
): TrimmedFile | undefined {
  const module = graph.project.at(file.path);
  if (module === undefined) return undefined;
  const used = usedUnits(module);
  const formerly = wordsIn(before, usedUnits(before));
  const words = wordsIn(module, used);
  const isNeeded = (name: string) => words.has(name) || !formerly.has(name);
  const nodes = module.units.flatMap((unit): readonly SliceNode[] => {
    if (unit.kind !== 'import' || unit.imports.length === 0)
      return used.has(unit) || [...unit.binds].every(isNeeded) ? [graph.nodes.unit(module, unit)] : [];
    return unit.imports
      .filter(clause => clause.symbol === '*' || isNeeded(clause.local))
      .filter(clause => {
        const needs = graph.names.ofClause(module, clause, clause.local);
        return clause.symbol === '*' || reasonBeyond(graph, core, needs) === undefined;
      })
      .map(clause => graph.nodes.import(module, unit, clause));
  });
  const parts = module.units.reduce(
    (sum, { kind, imports }) => sum + (kind === 'import' && imports.length > 0 ? imports.length : 1),
    0,
  );
  const content = nodes.length === parts ? file.content : sliceModule(module, nodes).text;
  return { file: { ...file, content }, nodes };
}

/** The modules of the suite, in order of paths. */
export function suiteOf({ project }: DependenceGraph): readonly SourceModule[] {
  return project.modules.filter(({ isTest }) => isTest).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Why what these needs lead to does not stay, as the end of a sentence; undefined when all of it does. */
export function reasonBeyond(
  graph: DependenceGraph,
  core: ComponentCore,
  needs: Iterable<SliceNode>,
): string | undefined {
  const beyond = [...graph.reach(needs)].filter(
    node => (node.kind === 'unit' || node.kind === 'resource') && isOwn(node) && !core.nodes.has(node),
  );
  const [first] = beyond;
  if (first === undefined) return undefined;
  const exported = [...core.unwanted].find(([, nodes]) => beyond.some(node => nodes.has(node)));
  const name = exported?.[0] ?? (first.kind === 'unit' ? [...first.unit.binds][0] : undefined);
  return `it needs ${name === undefined ? 'what' : `\`${name}\`, which`} was not asked for`;
}

/** What a unit needs, its members left out: they are units of their own. */
function needsOfUnit(
  graph: DependenceGraph,
  module: SourceModule,
  { name, node }: TestUnit,
  units: readonly TestUnit[],
): readonly SliceNode[] {
  const members = units.filter(({ owner }) => owner === name).map(member => member.node);
  const starts = [node.start, ...members.map(({ end }) => end)];
  const ends = [...members.map(({ start }) => start), node.end];
  return starts.flatMap((start, index) => needsBetween(graph, module, start, ends[index] ?? node.end));
}
