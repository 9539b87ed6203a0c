import { parse } from 'smol-toml';
import { decodeUtf8, type FileTree } from '../../domain/files.js';

/** A table of TOML, YAML or a Python dictionary whose values nobody has checked yet. */
export type Table = Readonly<Record<string, unknown>>;

/** In bytes: a longer file is no declaration that people keep by hand, and reading it would be the attack. */
const LARGEST_FILE = 512 * 1024;

/**
 * The text of a file with its byte-order mark taken away; empty when the file is absent or larger than 512 KiB. What
 * is not UTF-8 is read as Latin-1, in which the ASCII that matters here is the same.
 */
export function textAt(files: FileTree, path: string): string {
  const bytes = files.get(path);
  if (bytes === undefined || bytes.length > LARGEST_FILE) return '';
  const text = decodeUtf8(bytes) ?? Buffer.from(bytes).toString('latin1');
  return text.replace(/^\uFEFF/, '');
}

/** The tables of a TOML file; none when it is absent or no TOML. */
export function tomlAt(files: FileTree, path: string): Table {
  try {
    return parse(textAt(files, path));
  } catch {
    return {};
  }
}

/** The value as a table; an empty one when it is anything else, or the keys lead nowhere. */
export function tableAt(value: unknown, ...keys: readonly string[]): Table {
  let found: unknown = value;
  for (const key of keys) found = valueAt(asTable(found), key);
  return asTable(found);
}

/** The strings of a list; a lone string is none. */
export function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}

/** The tables of a list. */
export function tablesOf(value: unknown): readonly Table[] {
  return Array.isArray(value) ? value.map(item => asTable(item)) : [];
}

/** The value when it is a string. */
export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function asTable(value: unknown): Table {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
}

function valueAt(table: Table, key: string): unknown {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
