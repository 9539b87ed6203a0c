import type { EntityGraph } from '../domain/entity.js';
import type { Capability } from './components/capabilities.js';
import { discoverComponents, type RegionMemory } from './components/discover.js';
import { offeredNames } from './offered-names.js';
import { offersCapabilities } from './roles.js';
import type { Survey } from './survey.js';

/** What a component is to be drawn around: capabilities of one module, what it is named after first. */
export type PlannedExports = readonly [Capability, ...Capability[]];

/**
 * The components to draw, each capability of the survey in one of them: those that the entity graph shows to belong
 * together, other names for a definition with it, and alone what it does not know. In order of their first capabilities.
 */
export function planComponents(
  graph: EntityGraph,
  { capabilities, graph: { project } }: Pick<Survey, 'capabilities' | 'graph'>,
  memory?: RegionMemory,
): readonly PlannedExports[] {
  const sources = new Set(project.modules.filter(offersCapabilities).map(({ path }) => path));
  const isSource = (path: string) => sources.has(path);
  const known = new Map(capabilities.map(one => [`${one.module.path}:${one.name}`, one]));
  const planned = new Set<Capability>();
  const plans: PlannedExports[] = [];
  const aliases = aliasesOf(capabilities);
  for (const { path, exports } of discoverComponents(graph, { isSource, ...(memory && { memory }) })) {
    const [first, ...others] = exports
      .flatMap(name => known.get(`${path}:${name}`) ?? [])
      .flatMap(one => [one, ...(aliases.get(`${path}:${one.name}`) ?? [])]);
    if (first === undefined) continue;
    plans.push([first, ...others]);
    for (const one of [first, ...others]) planned.add(one);
  }
  for (const one of capabilities) if (!planned.has(one)) plans.push([one]);
  const order = new Map(capabilities.map((one, index) => [one, index]));
  const placeOf = (plan: PlannedExports) => Math.min(...plan.map(one => order.get(one) ?? 0));
  return plans.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Capabilities that are other names for a definition, by the path and name of it. */
function aliasesOf(capabilities: readonly Capability[]): ReadonlyMap<string, readonly Capability[]> {
  const aliases = new Map<string, Capability[]>();
  for (const capability of capabilities) {
    const { name, module, unit } = capability;
    const { aliasOf } = offeredNames(module, unit).find(offered => offered.name === name) ?? {};
    if (aliasOf === undefined) continue;
    const key = `${module.path}:${aliasOf}`;
    aliases.set(key, [...(aliases.get(key) ?? []), capability]);
  }
  return aliases;
}
