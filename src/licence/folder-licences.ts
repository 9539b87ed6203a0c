import type { FileTree } from '../domain/files.js';
import { detectLicence, type DetectedLicence } from './detect-licence.js';
import { isLicenceName } from './licence-files.js';
import { METADATA_FILES } from './metadata.js';

/** A folder below the root that has a licence of its own: a package of a larger repository, a vendored tree. */
export interface FolderLicence {
  /** With a slash at the end. */
  readonly prefix: string;
  readonly licence: DetectedLicence;
}

/** No repository has reason for more; the rest counts as the repository's. */
const MOST_FOLDERS = 1_000;

/** The folders that hold a licence file, the deepest first, so that the first that contains a path is the nearest. */
export function foldersWithLicence(files: FileTree): readonly FolderLicence[] {
  const prefixes = new Set<string>();
  for (const path of files.keys()) {
    const at = path.lastIndexOf('/') + 1;
    // REUSE keeps the texts of all licences there.
    if (at > 0 && isLicenceName(path.slice(at)) && !path.startsWith('LICENSES/'))
      prefixes.add(path.slice(0, at));
  }
  return [...prefixes]
    .sort((a, b) => b.split('/').length - a.split('/').length || (a < b ? -1 : 1))
    .slice(0, MOST_FOLDERS)
    .map(prefix => ({ prefix, licence: detectLicence(folderOf(files, prefix)) }));
}

/** The files of a folder that a licence is read from, by path from there. */
function folderOf(files: FileTree, prefix: string): FileTree {
  const own = [...files].flatMap(([path, bytes]): readonly (readonly [string, Uint8Array])[] => {
    const name = path.slice(prefix.length);
    const isRead = isLicenceName(name) || METADATA_FILES.includes(name) || /^notice/i.test(name);
    return path.startsWith(prefix) && !name.includes('/') && isRead ? [[name, bytes]] : [];
  });
  return new Map(own);
}
