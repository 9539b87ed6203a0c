import { posix } from 'node:path';
import type { StoredFile } from '../../../domain/files.js';

/**
 * Where each carried file goes in the target: tests below `tests/carried/`, named after the target module so that
 * no two test modules of a suite share a name, so that none needs to lie in a package; other files keep their place
 * relative to the tests.
 */
export function carriedPaths(files: readonly StoredFile[], module: string): ReadonlyMap<string, string> {
  const isPackage = ({ path }: StoredFile) => posix.basename(path) === '__init__.py';
  const tests = files.filter(file => file.path.endsWith('.py') && !isPackage(file));
  const stem = `test_${module.replaceAll('.', '_')}`;
  const taken = new Set<string>();
  const paths = new Map<string, string>();
  for (const { path } of tests) {
    const donor = posix.basename(path, '.py').replace(/^test_|_test$/, '');
    const base = tests.length === 1 ? stem : `${stem}_${donor}`;
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`;
    taken.add(name);
    paths.set(path, `tests/carried/${name}.py`);
  }
  const folder = tests[0] === undefined ? '' : posix.dirname(tests[0].path);
  for (const file of files) {
    const { path } = file;
    if (paths.has(path) || isPackage(file)) continue;
    const place = posix.relative(folder, path);
    paths.set(path, `tests/carried/${place.replace(/^(\.\.\/)+/, '')}`);
  }
  return paths;
}
