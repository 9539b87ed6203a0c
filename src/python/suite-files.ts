import { decodeUtf8, type FileTree } from '../domain/files.js';

/** What pytest collects unless it is told otherwise (`python_files`, pytest reference). */
const PYTEST_FILE = /(^|\/)(test_[^/]*|[^/]*_test)\.py$/;
/** What unittest discovers unless it is told otherwise (`unittest discover --pattern`). */
const UNITTEST_FILE = /(^|\/)test[^/]*\.py$/;
/** pytest's `norecursedirs`. */
const PASSED_BY = /(^|\/)(\.[^/]*|[^/]*\.egg|build|dist|CVS|node_modules|venv)\//;
const SETTINGS = ['pytest.ini', '.pytest.ini', 'pytest.toml', 'pyproject.toml', 'tox.ini', 'setup.cfg'];

/**
 * The files to name to pytest: none where it finds a suite by itself or is told where to look, else what `python -m
 * unittest` would discover, since many a small project keeps its suite in a `tests.py`.
 */
export function suiteTargets(files: FileTree): readonly string[] {
  const isTold = SETTINGS.some(path => /^\s*(python_files|testpaths)\s*=/m.test(textOf(files, path)));
  const paths = [...files.keys()].filter(path => !PASSED_BY.test(path));
  if (isTold || paths.some(path => PYTEST_FILE.test(path))) return [];
  return paths.filter(path => UNITTEST_FILE.test(path)).sort();
}

function textOf(files: FileTree, path: string): string {
  return decodeUtf8(files.get(path) ?? new Uint8Array()) ?? '';
}
