import type { FileTree } from '../../domain/files.js';
import { readIni } from '../../python/declarations/ini.js';
import { stringsOf, stringOf, tableAt, textAt, tomlAt } from '../../python/declarations/repository-text.js';
import { optionLine } from './option-words.js';

/** What a suite's configuration says that its tests need wherever they are. */
export interface SuiteSettings {
  /** pytest-asyncio takes every coroutine for a test or a fixture of its own (`asyncio_mode = auto`). */
  readonly isAsyncioAuto: boolean;
  /** Names of `doctest`'s options, such as `ELLIPSIS`. */
  readonly doctestFlags: readonly string[];
  /** What the project always gives to pytest (`addopts`), as one line. */
  readonly addedOptions: string;
}

const settings = new WeakMap<FileTree, SuiteSettings>();

/** Reads the configuration of pytest as pytest finds it: the first of its files that has a section for it. */
export function suiteSettings(files: FileTree): SuiteSettings {
  const known = settings.get(files) ?? readSettings(files);
  settings.set(files, known);
  return known;
}

function readSettings(files: FileTree): SuiteSettings {
  const options = pytestOptions(files);
  const added = options('addopts');
  const flags = options('doctest_optionflags').split(/[\s,]+/);
  return {
    isAsyncioAuto: options('asyncio_mode').trim() === 'auto' || /asyncio[-_]mode[= ]+auto\b/.test(added),
    doctestFlags: flags.filter(flag => /^[A-Z][A-Z0-9_]+$/.test(flag)),
    addedOptions: added,
  };
}

function pytestOptions(files: FileTree): (name: string) => string {
  for (const [path, section] of [
    ['pytest.ini', 'pytest'],
    ['.pytest.ini', 'pytest'],
  ] as const) {
    const options = readIni(textAt(files, path)).get(section);
    if (options !== undefined) return name => options.get(name) ?? '';
  }
  const pyproject = tomlAt(files, 'pyproject.toml');
  for (const table of [
    tableAt(pyproject, 'tool', 'pytest', 'ini_options'),
    tableAt(pyproject, 'tool', 'pytest'),
  ])
    if (Object.keys(table).length > 0)
      return name => stringOf(table[name]) ?? optionLine(stringsOf(table[name]));
  for (const [path, section] of [
    ['tox.ini', 'pytest'],
    ['setup.cfg', 'tool:pytest'],
  ] as const) {
    const options = readIni(textAt(files, path)).get(section);
    if (options !== undefined) return name => options.get(name) ?? '';
  }
  return () => '';
}
