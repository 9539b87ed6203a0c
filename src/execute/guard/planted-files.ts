import { posix } from 'node:path';
import type { FileTree } from '../../domain/files.js';
import { sourceRootsOf } from '../../python/module-paths.js';
import { isStandardLibrary } from '../../python/standard-library.js';
import { plantsPlugin } from './plugin-entry-points.js';
import { isTestFile } from './protected-paths.js';
import type { TestSettings } from './test-settings.js';

export interface Surroundings {
  /** Top-level names that the environment's distributions provide. */
  readonly installed: ReadonlySet<string>;
}

/** A change, and what it is to be held against. */
export interface GuardedChange extends Surroundings {
  readonly base: FileTree;
  readonly changed: FileTree;
  /** Of the base commit. */
  readonly settings: TestSettings;
}

/** Modules that the standard library no longer has on any interpreter that is run (3.10 and newer). */
const GONE = new Set(['parser', 'formatter', 'symbol', 'macpath', 'dummy_threading', '_dummy_thread']);
const MODULE_FILE = /^([^.]+)\.(?:[^/]*\.)?(?:py|so|pyd)$/;

/**
 * Tells why a new or changed file may be in no tree that is judged, as a clause after "it was left out:", or undefined:
 * it would take effect without anybody naming it, or stand in for a module of the standard library, of an installed
 * distribution or of the target's own tests.
 */
export function refusalsOf(change: GuardedChange): (path: string) => string | undefined {
  const { base, changed } = change;
  const isPlugin = plantsPlugin(base, changed);
  let shadowing: ((path: string) => string | undefined) | undefined;
  return path => {
    const name = posix.basename(path);
    if (path.split('/').some(part => /^(site|user)customize(\.|$)/.test(part)))
      return 'Python runs it before anything else';
    if (name.endsWith('.pth')) return 'Python runs what stands in it at its start';
    if (name === 'conftest.py' && !base.has(path)) return 'pytest loads it without being asked';
    if (isPlugin(path)) return 'it would make pytest load a plug-in';
    if (base.has(path) || !MODULE_FILE.test(name)) return undefined;
    shadowing ??= shadowingOf(change);
    return shadowing(path);
  };
}

/** Tells whose module a new file would stand in for. */
function shadowingOf({ base, changed, settings, installed }: GuardedChange) {
  const own = testRoots(base, settings);
  const folders = [
    ...sourceRootsOf(changed.keys()),
    ...settings.pythonPath,
    ...own,
    ...testRoots(changed, settings),
  ];
  const provided = new Map([...new Set(folders)].map(folder => [folder, modulesIn(base.keys(), folder)]));
  const support = [...base.keys()].filter(path => !isTestFile(path, settings));
  const supporting = new Set(own.flatMap(folder => [...modulesIn(support, folder)]));
  const clauseOf = (name: string, path: string): string | undefined => {
    if (isStandardLibrary(name) && !GONE.has(name))
      return `it would stand in for the standard library's \`${name}\``;
    if (installed.has(name)) return `it would stand in for \`${name}\`, which is installed`;
    if (name.startsWith('codeface_')) return 'its name is one of the harness';
    return supporting.has(name) && !isTestFile(path, settings)
      ? `it would stand in for \`${name}\`, which the target's own tests can import`
      : undefined;
  };
  return (path: string): string | undefined => {
    for (const [folder, known] of provided) {
      const name = topModule(path, folder);
      const clause = name === undefined || known.has(name) ? undefined : clauseOf(name, path);
      if (clause !== undefined) return clause;
    }
    return undefined;
  };
}

/** Names that a folder on `sys.path` provides. */
function modulesIn(paths: Iterable<string>, folder: string): ReadonlySet<string> {
  return new Set([...paths].flatMap(path => topModule(path, folder) ?? []));
}

/** The top-level module that a file in a folder on `sys.path` is, or is the package file of. */
function topModule(path: string, folder: string): string | undefined {
  const prefix = folder === '' ? '' : `${folder}/`;
  if (!path.startsWith(prefix)) return undefined;
  const [first = '', second, ...more] = path.slice(prefix.length).split('/');
  if (second === undefined) return MODULE_FILE.exec(first)?.[1];
  return more.length === 0 && MODULE_FILE.exec(second)?.[1] === '__init__' ? first : undefined;
}

/** Where pytest's default import mode looks for test files: the first folder above that is no package. */
function testRoots(tree: FileTree, settings: TestSettings): readonly string[] {
  const roots = new Set<string>();
  for (const path of tree.keys()) {
    if (!isTestFile(path, settings) && posix.basename(path) !== 'conftest.py') continue;
    let folder = posix.dirname(path);
    while (tree.has(`${folder}/__init__.py`)) folder = posix.dirname(folder);
    roots.add(folder === '.' ? '' : folder);
  }
  return [...roots];
}
