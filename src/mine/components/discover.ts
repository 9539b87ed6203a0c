import type { EntityGraph } from '../../domain/entity.js';
import { communitiesOf, seeded, type Randomness } from './communities.js';
import { definitionGraph, type Definition, type DefinitionGraph } from './definition-graph.js';
import { refine } from './refine.js';
import { regionsOf, type Region } from './regions.js';
import { tiesOf } from './ties.js';

/** A component as it is planned: what a boundary is to be drawn around. */
export interface ComponentPlan {
  /** The dotted module that defines the exports, and its path. */
  readonly module: string;
  readonly path: string;
  /** Names of public functions and classes, the one most tests name first. */
  readonly exports: readonly [string, ...string[]];
}

/** Changes whenever the same region would be grouped otherwise: groups of another version are not read. */
export const DISCOVERY_VERSION = 1;

/** The groups of each region by its key: what an earlier discovery found, and this one reads and adds to. */
export type RegionMemory = Map<string, readonly (readonly number[])[]>;

export interface DiscoveryOptions {
  /** Whether a file offers anything; all but the suite's do when absent. */
  readonly isSource?: (path: string) => boolean;
  readonly randomness?: Randomness;
  readonly memory?: RegionMemory;
}

/**
 * Plans the components of a repository (Code Primitives, section 3.3): weighted communities of its definitions in each
 * package folder, refined by what tests, callers and names say. Every public function and class is in one plan. The
 * same graph gives the same plans whatever was remembered; they are in order of paths and lines.
 */
export function discoverComponents(
  graph: EntityGraph,
  { isSource = () => true, randomness = seeded, memory = new Map() }: DiscoveryOptions = {},
): readonly ComponentPlan[] {
  const folded = definitionGraph(graph, isSource);
  const timesNamed = timesNamedInTests(folded);
  const plans = regionsOf(folded, tiesOf(folded)).flatMap(region => {
    const groups = memory.get(region.key) ?? groupsOf(region, folded.definitions, randomness);
    memory.set(region.key, groups);
    return groups.flatMap(group =>
      planOf(
        group.map(place => region.members[place] ?? -1),
        folded.definitions,
        timesNamed,
      ),
    );
  });
  return plans.toSorted((a, b) => (a.path === b.path ? 0 : a.path < b.path ? -1 : 1));
}

function groupsOf(
  region: Region,
  definitions: readonly Definition[],
  randomness: Randomness,
): readonly (readonly number[])[] {
  const random = randomness(Number.parseInt(region.key.slice(0, 8), 16));
  const communities = communitiesOf(region.members.length, region.ties, { resolution: 1, random });
  return refine(region, definitions, communities, random);
}

function planOf(
  members: readonly number[],
  definitions: readonly Definition[],
  timesNamed: Float64Array,
): readonly ComponentPlan[] {
  const ordered = members.toSorted((a, b) => (timesNamed[b] ?? 0) - (timesNamed[a] ?? 0) || a - b);
  // Of several definitions of one name, such as overloads, one counts.
  const [first, ...others] = [...new Set(ordered.map(number => definitions[number]?.name ?? ''))];
  const home = definitions[members[0] ?? -1];
  return first === undefined || home === undefined
    ? []
    : [{ module: home.module, path: home.path, exports: [first, ...others] }];
}

function timesNamedInTests({ definitions, tests }: DefinitionGraph): Float64Array {
  const times = new Float64Array(definitions.length);
  for (const named of tests) for (const one of named) times[one] = (times[one] ?? 0) + 1;
  return times;
}
