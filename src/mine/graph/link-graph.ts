import type { Entity, EntityGraph } from '../../domain/entity.js';
import {
  ENTITY,
  ENTITY_KINDS,
  relationNumber,
  type ModuleOutline,
} from '../../python/outline/module-outline.js';
import type { Association } from '../association.js';
import { EdgeTable } from './edge-table.js';
import { FixtureFinder } from './fixture-finder.js';
import { ReferenceFinder, type ConfigurationOutline } from './link-resources.js';
import { linkExecuted } from './link-executed.js';
import { linkStructure } from './link-structure.js';
import { linkTests, ModulesByName } from './link-tests.js';
import { UseLinker } from './link-uses.js';
import { NameResolver } from './name-resolver.js';
import { PathFollower } from './path-follower.js';
import { createProgram, type Program } from './program.js';

const RESOURCE = relationNumber('resource');
const CONFIGURES = relationNumber('configures');

/** A tree as its graph is made of it. */
export interface OutlinedTree {
  readonly outlines: readonly ModuleOutline[];
  readonly configurations: readonly ConfigurationOutline[];
  /** Of all files, Python and others. */
  readonly paths: Iterable<string>;
  /** Longest first: see `projectSourceRoots`. */
  readonly sourceRoots: readonly string[];
  /** What its tests entered when they were run; nothing is tied by execution when absent. */
  readonly association?: Association | undefined;
}

/**
 * Links the outlines of a tree's files into its entity graph (Code Primitives, section 3.3, equation 18). A pure
 * function of them, in whatever order they come: made anew after each change from kept outlines, it is the graph from
 * scratch.
 */
export function linkGraph(tree: OutlinedTree): EntityGraph {
  const { outlines, configurations, paths, sourceRoots, association } = tree;
  const allPaths = [...paths];
  const program = createProgram(outlines, sourceRoots);
  const names = new NameResolver(program);
  const follower = new PathFollower(program, names);
  const references = findReferences(program, new ReferenceFinder(program, names, allPaths), configurations);
  const resources = [...new Set(references.map(({ path }) => path))].filter(path => path !== '').sort();
  const entities = [...entitiesOf(program), ...resources.map(resourceEntity)];
  const numbers = new Map(resources.map((path, index) => [path, program.entityCount + index]));
  const edges = new EdgeTable(entities.length);
  for (const { from, to, path, isConfiguration } of references) {
    const resource = numbers.get(path);
    if (resource === undefined) edges.add(from, to, CONFIGURES);
    else if (isConfiguration) edges.add(resource, to, RESOURCE);
    else edges.add(from, resource, RESOURCE);
  }
  const uses = new UseLinker(program, follower, new FixtureFinder(program, names, follower.classes), edges);
  const namesakes = new ModulesByName(program);
  program.files.forEach((file, number) => {
    linkStructure(program, names, edges, number, file);
    uses.link(number, file);
    if (file.isTest) linkTests(program, names, edges, namesakes, number, file);
  });
  if (association !== undefined) linkExecuted(entities, edges, association);
  return { entities, edges: edges.toEdges() };
}

/** Something that names something: an entity another one or a file, or a file an entity. */
interface Reference {
  readonly from: number;
  readonly to: number;
  /** The file of the two, empty when both are entities. */
  readonly path: string;
  readonly isConfiguration: boolean;
}

function findReferences(
  program: Program,
  finder: ReferenceFinder,
  configurations: readonly ConfigurationOutline[],
): readonly Reference[] {
  const found: Reference[] = [];
  program.files.forEach((file, number) => {
    for (const [from, named] of finder.ofStrings(number, file))
      found.push(
        typeof named === 'string'
          ? { from, to: -1, path: named, isConfiguration: false }
          : { from, to: named, path: '', isConfiguration: false },
      );
  });
  for (const { path, dotted } of configurations)
    for (const name of dotted) {
      const to = finder.entityNamed(name, undefined);
      if (to >= 0) found.push({ from: -1, to, path, isConfiguration: true });
    }
  return found;
}

function entitiesOf({ files, modules }: Program): readonly Entity[] {
  const entities: Entity[] = [];
  for (const { outline, module, base, isTest } of files) {
    const { entities: rows, names, path } = outline;
    // Two projects of one tree may have a module of the same name.
    const prefix = (modules.get(module)?.length ?? 0) > 1 ? `${module}@${path}` : module;
    for (let row = 0; row < rows.length; row += ENTITY.width) {
      const qualifiedName = names[rows[row + ENTITY.qualified] as number] ?? '';
      const parent = rows[row + ENTITY.parent] as number;
      entities.push({
        id: parent < 0 ? prefix : `${prefix}:${qualifiedName}`,
        kind: ENTITY_KINDS[rows[row + ENTITY.kind] as number] ?? 'statement',
        module,
        path,
        qualifiedName,
        startLine: rows[row + ENTITY.startLine] as number,
        endLine: rows[row + ENTITY.endLine] as number,
        parent: parent < 0 ? -1 : base + parent,
        inTests: isTest,
      });
    }
  }
  return entities;
}

function resourceEntity(path: string): Entity {
  return {
    id: path,
    kind: 'resource',
    module: '',
    path,
    qualifiedName: path,
    startLine: 1,
    endLine: 1,
    parent: -1,
    inTests: false,
  };
}
