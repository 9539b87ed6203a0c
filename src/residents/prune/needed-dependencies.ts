import type { StoredFile } from '../../domain/files.js';
import type { Dependencies, Primitive } from '../../domain/primitive.js';
import { importableNames } from '../../python/importable-names.js';
import { importedTops } from '../exact/carry/skip-without.js';
import { isPython } from '../exact/sources/sources.js';

/**
 * D of what is left of a primitive: what its files and carried tests mention no more is left out. A distribution goes
 * only when what it is imported by was imported before and is not any more; others cannot be told apart by name.
 */
export function neededDependencies(
  { dependencies, implementation }: Primitive,
  files: readonly StoredFile[],
  testFiles: readonly StoredFile[],
): Dependencies {
  const before = topsIn(implementation);
  const after = topsIn(files);
  const tested = topsIn(testFiles);
  const text = files
    .filter(isPython)
    .map(({ content }) => content)
    .join('\n');
  const isGone = (requirement: string) => {
    const names = [...importableNames([requirement])].filter(name => !STANDING.has(name));
    const isImported = names.some(name => before.has(name));
    return isImported && !names.some(name => after.has(name) || tested.has(name));
  };
  return {
    ...dependencies,
    distributions: dependencies.distributions.filter(requirement => !isGone(requirement)),
    standardLibrary: dependencies.standardLibrary.filter(name => after.has(name) || !before.has(name)),
    environmentVariables: dependencies.environmentVariables.filter(name => text.includes(name)),
    systemTools: dependencies.systemTools.filter(name => text.includes(name)),
  };
}

/** What is importable whatever is asked for. */
const STANDING = importableNames([]);

function topsIn(files: readonly StoredFile[]): ReadonlySet<string> {
  return new Set(files.filter(isPython).flatMap(({ content }) => importedTops(content)));
}
