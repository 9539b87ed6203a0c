import { posix } from 'node:path';

/** Longer chains of links are nobody's intention. */
const MAX_HOPS = 5;

/**
 * The regular file of the same tree that a symbolic link stands for, however many links lie between; undefined when
 * it leads out of the tree, to a folder, nowhere or in a circle.
 */
export function linkedFile(
  path: string,
  links: ReadonlyMap<string, string>,
  isFile: (path: string) => boolean,
): string | undefined {
  let place = path;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const target = links.get(place);
    if (target === undefined || target.startsWith('/')) return undefined;
    place = posix.join(posix.dirname(place), target);
    if (isFile(place)) return place;
  }
  return undefined;
}

/** Why `linkedFile` finds nothing: what the link is, for whoever reads a report. */
export function whyNotLinked(
  path: string,
  links: ReadonlyMap<string, string>,
  folders: ReadonlySet<string>,
): string {
  let place = path;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const target = links.get(place);
    if (target === undefined) return 'a link to what is not there or was not read';
    place = posix.join(posix.dirname(place), target);
    if (target.startsWith('/') || place.startsWith('..')) return 'a link that leads out of the repository';
    if (folders.has(place)) return 'a link to a folder, which is read where it lies';
  }
  return 'a link that leads in a circle, or through too many others';
}

/** Every folder above files. */
export function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
}
