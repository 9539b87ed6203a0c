import { parse as parseToml } from 'smol-toml';
import { decodeUtf8, type FileTree } from '../../domain/files.js';

/** In characters: what a README says of its project, it says at its top. */
const README_TOP = 4_000;
const LONGEST_METADATA = 500_000;

/** The names that a project gives its distribution in its metadata at the root. */
export function namesIn(files: FileTree): readonly string[] {
  const { project, poetry } = tablesOf(files);
  return [
    project['name'],
    poetry['name'],
    headerOf(files, 'PKG-INFO', 'Name'),
    headerOf(files, 'setup.cfg', 'name'),
  ].flatMap(textOf);
}

/** What a project says of itself: its metadata's description, and the top of its README. */
export function descriptionsIn(files: FileTree): readonly string[] {
  const { project, poetry } = tablesOf(files);
  const readmes = [...files.keys()].filter(path => /^readme(?:\.\w+)?$/i.test(path)).sort();
  return [
    project['description'],
    poetry['description'],
    headerOf(files, 'PKG-INFO', 'Summary'),
    headerOf(files, 'setup.cfg', 'description'),
    ...readmes.map(path => contentOf(files, path).slice(0, README_TOP)),
  ].flatMap(textOf);
}

type Table = Readonly<Record<string, unknown>>;

function tablesOf(files: FileTree): { readonly project: Table; readonly poetry: Table } {
  const document = tomlOf(contentOf(files, 'pyproject.toml'));
  return { project: tableOf(document['project']), poetry: tableOf(tableOf(document['tool'])['poetry']) };
}

function tomlOf(text: string): Table {
  try {
    return tableOf(parseToml(text));
  } catch {
    return {};
  }
}

function tableOf(value: unknown): Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : {};
}

function headerOf(files: FileTree, path: string, name: string): string | undefined {
  return new RegExp(String.raw`^${name}[ \t]{0,8}[:=][ \t]{0,8}([^\n]{1,500})`, 'm').exec(
    contentOf(files, path),
  )?.[1];
}

function contentOf(files: FileTree, path: string): string {
  return (decodeUtf8(files.get(path) ?? new Uint8Array()) ?? '').slice(0, LONGEST_METADATA);
}

function textOf(value: unknown): readonly string[] {
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
}
