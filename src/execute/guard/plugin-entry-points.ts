import type { FileTree } from '../../domain/files.js';
import { projectMetadata } from '../../python/declarations/index.js';
import { readIni } from '../../python/declarations/ini.js';
import { textAt } from '../../python/declarations/repository-text.js';

/** The group of entry points that pytest loads plug-ins from (pytest, "Making your plugin installable by others"). */
const GROUP = 'pytest11';
/** Files that a project's metadata is read from, and metadata that lies in the tree as it is. */
const DECLARING = /^(pyproject\.toml|setup\.(cfg|py)|PKG-INFO)$/;
const METADATA = /(^|\/)([^/]+\.(dist|egg)-info|EGG-INFO)\/entry_points\.txt$/i;

/** Tells whether a changed file makes pytest load a plug-in that it does not load on the base commit. */
export function plantsPlugin(base: FileTree, changed: FileTree): (path: string) => boolean {
  let declares: boolean | undefined;
  return path => {
    if (METADATA.test(path)) return adds(entriesOf(base, path), entriesOf(changed, path));
    if (!DECLARING.test(path)) return false;
    declares ??= adds(declaredBy(base), declaredBy(changed));
    return declares;
  };
}

/** Of the metadata that stands for an installation of the project while its suite runs. */
function declaredBy(tree: FileTree): readonly string[] {
  const metadata = projectMetadata(tree);
  return [...metadata.keys()].flatMap(path => entriesOf(metadata, path));
}

function entriesOf(files: FileTree, path: string): readonly string[] {
  if (!METADATA.test(path)) return [];
  const entries = readIni(textAt(files, path)).get(GROUP) ?? new Map<string, string>();
  return [...entries].map(([name, value]) => `${name}=${value}`.replace(/\s+/g, ''));
}

function adds(before: readonly string[], after: readonly string[]): boolean {
  return after.some(entry => !before.includes(entry));
}
