import { CodefaceError } from '../../domain/errors.js';
import { decodeUtf8 } from '../../domain/files.js';
import type { FileTree } from '../../domain/files.js';
import type { Exclusion } from '../../domain/mined.js';
import type { Git } from './git.js';
import { foldersOf, linkedFile, whyNotLinked } from './links.js';
import { tooLarge, treeMeter, whyUnusableName } from './tree-limits.js';
import type { TreeLimits } from './tree-limits.js';

const REGULAR_FILE = /^100/;
const LINK = '120000';
const SUBMODULE = '160000';
const NEWLINE = 10;
/** What was read, and what was not, with the reason: too large, a link out, a submodule, or an unusable name. */
export interface ReadFiles {
  readonly files: FileTree;
  readonly leftOut: readonly Exclusion[];
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
      whyUnusableName(path) === undefined,
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
  const folders = foldersOf(entries.map(({ path }) => path));
  const leftOut = entries
    .filter(({ path }) => !files.has(path))
    .map(entry => ({ name: entry.path, reason: whyLeftOut(entry, limits, links, folders) }));
  return { files, leftOut };
}

function whyLeftOut(
  { mode, bytes, path }: TreeEntry,
  limits: TreeLimits,
  links: ReadonlyMap<string, string>,
  folders: ReadonlySet<string>,
): string {
  if (mode === SUBMODULE) return 'a submodule; mine the repository that it points to';
  if (mode === LINK && links.has(path)) return whyNotLinked(path, links, folders);
  return whyUnusableName(path) ?? (bytes > limits.fileBytes ? tooLarge(limits) : 'it is no file');
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
