import { posix } from 'node:path';

/**
 * Folders whose content is importable by its first name: `src` when it holds Python, and the root itself.
 * Longest first, so that the first match names a module.
 */
export function sourceRootsOf(paths: Iterable<string>): readonly string[] {
  for (const path of paths) if (/^src\/[A-Za-z_]\w*(\/[^/]*)*\.py$/.test(path)) return ['src', ''];
  return [''];
}

/** Folders of tests that lie beside a project's packages: every project of a repository has one of that name. */
const TESTS_BESIDE = /^(tests?|testing)$/;

/**
 * The source root that a file's module is named from: the longest that it lies below. Tests beside the packages of a
 * project inside of a repository are named from the repository's own root, where their names are unlike.
 */
export function sourceRootOf(path: string, sourceRoots: readonly string[]): string {
  return (
    sourceRoots.find(root => {
      if (root === '') return true;
      if (!path.startsWith(`${root}/`)) return false;
      const [first = ''] = path.slice(root.length + 1).split('/', 1);
      return root === 'src' || !TESTS_BESIDE.test(first);
    }) ?? ''
  );
}

/** A name in Python (PEP 3131). */
const IDENTIFIER = /^[\p{XID_Start}_][\p{XID_Continue}]*$/u;

/** The dotted module of a Python file below its source root, or undefined when its path is no module's. */
export function moduleOfPath(path: string, sourceRoots: readonly string[]): string | undefined {
  if (!path.endsWith('.py')) return undefined;
  const root = sourceRootOf(path, sourceRoots);
  const relative = root === '' ? path : path.slice(root.length + 1);
  const parts = relative.slice(0, -'.py'.length).split('/');
  if (parts.at(-1) === '__init__') parts.pop();
  const isModule = parts.length > 0 && parts.every(part => IDENTIFIER.test(part));
  return isModule ? parts.join('.') : undefined;
}

/** The file of a module that is not a package. */
export function pathOfModule(module: string, sourceRoot: string): string {
  return posix.join(sourceRoot, `${module.replaceAll('.', '/')}.py`);
}

/** The package a module lies in: `a.b` for `a.b.c`, `''` at the top. */
export function packageOf(module: string): string {
  return module.split('.').slice(0, -1).join('.');
}

/**
 * The absolute module that a relative import names, or undefined when it climbs out of the top package.
 * `level` counts the leading dots (PEP 328).
 */
export function resolveRelative(
  module: string,
  isPackage: boolean,
  level: number,
  name: string,
): string | undefined {
  const parts = module.split('.');
  const climb = isPackage ? level - 1 : level;
  if (climb > parts.length) return undefined;
  const base = parts.slice(0, parts.length - climb);
  if (base.length === 0 && name === '') return undefined;
  return [...base, ...(name === '' ? [] : [name])].join('.');
}
