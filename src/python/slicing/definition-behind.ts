import type { Project } from './project.js';
import type { SourceModule } from './source-module.js';
import type { Unit } from './units.js';

/** The statements of the project by which a name has its value. */
export interface Definition {
  readonly module: SourceModule;
  readonly name: string;
  readonly units: readonly Unit[];
  /** The attributes that are read off it and are not names of a module. */
  readonly chain: readonly string[];
}

/** Nobody passes a name on through more modules than this. */
const MOST_STEPS = 50;

/**
 * Follows a name of a module, with the attributes read off it, through imports, re-exports and star imports to the
 * statements that define it. Undefined when that leaves the project, ends in a module, or goes in a circle.
 */
export function definitionBehind(
  project: Project,
  from: SourceModule,
  called: string,
  attributes: readonly string[],
): Definition | undefined {
  let [module, name, chain] = [from, called, attributes];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const binding = project.bindingOf(module, name);
    if (binding !== undefined && binding.units.length > 0)
      return { module, name, units: binding.units, chain };
    if (binding?.star !== undefined) {
      module = binding.star.source;
      continue;
    }
    const clause = binding?.imports[0]?.clause;
    const target = clause && project.targetOf(module, clause);
    if (target?.kind === 'name') {
      [module, name] = [target.module, target.name];
      continue;
    }
    const isSubmodule = binding === undefined && module.isPackage;
    const dotted = target?.dotted ?? (isSubmodule ? `${module.module}.${name}` : undefined);
    const inside = dotted === undefined ? undefined : attributeOf(project, module, dotted, chain);
    if (inside === undefined) return undefined;
    ({ module, name, chain } = inside);
  }
  return undefined;
}

/** The first of some attributes that is a name of a module rather than a module below it. */
function attributeOf(
  project: Project,
  importer: SourceModule,
  dotted: string,
  chain: readonly string[],
): { readonly module: SourceModule; readonly name: string; readonly chain: readonly string[] } | undefined {
  let path = dotted;
  for (const [index, attribute] of chain.entries()) {
    const module = project.find(path, importer);
    if (module !== undefined && project.bindingOf(module, attribute) !== undefined)
      return { module, name: attribute, chain: chain.slice(index + 1) };
    path = `${path}.${attribute}`;
    if (!project.has(path, importer)) return undefined;
  }
  return undefined;
}
