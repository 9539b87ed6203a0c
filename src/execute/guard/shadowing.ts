import { posix } from 'node:path';
import type { FileTree } from '../../domain/files.js';
import { sourceRootsOf } from '../../python/module-paths.js';
import { isStandardLibrary } from '../../python/standard-library.js';
import { foldersAbove } from './folders-above.js';
import type { GuardedChange } from './guarded-change.js';
import { isTestFile, protectionOf } from './protected-paths.js';
import type { TestSettings } from './test-settings.js';

/** Modules that the standard library no longer has on any interpreter that is run (3.10 and newer). */
const GONE = new Set(['parser', 'formatter', 'symbol', 'macpath', 'dummy_threading', '_dummy_thread']);
const MODULE_FILE = /^([^.]+)\.(?:[^/]*\.)?(?:py|so|pyd)$/;

/** Who provides a module on the base commit, of what a change leaves there. */
interface Provided {
  readonly folders: Set<string>;
  /** Whether other than a test file does. */
  isSupport: boolean;
}

/** Tells whose module a new file would stand in for, as a clause; undefined for nobody's. */
export function shadowingOf(change: GuardedChange): (path: string) => string | undefined {
  const { base, changed, settings, installed } = change;
  const roots = new Set([...sourceRootsOf(base.keys()), ...sourceRootsOf(changed.keys())]);
  for (const folder of settings.pythonPath) roots.add(folder);
  const folders = new Set([...roots, ...testRoots(base, changed, settings)]);
  const kept = [...base.keys()].filter(path => changed.has(path) || protectionOf(path, settings));
  const provided = modulesOf(kept, folders, roots, settings);
  const rivalOf = rivalsIn(kept);
  const known = new Set([...base.keys()].map(placeOf));

  const clauseOf = (folder: string, module: string, path: string): string | undefined => {
    if (!module.includes('.') && !known.has(placeOf(path))) {
      if (isStandardLibrary(module) && !GONE.has(module))
        return `it would stand in for the standard library's \`${module}\``;
      if (installed.has(module)) return `it would stand in for \`${module}\`, which is installed`;
      if (module.startsWith('codeface_')) return 'its name is one of the harness';
    }
    const owner = provided.get(module);
    const isElsewhere = owner !== undefined && [...owner.folders].some(other => other !== folder);
    return isElsewhere && (owner.isSupport || !isTestFile(path, settings))
      ? `it would stand in for \`${module}\`, which the target's own tests can import`
      : undefined;
  };
  return path => {
    const place = placeOf(path);
    if (place === undefined) return undefined;
    const rival = rivalOf(path, place);
    if (rival !== undefined) return `Python could take it for \`${rival}\``;
    for (const [folder, module] of namesOf(path, folders)) {
      const clause = clauseOf(folder, module, path);
      if (clause !== undefined) return clause;
    }
    return undefined;
  };
}

/** Every module of some files by its dotted name below each of the folders; below `roots`, namespaces at the top too. */
function modulesOf(
  paths: readonly string[],
  folders: ReadonlySet<string>,
  roots: ReadonlySet<string>,
  settings: TestSettings,
): ReadonlyMap<string, Provided> {
  const provided = new Map<string, Provided>();
  for (const path of paths) {
    const isSupport = !isTestFile(path, settings);
    for (const [folder, module] of namesOf(path, folders)) {
      const top = module.split('.')[0] ?? module;
      for (const name of new Set(roots.has(folder) ? [module, top] : [module])) {
        const known = provided.get(name) ?? { folders: new Set<string>(), isSupport: false };
        known.folders.add(folder);
        known.isSupport ||= isSupport || name !== module;
        provided.set(name, known);
      }
    }
  }
  return provided;
}

/** Tells which file of `paths` an import could find instead of a new one that lies beside it. */
function rivalsIn(paths: readonly string[]): (path: string, place: string) => string | undefined {
  const modules = new Map<string, string>();
  // A folder without `__init__.py` is a package too, and any module of its name wins over it.
  const namespaces = new Map<string, string>();
  for (const path of paths) {
    const place = placeOf(path);
    if (place === undefined) continue;
    modules.set(place, path);
    namespaces.set(posix.dirname(path), path);
  }
  return (path, place) =>
    modules.get(place) ?? (place === posix.dirname(path) ? undefined : namespaces.get(place));
}

/** What an import is looked up by: a module's path without what follows its name, and a package's folder. */
function placeOf(path: string): string | undefined {
  const stem = MODULE_FILE.exec(posix.basename(path))?.[1];
  if (stem === undefined) return undefined;
  return stem === '__init__' ? posix.dirname(path) : posix.join(posix.dirname(path), stem);
}

/** The dotted name of a module file below each of the folders that it lies in. */
function namesOf(path: string, folders: ReadonlySet<string>): readonly (readonly [string, string])[] {
  const place = placeOf(path);
  if (place === undefined || place === '.') return [];
  return [...foldersAbove(place), ''].flatMap(folder => {
    if (!folders.has(folder)) return [];
    const relative = folder === '' ? place : place.slice(folder.length + 1);
    return [[folder, relative.replaceAll('/', '.')] as const];
  });
}

/**
 * Where pytest's default import mode may look for test files: the first folder above that is no package, on the base
 * commit or with the change.
 */
function testRoots(base: FileTree, changed: FileTree, settings: TestSettings): ReadonlySet<string> {
  const roots = new Set<string>();
  for (const path of new Set([...base.keys(), ...changed.keys()])) {
    if (!isTestFile(path, settings) && posix.basename(path) !== 'conftest.py') continue;
    for (const folder of [...foldersAbove(path), '']) {
      const packages = [base, changed].filter(tree => tree.has(posix.join(folder, '__init__.py')));
      if (packages.length < 2) roots.add(folder);
      if (packages.length === 0) break;
    }
  }
  return roots;
}
