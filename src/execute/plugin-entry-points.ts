import { posix } from 'node:path';
import type { FileTree } from '../domain/files.js';
import { readIni, valueLines } from '../python/declarations/ini.js';
import { tableAt, textAt, tomlAt } from '../python/declarations/repository-text.js';

/** The group of entry points that pytest loads plug-ins from (pytest, "Making your plugin installable by others"). */
const GROUP = 'pytest11';

/** The plug-ins of pytest that a metadata file declares, one text each; none for any other file. */
export function pluginEntryPoints(path: string, bytes: Uint8Array | undefined): readonly string[] {
  const read = READERS.find(([pattern]) => pattern.test(path))?.[1];
  if (read === undefined || bytes === undefined) return [];
  const name = posix.basename(path);
  return read(new Map([[name, bytes]]), name).map(entry => entry.replace(/\s+/g, ''));
}

type Reader = (files: FileTree, name: string) => readonly string[];

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/(^|\/)pyproject\.toml$/, fromPyproject],
  [/(^|\/)setup\.cfg$/, (files, name) => fromIni(files, name, 'options.entry_points', GROUP)],
  [/(^|\/)setup\.py$/, fromSetup],
  [/\.(dist|egg)-info\/entry_points\.txt$/i, (files, name) => fromIni(files, name, GROUP)],
  [/(^|\/)EGG-INFO\/entry_points\.txt$/i, (files, name) => fromIni(files, name, GROUP)],
];

function fromPyproject(files: FileTree, name: string): readonly string[] {
  const table = tomlAt(files, name);
  const groups = [
    tableAt(table, 'project', 'entry-points', GROUP),
    tableAt(table, 'tool', 'poetry', 'plugins', GROUP),
    tableAt(table, 'tool', 'flit', 'entrypoints', GROUP),
  ];
  return groups.flatMap(group => Object.entries(group).map(([key, value]) => `${key}=${String(value)}`));
}

function fromIni(files: FileTree, name: string, section: string, option?: string): readonly string[] {
  const options = readIni(textAt(files, name)).get(section);
  if (option !== undefined) return valueLines(options?.get(option));
  return [...(options ?? [])].map(([key, value]) => `${key}=${value}`);
}

/** `setup.py` is a program: what stands after the group's name, to the end of its list, is taken as it is. */
function fromSetup(files: FileTree, name: string): readonly string[] {
  return textAt(files, name)
    .split(GROUP)
    .slice(1)
    .map(rest => rest.slice(0, Math.max(0, rest.indexOf(']'))) || rest.slice(0, 200));
}
