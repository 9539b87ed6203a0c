import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export interface SourceFile {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** The files below these folders of a project whose names end so. */
export function sourceFiles(
  project: string,
  folders: readonly string[],
  endings: readonly string[],
): readonly SourceFile[] {
  return folders
    .flatMap(folder => readdirSync(join(project, folder), { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile() && endings.some(ending => entry.name.endsWith(ending)))
    .map(entry => join(entry.parentPath, entry.name))
    .map(file => ({
      path: relative(project, file).replaceAll(sep, '/'),
      text: readFileSync(file, 'utf8'),
    }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}
