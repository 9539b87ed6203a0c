import type { DeclaredDistributions } from '../../python/declarations/index.js';
import type { Project } from '../../python/slicing/project.js';
import { isStandardLibrary } from '../../python/standard-library.js';
import { distributionName } from '../../python/distribution-name.js';
import { importRoot } from '../../python/import-root.js';
import { importableNames } from '../../python/importable-names.js';
import { pluginsIn } from './suite-plugins.js';

/**
 * The requirement that provides each import name, as the repository declares it; undefined for one that it does not
 * declare. Nothing is ever installed that the repository does not ask for: a name alone may belong to anybody.
 */
export type Requirements = ReadonlyMap<string, string | undefined>;

/** Names that are importable where nothing is declared. */
const ANYWHERE = importableNames([]);

/** Import names that need no requirement: the sandbox always has pytest. */
export const ALWAYS_THERE = new Set(['pytest', '_pytest']);

/**
 * Every name by which the repository imports from outside of itself and the standard library, as `importRoot` tells
 * them, and the plug-ins that its suite uses without importing them.
 */
export function outsideImports(project: Project): readonly string[] {
  const names = project.modules.flatMap(module => [
    ...module.units
      .flatMap(({ imports }) => imports)
      .filter(({ level, module: dotted }) => level === 0 && !project.has(topOf(dotted), module))
      .map(({ module: dotted, symbol }) => importRoot(dotted, symbol)),
    ...(module.isTest ? pluginsIn(module.tree.text) : []),
  ]);
  return [...new Set(names)].filter(name => !isStandardLibrary(name) && !ALWAYS_THERE.has(name)).sort();
}

/** The declared requirement for an import name, whose distribution is generally known by `knownAs`. */
export function requirementFor(
  importName: string,
  knownAs: string | undefined,
  declared: DeclaredDistributions,
): string | undefined {
  const plain = distributionName(importName);
  const likely = [knownAs, plain, `python-${plain}`, `py${plain}`].flatMap(name =>
    name === undefined ? [] : [distributionName(name)],
  );
  const all = [...declared.runtime, ...declared.test];
  for (const name of likely) {
    const requirement = all.find(one => distributionName(one) === name);
    if (requirement !== undefined) return requirement;
  }
  return all.find(one => !ANYWHERE.has(importName) && importableNames([one]).has(importName));
}

function topOf(dotted: string): string {
  return dotted.split('.')[0] ?? dotted;
}
