import type { FileTree } from '../domain/files.js';
import { decodeSource } from './decode-source.js';
import { moduleOfPath, sourceRootsOf } from './module-paths.js';
import type { SourceOrigin } from './source-origin.js';
import { analyseScopes, type ModuleScopes } from './scopes/index.js';
import { parsePython, type SyntaxTree } from '../syntax/parse-python.js';

/** A Python file of a project, parsed. */
export interface ProjectModule {
  readonly path: string;
  readonly module: string;
  readonly isPackage: boolean;
  readonly isTest: boolean;
  /** Absent for code that the project itself wrote. */
  readonly origin?: SourceOrigin;
  readonly tree: SyntaxTree;
  readonly scopes: ModuleScopes;
}

/** A project's Python files. */
export interface ProjectModules {
  readonly sourceRoots: readonly string[];
  /** By dotted module; a file that does not parse is here with what could be read of it. */
  readonly modules: ReadonlyMap<string, ProjectModule>;
  /** Top-level names that the project itself provides. */
  readonly ownNames: ReadonlySet<string>;
}

/** In a package, `test.py` or `tests.py` may as well be part of what it offers, as in Jinja and Werkzeug. */
const TEST_PATH = /(^|\/)(tests?\/|test_[^/]*\.py$|[^/]*_test\.py$|conftest\.py$)|^tests?\.py$/;

/**
 * Whether a Python file is part of a suite: a test module, a `conftest.py`, anything in a folder of tests, or the
 * `tests.py` beside a module that is all of its project.
 */
export function isTestPath(path: string): boolean {
  return TEST_PATH.test(path);
}

/** Parses every Python file of a project once. */
export function readProject(files: FileTree): ProjectModules {
  const sourceRoots = sourceRootsOf(files.keys());
  const modules = new Map<string, ProjectModule>();
  for (const [path, bytes] of files) {
    const module = moduleOfPath(path, sourceRoots);
    const source = module === undefined ? undefined : decodeSource(bytes);
    if (module === undefined || source === undefined || 'reason' in source) continue;
    const tree = parsePython(source.text);
    const isPackage = path.endsWith('/__init__.py');
    modules.set(module, {
      path,
      module,
      isPackage,
      isTest: isTestPath(path),
      tree,
      scopes: analyseScopes(tree),
    });
  }
  const ownNames = [...modules.values()]
    .filter(module => !module.isTest)
    .map(module => topName(module.module));
  return { sourceRoots, modules, ownNames: new Set(ownNames) };
}

/** The first part of a dotted name. */
export function topName(module: string): string {
  return module.split('.', 1)[0] ?? module;
}

/** Whether the project has this module, as a file, a package or a namespace package (PEP 420). */
export function hasModule(target: ProjectModules, module: string): boolean {
  if (target.modules.has(module)) return true;
  for (const name of target.modules.keys()) if (name.startsWith(`${module}.`)) return true;
  return false;
}
