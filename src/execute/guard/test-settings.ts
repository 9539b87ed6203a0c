import { posix } from 'node:path';
import { confinePath, type FileTree } from '../../domain/files.js';
import { globMatcher } from '../../licence/globs.js';
import { readIni } from '../../python/declarations/ini.js';
import { tableAt, textAt, tomlAt } from '../../python/declarations/repository-text.js';

/** What a tree's pytest settings say about which files are tests; those of every settings file at its root together. */
export interface TestSettings {
  /** Whether a Python file's path is one of `python_files`, by default `test_*.py` and `*_test.py`. */
  readonly isPythonFile: (path: string) => boolean;
  /** Folders (and files) of `testpaths` that hold tests and not the code, and folders called `test` that hold tests. */
  readonly testFolders: ReadonlySet<string>;
  /** Folders of `pythonpath`, which are put on `sys.path`. */
  readonly pythonPath: readonly string[];
}

const DEFAULT_PATTERNS = ['test_*.py', '*_test.py'];
/** Folders whose name says what they hold. */
const TEST_NAME = /(^|[-_.])(unit|int)?(tests?|testing|specs?|checks?)($|[-_.])/i;
/** A hostile settings file may list any number. */
const MOST_WORDS = 100;

/** Reads the settings of an untouched commit. Never throws; what cannot be read counts as not set. */
export function readTestSettings(base: FileTree): TestSettings {
  const tables = settingsTables(base);
  const patterns = [...DEFAULT_PATTERNS, ...wordsOf(tables, 'python_files')];
  const matchers = patterns.map(pattern => {
    const isMatch = globMatcher(pattern.includes('/') ? `**/${pattern}` : pattern);
    return (path: string) => isMatch(pattern.includes('/') ? path : posix.basename(path));
  });
  const isPythonFile = (path: string) => matchers.some(isMatch => isMatch(path));
  const tests = [...base.keys()].filter(path => path.endsWith('.py') && isPythonFile(path));
  const wanted = wordsOf(tables, 'testpaths').flatMap(path => confinePath(path) ?? []);
  return {
    isPythonFile,
    testFolders: new Set([
      ...wanted.filter(folder => holdsTests(folder, base, isPythonFile)),
      ...tests.flatMap(path => [...(/^(?:.*\/)?test(?=\/)/.exec(path) ?? [])]),
    ]),
    pythonPath: wordsOf(tables, 'pythonpath').flatMap(path => confinePath(path) ?? []),
  };
}

type Options = Readonly<Record<string, unknown>>;

function settingsTables(base: FileTree): readonly Options[] {
  const project = tableAt(tomlAt(base, 'pyproject.toml'), 'tool', 'pytest');
  const sections = ['pytest.ini', '.pytest.ini', 'tox.ini', 'setup.cfg'].flatMap(path => {
    const ini = readIni(textAt(base, path));
    return [ini.get('pytest'), ini.get('tool:pytest')].map(options => Object.fromEntries(options ?? []));
  });
  const own = ['pytest.toml', '.pytest.toml'].map(path => tableAt(tomlAt(base, path), 'pytest'));
  return [tableAt(project, 'ini_options'), project, ...own, ...sections];
}

/** A setting that is a list, or words with white space between them (pytest reference, "Configuration options"). */
function wordsOf(tables: readonly Options[], name: string): readonly string[] {
  const words = tables.flatMap(table => {
    const value = Object.hasOwn(table, name) ? table[name] : undefined;
    if (Array.isArray(value)) return value.filter(word => typeof word === 'string');
    return typeof value === 'string' ? value.split(/\s+/) : [];
  });
  return words.filter(word => word !== '' && word.length <= 200).slice(0, MOST_WORDS);
}

/** `testpaths` may name the code's own folder, for the tests inside it: that is not the tests'. */
function holdsTests(folder: string, base: FileTree, isPythonFile: (path: string) => boolean): boolean {
  if (TEST_NAME.test(posix.basename(folder))) return true;
  const below = [...base.keys()].filter(path => path === folder || path.startsWith(`${folder}/`));
  const modules = below.filter(path => path.endsWith('.py') && !/(^|\/)(__init__|conftest)\.py$/.test(path));
  return modules.filter(isPythonFile).length * 2 > modules.length;
}
