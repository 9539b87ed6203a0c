import type { ImportedName } from '../imports.js';
import type { Project } from './project.js';
import type { SourceModule } from './source-module.js';
import type { Unit } from './units.js';

/** A statement that is executed as its module is loaded, and loads another one. */
export interface Loader {
  readonly module: SourceModule;
  readonly unit: Unit;
  /** The import among those of a top-level import statement; absent where the whole statement is needed. */
  readonly clause?: ImportedName;
}

/** `for part in pkgutil.iter_modules(__path__): import_module(…)`. */
const LOADS_ALL = /\b(iter_modules|walk_packages)\b/;

/**
 * By what a module is loaded without being named: an import in the nearest package above it that has one, else in the
 * modules given; and by what that package is loaded.
 */
export function loadersOf(
  project: Project,
  loaded: SourceModule,
  others: readonly SourceModule[],
): readonly Loader[] {
  const above = project.packagesAbove(loaded).toReversed();
  for (const place of [...above, ...others]) {
    if (place === loaded) continue;
    const loader = loaderIn(project, place, loaded);
    if (loader === undefined) continue;
    return above.includes(place) && place !== above.at(-1)
      ? [loader, ...loadersOf(project, place, others)]
      : [loader];
  }
  return [];
}

function loaderIn(project: Project, place: SourceModule, loaded: SourceModule): Loader | undefined {
  for (const unit of place.units) {
    if (unit.kind === 'main' || unit.kind === 'definition') continue;
    const clause = unit.imports.find(one => isImportOf(project, place, one, loaded));
    if (clause !== undefined) return { module: place, unit, ...(unit.kind === 'import' && { clause }) };
    const isBlock = unit.kind === 'block' || unit.kind === 'effect';
    if (isBlock && place.isPackage && LOADS_ALL.test(place.tree.text.slice(unit.start, unit.end)))
      return { module: place, unit };
  }
  return undefined;
}

function isImportOf(
  project: Project,
  place: SourceModule,
  clause: ImportedName,
  loaded: SourceModule,
): boolean {
  if (project.find(clause.module, place) === loaded) return true;
  return clause.symbol !== undefined && `${clause.module}.${clause.symbol}` === loaded.module;
}
