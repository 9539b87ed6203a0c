import type { FileTree } from '../../domain/files.js';
import { projectMetadata } from '../../python/declarations/index.js';
import { textAt } from '../../python/declarations/repository-text.js';
import { pythonLines } from './python-lines.js';

/** The group of entry points that pytest loads plug-ins from (pytest, "Making your plugin installable by others"). */
const GROUP = 'pytest11';
/** Files that a project's metadata is read from, and metadata that lies in the tree as it is. */
const DECLARING = /^(pyproject\.toml|setup\.(cfg|py)|PKG-INFO)$/;
const METADATA = /(^|\/)([^/]+\.(dist|egg)-info|EGG-INFO)\/entry_points\.txt$/i;

/**
 * Tells whether a new or changed file may make pytest load a plug-in that it does not load on the base commit. Of
 * metadata that lies in the tree any is taken to: nobody writes it by hand.
 */
export function plantsPlugin(base: FileTree, changed: FileTree): (path: string) => boolean {
  let declares: boolean | undefined;
  return path => {
    if (METADATA.test(path)) return true;
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

/** Read as `importlib.metadata` reads them, which is more lenient than an INI file's format. */
function entriesOf(files: FileTree, path: string): readonly string[] {
  if (!METADATA.test(path)) return [];
  let group = '';
  return pythonLines(textAt(files, path)).flatMap(line => {
    const content = line.replaceAll('\x1f', ' ').replace(/^[^\S\uFEFF]+|[^\S\uFEFF]+$/g, '');
    if (!content.startsWith('[') || !content.endsWith(']'))
      return group === GROUP ? [content.replace(/\s+/g, '')] : [];
    group = content.replace(/^[[\]]+|[[\]]+$/g, '');
    return [];
  });
}

function adds(before: readonly string[], after: readonly string[]): boolean {
  return after.some(entry => !before.includes(entry));
}
