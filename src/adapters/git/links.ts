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
