import type { EntityGraph } from '../domain/entity.js';
import type { FileTree } from '../domain/files.js';
import type { RepositorySnapshot } from '../domain/mined.js';
import type { RunServices } from '../harness/remembered-runs.js';
import type { Association } from '../mine/association.js';
import { outsideImports, requirementFor, type Requirements } from '../mine/cut/distributions.js';
import { READING_WORK } from '../mine/graph/reading-work.js';
import { pythonFilesOf, treeGraph } from '../mine/graph/tree-graph.js';
import { KeptRegions, REGIONS_KIND } from '../mine/kept-regions.js';
import { planComponents, type PlannedExports } from '../mine/plans.js';
import type { Survey } from '../mine/survey.js';
import type { FileReader } from '../ports/file-reader.js';
import { remembered } from '../ports/mining-memory.js';
import type { PackageIndex } from '../ports/package-index.js';
import { declaredDistributions } from '../python/declarations/index.js';
import { readOne } from '../python/outline/read-one.js';
import type { Project } from '../python/slicing/project.js';

/** What reading a repository works with; with a memory, it reads only what changed since it last did. */
export interface ReadingServices extends Pick<RunServices, 'memory'> {
  /** Reads files in threads of their own; without one, they are read where mining runs. */
  readonly fileReader?: FileReader;
  readonly packageIndex: PackageIndex;
}

/** The entity graph; of the files, only those that are not remembered are read. */
export async function readGraph(
  { fileReader, memory }: ReadingServices,
  files: FileTree,
  association?: Association,
): Promise<EntityGraph> {
  const { results } = await remembered(memory, pythonFilesOf(files), {
    ...READING_WORK,
    compute: async unread => fileReader?.read(unread) ?? unread.map(readOne),
  });
  return treeGraph(files, results, association).graph;
}

/** The components to draw; package folders in which nothing changed are grouped as they were. */
export async function drawComponents(
  { memory }: Pick<ReadingServices, 'memory'>,
  repository: string,
  graph: EntityGraph,
  surveyed: Survey,
): Promise<readonly PlannedExports[]> {
  const regions = new KeptRegions((await memory?.recall(REGIONS_KIND, [repository]))?.get(repository));
  const plans = planComponents(graph, surveyed, regions);
  if (regions.isChanged) await memory?.keep(REGIONS_KIND, new Map([[repository, regions.encode()]]));
  return plans;
}

/** The requirement for each module of others that a repository imports, as it declares it; undefined where it does not. */
export async function readRequirements(
  packageIndex: PackageIndex,
  { files }: RepositorySnapshot,
  project: Project,
): Promise<Requirements> {
  const declared = declaredDistributions(files);
  const found = new Map<string, string | undefined>();
  for (const name of outsideImports(project))
    found.set(name, requirementFor(name, await packageIndex.distributionOf(name), declared));
  return found;
}
