import type { FileTree } from '../../../domain/files.js';
import { projectOfPoetry } from './poetry.js';
import type { ProjectDeclaration } from './project.js';
import { projectOfPyproject } from './pyproject.js';
import { projectOfSetupCfg } from './setup-cfg.js';
import { projectOfSetupPy } from './setup-py.js';
import type { Wanted } from '../wanted.js';
import { combineWanted } from '../wanted.js';

/** What each file says about the project; the first that says something wins over later ones. */
export function projectDeclarations(files: FileTree): readonly ProjectDeclaration[] {
  return [projectOfPyproject, projectOfPoetry, projectOfSetupCfg, projectOfSetupPy].flatMap(
    read => read(files) ?? [],
  );
}

/** The first declaration's word on one subject. */
export function firstSaid<T>(
  projects: readonly ProjectDeclaration[],
  say: (project: ProjectDeclaration) => T | undefined,
): T | undefined {
  for (const project of projects) {
    const said = say(project);
    if (said !== undefined && said !== '') return said;
  }
  return undefined;
}

/** The extras of all declarations together. */
export function allExtras(projects: readonly ProjectDeclaration[]): ReadonlyMap<string, Wanted> {
  const extras = new Map<string, Wanted>();
  for (const project of projects)
    for (const [name, wanted] of project.extras)
      extras.set(name, combineWanted([...(extras.has(name) ? [extras.get(name) ?? wanted] : []), wanted]));
  return extras;
}
