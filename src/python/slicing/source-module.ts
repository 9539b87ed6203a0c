import type { ProjectModule } from '../project-modules.js';
import { dottedStringsOf, referencesOf, type DottedString, type Reference } from './references.js';
import { unitsOf, type Unit } from './units.js';

/** A Python file of a repository with what a slice of it needs to know. */
export interface SourceModule extends ProjectModule {
  /** The folder below which `module` is its dotted name. */
  readonly sourceRoot: string;
  readonly units: readonly Unit[];
  /** In source order. */
  readonly references: readonly Reference[];
  readonly dottedStrings: readonly DottedString[];
}

/** A top-level statement of a project. */
export interface PlacedUnit {
  readonly module: SourceModule;
  readonly unit: Unit;
}

/** Adds units and references to a parsed module, each worked out when it is first asked for. */
export function sourceModule(module: ProjectModule, sourceRoot: string): SourceModule {
  let units: readonly Unit[] | undefined;
  let references: readonly Reference[] | undefined;
  let dottedStrings: readonly DottedString[] | undefined;
  return {
    ...module,
    sourceRoot,
    get units() {
      return (units ??= unitsOf(module));
    },
    get references() {
      return (references ??= referencesOf(module));
    },
    get dottedStrings() {
      return (dottedStrings ??= dottedStringsOf(module));
    },
  };
}
