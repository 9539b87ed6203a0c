import { posix } from 'node:path';
import { decodeUtf8, type FileTree } from '../../domain/files.js';
import { sourceRootsOf } from '../../python/module-paths.js';

/** `pytest_plugins` of a `conftest.py` or a test module: one name or a list of them. */
const PLUGINS = /^pytest_plugins\b[^=\n]*\+?=\s*(?:[([]([^)\]]*)[)\]]|(["'][^"'\n]*["']))/gm;

/**
 * Files and folders of a base commit that are plug-ins of its own suite: what `-p` in `addopts` and `pytest_plugins`
 * name, and what those name in turn (pytest, "Requiring/Loading plugins in a test module or conftest file"). A package
 * is one as a whole, unless it is at the top: of that, its own file.
 */
export function pluginPathsOf(
  base: FileTree,
  addopts: readonly string[],
  isTest: (path: string) => boolean,
  pythonPath: readonly string[],
): ReadonlySet<string> {
  const roots = new Set([...sourceRootsOf(base.keys()), ...pythonPath]);
  const found = new Set<string>();
  const waiting = [...base.keys()].filter(path => posix.basename(path) === 'conftest.py' || isTest(path));
  const names = addopts.flatMap((word, at) => (word === '-p' ? (addopts[at + 1] ?? []) : namedBy(word)));
  for (;;) {
    for (const name of names.splice(0)) {
      for (const path of [...roots].flatMap(root => pathsOf(base, root, name))) {
        if (found.has(path)) continue;
        found.add(path);
        waiting.push(base.has(path) ? path : `${path}/__init__.py`);
      }
    }
    const path = waiting.pop();
    if (path === undefined) return found;
    names.push(...declaredIn(decodeUtf8(base.get(path) ?? new Uint8Array()) ?? ''));
  }
}

function namedBy(word: string): readonly string[] {
  return /^-p[^-]/.test(word) ? [word.slice('-p'.length)] : [];
}

function declaredIn(text: string): readonly string[] {
  return [...text.matchAll(PLUGINS)].flatMap(([, list, one]) =>
    [...(list ?? one ?? '').matchAll(/["']([\w.]+)["']/g)].map(([, name = '']) => name),
  );
}

function pathsOf(base: FileTree, root: string, name: string): readonly string[] {
  if (!/^\w+(\.\w+)*$/.test(name)) return [];
  const path = posix.join(root, name.replaceAll('.', '/'));
  const file = `${path}/__init__.py`;
  return [
    ...(base.has(`${path}.py`) ? [`${path}.py`] : []),
    ...(base.has(file) ? [name.includes('.') ? path : file] : []),
  ];
}
