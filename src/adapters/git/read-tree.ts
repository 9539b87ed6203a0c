import { CodefaceError } from '../../domain/errors.js';
import { confinePath, decodeUtf8 } from '../../domain/files.js';
import type { FileTree } from '../../domain/files.js';
import type { Git } from './git.js';
import { linkedFile } from './links.js';
import { treeMeter } from './tree-limits.js';
import type { TreeLimits } from './tree-limits.js';

const REGULAR_FILE = /^100/;
const LINK = '120000';
const NEWLINE = 10;
/** What stands for bytes that are no UTF-8: names that differ only there would be one. */
const UNDECODABLE = '\ufffd';

/** What was read, and the paths of what was not: too large, a link out, a submodule, or an unusable name. */
export interface ReadFiles {
  readonly files: FileTree;
  readonly leftOut: readonly string[];
}

/** A file, link or submodule of a tree, in git's words. */
export interface TreeEntry {
  readonly mode: string;
  readonly objectId: string;
  readonly bytes: number;
  readonly path: string;
}

/**
 * The files of a tree object, straight from the object database: nothing is checked out, so no filter, hook or
 * attribute has a say. A link to a file of the same tree reads as that file.
 */
export async function readTree(
  git: Git,
  tree: string,
  place: string,
  limits: TreeLimits,
): Promise<ReadFiles> {
  const entries = await listTree(git, tree);
  const meter = treeMeter(place, limits);
  const wanted = entries.filter(
    ({ mode, bytes, path }) =>
      (REGULAR_FILE.test(mode) || mode === LINK) &&
      bytes <= limits.fileBytes &&
      confinePath(path) === path &&
      !path.includes(UNDECODABLE),
  );
  for (const { bytes } of wanted) meter(bytes);
  const blobs = await readBlobs(git, [...new Set(wanted.map(({ objectId }) => objectId))]);
  const contentOf = ({ objectId }: TreeEntry) => blobs.get(objectId) ?? new Uint8Array();

  const regular = wanted.filter(({ mode }) => mode !== LINK);
  const files = new Map(regular.map(entry => [entry.path, contentOf(entry)]));
  const links = new Map(
    wanted
      .filter(({ mode }) => mode === LINK)
      .map(entry => [entry.path, decodeUtf8(contentOf(entry)) ?? '/']),
  );
  for (const path of links.keys()) {
    const target = linkedFile(path, links, place => files.has(place) && !links.has(place));
    const content = target === undefined ? undefined : files.get(target);
    if (content !== undefined) files.set(path, content);
  }
  return { files, leftOut: entries.map(({ path }) => path).filter(path => !files.has(path)) };
}

/** What a tree object holds, however deep. */
export async function listTree(git: Git, tree: string): Promise<readonly TreeEntry[]> {
  return parseEntries(await git.bytes(['ls-tree', '-r', '-z', '-l', '--full-tree', tree]));
}

/** `<mode> <type> <object> <size>\t<path>\0`; a size is `-` for what is no blob. */
function parseEntries(listing: Uint8Array): readonly TreeEntry[] {
  return Buffer.from(listing)
    .toString()
    .split('\0')
    .filter(Boolean)
    .map(entry => {
      const tab = entry.indexOf('\t');
      const [mode = '', , objectId = '', bytes = ''] = entry.slice(0, tab).split(/ +/);
      return { mode, objectId, bytes: Number(bytes) || 0, path: entry.slice(tab + 1) };
    });
}

/** The content of blobs by id; git answers `<object> blob <size>\n<content>\n` for each, in order. */
export async function readBlobs(
  git: Git,
  objectIds: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const blobs = new Map<string, Uint8Array>();
  if (objectIds.length === 0) return blobs;
  const output = await git.bytes(['cat-file', '--batch', '--buffer'], { input: `${objectIds.join('\n')}\n` });
  let at = 0;
  for (const objectId of objectIds) {
    const headerEnd = output.indexOf(NEWLINE, at);
    const [, type, size] = Buffer.from(output.subarray(at, headerEnd)).toString().split(' ');
    if (type !== 'blob')
      throw new CodefaceError(
        'workspace',
        `The git repository lacks object ${objectId}; it is damaged or only partly cloned. Run \`git fsck\`.`,
      );
    const start = headerEnd + 1;
    blobs.set(objectId, output.subarray(start, start + Number(size)));
    at = start + Number(size) + 1;
  }
  return blobs;
}
