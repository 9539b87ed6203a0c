import { posix } from 'node:path';
import { confinePath, type FileTree } from '../../domain/files.js';
import { globMatcher } from '../../licence/globs.js';
import { readIni } from '../../python/declarations/ini.js';
import { tableAt, textAt, tomlAt } from '../../python/declarations/repository-text.js';
import { testFoldersOf } from './test-folders.js';
import { pluginPathsOf } from './test-plugins.js';

/** What a tree's pytest settings say about which files are tests; those of every settings file at its root together. */
export interface TestSettings {
  /** Whether a Python file's path is one of `python_files`, by default `test_*.py` and `*_test.py`. */
  readonly isPythonFile: (path: string) => boolean;
  /** Whether `--doctest-glob` makes a file that is no Python tests. */
  readonly isDoctest: (path: string) => boolean;
  /** Folders (and files) that hold tests and not the code. */
  readonly testFolders: ReadonlySet<string>;
  /** Files and folders of the target that its suite loads as plug-ins. */
  readonly pluginPaths: ReadonlySet<string>;
  /** Folders of `pythonpath`, which are put on `sys.path`. */
  readonly pythonPath: readonly string[];
}

const DEFAULT_PATTERNS = ['test_*.py', '*_test.py'];
/** A hostile settings file may list any number. */
const MOST_WORDS = 100;

/** Reads the settings of an untouched commit. Never throws; what cannot be read counts as not set. */
export function readTestSettings(base: FileTree): TestSettings {
  const tables = settingsTables(base);
  const isPythonFile = pathMatcher([...DEFAULT_PATTERNS, ...wordsOf(tables, 'python_files')]);
  const isTest = (path: string) => path.endsWith('.py') && isPythonFile(path);
  const folders = (name: string) => wordsOf(tables, name).flatMap(path => confinePath(path) ?? []);
  const addopts = wordsOf(tables, 'addopts').map(word => word.replace(/["']/g, ''));
  const pythonPath = folders('pythonpath');
  return {
    isPythonFile,
    isDoctest: doctestMatcher(addopts),
    testFolders: testFoldersOf(base, folders('testpaths'), isTest),
    pluginPaths: pluginPathsOf(base, addopts, isTest, pythonPath),
    pythonPath,
  };
}

/** What `--doctest-glob` asks for, but for Python files: those hold the code too. */
function doctestMatcher(addopts: readonly string[]): (path: string) => boolean {
  const option = '--doctest-glob';
  const globs = addopts.flatMap((word, at) => {
    if (word === option) return addopts[at + 1] ?? [];
    return word.startsWith(`${option}=`) ? [word.slice(option.length + 1)] : [];
  });
  return pathMatcher(globs, path => !path.endsWith('.py'));
}

/** As pytest matches its patterns: against a file's name, or its path when the pattern has folders. */
function pathMatcher(
  patterns: readonly string[],
  isWanted = (_path: string): boolean => true,
): (path: string) => boolean {
  const matchers = patterns.map(pattern => {
    const isMatch = globMatcher(pattern.includes('/') ? `**/${pattern}` : pattern);
    return (path: string) => isMatch(pattern.includes('/') ? path : posix.basename(path));
  });
  return path => isWanted(path) && matchers.some(isMatch => isMatch(path));
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
