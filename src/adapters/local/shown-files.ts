import { createHash } from 'node:crypto';
import {
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rmdir,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import type { Stats } from 'node:fs';
import { dirname, join } from 'node:path';

import { confinePath } from '../../domain/files.js';
import type { Git } from '../git/git.js';
import { readBlobs } from '../git/read-tree.js';
import type { TreeEntry } from '../git/read-tree.js';

const LINK = '120000';
const SUBMODULE = '160000';
const EXECUTABLE = '100755';
/** So much content is held in memory at a time; a larger file is held alone. */
const BATCH_BYTES = 64 * 1024 ** 2;

type Entries = ReadonlyMap<string, TreeEntry>;

/** The files in which two trees differ, as the one and as the other has them. */
export interface FileChanges {
  readonly before: Entries;
  readonly after: Entries;
}

/** What turns one tree into another; submodules and paths that lead out of the tree are left alone. */
export function fileChanges(before: readonly TreeEntry[], after: readonly TreeEntry[]): FileChanges {
  const [from, to] = [byPath(before), byPath(after)];
  const lacks = (other: Entries) => (entry: TreeEntry) => {
    const same = other.get(entry.path);
    return same?.objectId !== entry.objectId || same.mode !== entry.mode;
  };
  return {
    before: byPath([...from.values()].filter(lacks(to))),
    after: byPath([...to.values()].filter(lacks(from))),
  };
}

function byPath(entries: readonly TreeEntry[]): Entries {
  const usable = entries.filter(({ mode, path }) => mode !== SUBMODULE && confinePath(path) === path);
  return new Map(usable.map(entry => [entry.path, entry]));
}

/**
 * Whether nothing of a person's is where files would be removed or written: each is missing, as the first tree has it,
 * or already as the second does.
 */
export async function isAsLeft(folder: string, changes: FileChanges): Promise<boolean> {
  for (const path of new Set([...changes.before.keys(), ...changes.after.keys()]))
    if (!(await isFree(folder, path, changes))) return false;
  return true;
}

async function isFree(folder: string, path: string, { before, after }: FileChanges): Promise<boolean> {
  for (const parent of parentsOf(path)) {
    const there = await look(join(folder, parent));
    if (there === undefined) return true;
    // Where a file makes room for a folder, that file is judged by itself.
    if (!there.isDirectory()) return before.has(parent);
  }
  const there = await look(join(folder, path));
  if (there === undefined) return true;
  if (there.isDirectory()) return holdsOnly(folder, path, before);
  const known = [before.get(path), after.get(path)].filter(entry => entry !== undefined);
  for (const { mode, objectId } of known)
    if (
      there.isSymbolicLink() === (mode === LINK) &&
      (await blobId(join(folder, path), there, objectId)) === objectId
    )
      return true;
  return false;
}

async function holdsOnly(folder: string, path: string, entries: Entries): Promise<boolean> {
  for (const item of await readdir(join(folder, path), { withFileTypes: true })) {
    const inner = `${path}/${item.name}`;
    if (!(item.isDirectory() ? await holdsOnly(folder, inner, entries) : entries.has(inner))) return false;
  }
  return true;
}

/** The id that git gives these bytes as they are, by the algorithm of an id it is compared with. */
async function blobId(place: string, there: Stats, like: string): Promise<string | undefined> {
  if (!there.isFile() && !there.isSymbolicLink()) return undefined;
  const content = there.isFile() ? await readFile(place) : await readlink(place, { encoding: 'buffer' });
  return createHash(like.length === 40 ? 'sha1' : 'sha256')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex');
}

/** Removes and writes files, never through a link and never over what is there. */
export async function writeChanges(git: Git, folder: string, { before, after }: FileChanges): Promise<void> {
  for (const path of before.keys()) await remove(folder, path);
  // A file that is already as it should be makes room for itself.
  for (const path of after.keys()) await remove(folder, path);
  // Links come last, so that no file is ever written while one of them is there to lead elsewhere.
  const files = [...after.values()].sort((a, b) => Number(a.mode === LINK) - Number(b.mode === LINK));
  for (const batch of batches(files)) {
    const blobs = await readBlobs(git, [...new Set(batch.map(({ objectId }) => objectId))]);
    for (const entry of batch) await write(folder, entry, blobs.get(entry.objectId) ?? new Uint8Array());
  }
}

async function remove(folder: string, path: string): Promise<void> {
  if (!(await isReached(folder, path))) return;
  const there = await look(join(folder, path));
  if (there === undefined || there.isDirectory()) return;
  await unlink(join(folder, path));
  for (const parent of parentsOf(path).reverse()) {
    const removed = await rmdir(join(folder, parent)).then(
      () => true,
      () => false,
    );
    if (!removed) return;
  }
}

async function write(folder: string, { path, mode }: TreeEntry, content: Uint8Array): Promise<void> {
  const place = join(folder, path);
  if (!(await isReached(folder, path))) return;
  await mkdir(dirname(place), { recursive: true });
  const written =
    mode === LINK
      ? symlink(Buffer.from(content), place)
      : writeFile(place, content, { flag: 'wx', mode: mode === EXECUTABLE ? 0o777 : 0o666 });
  // Two names that are one on this disk: the first stays, as does whatever came there meanwhile.
  await written.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Whether only folders, or nothing yet, lie on the way: a link there would lead out of the worktree. */
async function isReached(folder: string, path: string): Promise<boolean> {
  for (const parent of parentsOf(path)) {
    const there = await look(join(folder, parent));
    if (there === undefined) return true;
    if (!there.isDirectory()) return false;
  }
  return true;
}

/** `a/b/c.py` lies in `a` and `a/b`. */
function parentsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

async function look(place: string): Promise<Stats | undefined> {
  return lstat(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
}

function* batches(entries: readonly TreeEntry[]): Generator<readonly TreeEntry[]> {
  let batch: TreeEntry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    if (batch.length > 0 && bytes + entry.bytes > BATCH_BYTES) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(entry);
    bytes += entry.bytes;
  }
  if (batch.length > 0) yield batch;
}
