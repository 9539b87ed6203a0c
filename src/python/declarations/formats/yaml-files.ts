import { parseDocument } from 'yaml';
import type { FileTree } from '../../../domain/files.js';
import { tableAt, textAt, type Table } from '../repository-text.js';

/** Parsing YAML is slow: these keep a tree made for it under a few seconds. */
const MOST_FILES = 30;
const LARGEST_FILE = 128 * 1024;

/** The YAML files whose path fits, by path, at most 30 of at most 128 KiB; all scalars are strings. */
export function yamlFiles(files: FileTree, fits: (path: string) => boolean): ReadonlyMap<string, Table> {
  const paths = [...files.keys()].filter(
    path => fits(path) && (files.get(path)?.length ?? 0) <= LARGEST_FILE,
  );
  return new Map(
    paths
      .sort()
      .slice(0, MOST_FILES)
      .map(path => [path, yamlTable(textAt(files, path))]),
  );
}

function yamlTable(text: string): Table {
  try {
    return tableAt(
      parseDocument(text, { schema: 'failsafe', logLevel: 'silent' }).toJS({ maxAliasCount: 100 }),
    );
  } catch {
    return {};
  }
}
