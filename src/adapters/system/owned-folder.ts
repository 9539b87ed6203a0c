import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { currentOwner, ownerIsGone } from '../sandbox/owner.js';

const swept = new Map<string, Promise<void>>();

/**
 * Makes a folder for a moment, whose name says who made it. Before the first of a kind in a place, those of processes
 * that ended before they could remove theirs are removed.
 */
export async function makeOwnedFolder(parent: string, prefix: string): Promise<string> {
  const place = join(parent, prefix);
  const sweep = swept.get(place) ?? removeLeftFolders(parent, prefix);
  swept.set(place, sweep);
  await sweep;
  return mkdtemp(`${place}${currentOwner()}-`);
}

/** Removes the folders `<prefix><owner>-…` in a place whose owners are gone; one that cannot be removed stays. */
export async function removeLeftFolders(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => []))
    if (name.startsWith(prefix) && ownerIsGone(name.slice(prefix.length).split('-')[0] ?? ''))
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
}
