import { constants } from 'node:fs';
import type { Dirent } from 'node:fs';
import { open, readdir, readlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import type { Exclusion } from '../../domain/mined.js';
import { foldersOf, linkedFile, whyNotLinked } from './links.js';
import type { ReadFiles } from './read-tree.js';
import { tooLarge, treeMeter, whyUnusableName } from './tree-limits.js';
import type { TreeLimits } from './tree-limits.js';

/** Made by tools, never written by people; `*.egg-info` stays, since it names an unpacked distribution. */
const GENERATED = new Set([
  '.git',
  '.hg',
  '.svn',
  '__pycache__',
  'node_modules',
  'venv',
  '.venv',
  '.tox',
  '.nox',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.codeface',
]);

/** What every virtual environment has, whatever it is called. */
const VIRTUAL_ENVIRONMENT_MARK = 'pyvenv.cfg';

/** Opening neither follows a link put there meanwhile nor waits for a pipe's other end. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * The files below a folder as they lie there, those in `kept` alone when it is given. Links are never followed on
 * the disk.
 */
export async function walkFolder(
  folder: string,
  limits: TreeLimits,
  kept?: ReadonlySet<string>,
): Promise<ReadFiles> {
  const meter = treeMeter(folder, limits);
  const files = new Map<string, Uint8Array>();
  const links = new Map<string, string>();
  const leftOut: Exclusion[] = [];
  const leave = (name: string, reason: string) => void leftOut.push({ name, reason });

  const visitFile = async (path: string) => {
    const unusable = whyUnusableName(path);
    if (unusable !== undefined) return leave(path, unusable);
    const content = await readFile(join(folder, path), limits);
    if (typeof content === 'string') return leave(path, content);
    meter(content.length);
    files.set(path, content);
  };
  const visitLink = async (path: string) => {
    const target = await readlink(join(folder, path)).catch(() => undefined);
    if (target === undefined) leave(path, UNREADABLE);
    else links.set(path, target);
  };
  const visitFolder = async (parent: string, kept: ReadonlySet<string> | undefined): Promise<void> => {
    const entries = await readdir(join(folder, parent), { withFileTypes: true }).catch(() => undefined);
    if (entries === undefined) return leave(parent, UNREADABLE);
    if (parent !== '' && entries.some(({ name }) => name === VIRTUAL_ENVIRONMENT_MARK)) return;
    for (const entry of entries.sort(byName)) {
      const path = parent === '' ? entry.name : `${parent}/${entry.name}`;
      // A submodule, or a repository inside of this one, is kept as a whole.
      if (entry.isDirectory() && !GENERATED.has(entry.name))
        await visitFolder(path, kept?.has(path) === true ? undefined : kept);
      else if (kept?.has(path) === false) continue;
      else if (entry.isFile()) await visitFile(path);
      else if (entry.isSymbolicLink()) await visitLink(path);
      else if (!entry.isDirectory()) leave(path, 'it is no file, but a device, a pipe or a socket');
    }
  };
  await visitFolder('', kept);

  const regular = new Set(files.keys());
  const folders = foldersOf(regular);
  for (const path of links.keys()) {
    const target = linkedFile(path, links, place => regular.has(place));
    const content = target === undefined ? undefined : files.get(target);
    if (content === undefined) leave(path, whyNotLinked(path, links, folders));
    else files.set(path, content);
  }
  return { files, leftOut };
}

const UNREADABLE = 'it may not be read; check its permissions';

/** The content, or why it is left out: it is too large, no regular file, or may not be read. */
async function readFile(path: string, limits: TreeLimits): Promise<Uint8Array | string> {
  const file = await open(path, OPEN_FLAGS).catch(() => undefined);
  if (file === undefined) return UNREADABLE;
  try {
    const found = await file.stat();
    if (!found.isFile()) return 'it is no file, but a device, a pipe or a socket';
    if (found.size > limits.fileBytes) return tooLarge(limits);
    // What a file system makes up as it is read has no size, and perhaps no end.
    return found.size > 0
      ? await file.readFile()
      : ((await readAtMost(file, limits.fileBytes)) ?? tooLarge(limits));
  } catch {
    return UNREADABLE;
  } finally {
    await file.close();
  }
}

async function readAtMost(file: FileHandle, bytes: number): Promise<Uint8Array | undefined> {
  const pieces: Buffer[] = [];
  for await (const piece of file.createReadStream({ autoClose: false, end: bytes }))
    pieces.push(piece as Buffer);
  const content = Buffer.concat(pieces);
  return content.length > bytes ? undefined : content;
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
