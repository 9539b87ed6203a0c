import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import { fromBufferPromise, type Entry } from 'yauzl';
import { CodefaceError } from '../../domain/errors.js';
import {
  ArchiveTree,
  DEFAULT_ARCHIVE_LIMITS,
  type ArchiveFiles,
  type ArchiveLimits,
} from './archive-tree.js';

/**
 * The files of a source distribution's archive, `.tar.gz` (PEP 517) or `.zip`, in memory: nothing is written and
 * nothing is run. Ends in a `CodefaceError` of code `bad-input` when it is damaged or larger than the limits.
 */
export async function readArchive(
  name: string,
  bytes: Uint8Array,
  limits: ArchiveLimits = DEFAULT_ARCHIVE_LIMITS,
): Promise<ArchiveFiles> {
  const tree = new ArchiveTree(name, limits);
  try {
    await (/\.zip$/i.test(name) ? readZip(tree, bytes) : readTar(tree, bytes, limits));
  } catch (cause) {
    if (cause instanceof CodefaceError) throw cause;
    const what = cause instanceof Error ? cause.message : String(cause);
    throw new CodefaceError(
      'bad-input',
      `${name} is damaged: ${what}. Download it again, or mine its repository.`,
      {
        cause,
      },
    );
  }
  return tree.finish();
}

/** Of an entry besides its content: headers and padding. */
const ENTRY_BYTES = 2048;
const FOLDERS = new Set(['Directory', 'GNUDumpDir']);
const FILES = new Set(['File', 'OldFile', 'ContiguousFile']);
const DAMAGE = new Set(['TAR_BAD_ARCHIVE', 'TAR_ENTRY_INVALID', 'TAR_ENTRY_ERROR', 'TAR_ABORT']);

async function readTar(tree: ArchiveTree, bytes: Uint8Array, limits: ArchiveLimits): Promise<void> {
  let damage: string | undefined;
  const visit = (entry: ReadEntry) => {
    const kind = FILES.has(entry.type) ? 'file' : FOLDERS.has(entry.type) ? 'folder' : 'other';
    const pieces: Buffer[] = [];
    if (tree.wants(entry.path, kind, entry.size)) {
      entry.on('data', piece => {
        tree.count(piece.length);
        pieces.push(piece);
      });
      entry.on('end', () => tree.put(entry.path, Buffer.concat(pieces)));
    }
    entry.resume();
  };
  const parser = new Parser({
    onReadEntry: visit,
    onwarn: (code, message) => {
      if (DAMAGE.has(code)) damage ??= String(message);
    },
  });
  parser.on('ignoredEntry', visit);
  let unpacked = 0;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        // The parser would unpack what is packed twice, and that without a limit of ours.
        if (unpacked === 0 && isPacked(chunk)) throw new Error('it is packed twice');
        unpacked += chunk.length;
        // What is left out is unpacked as well, and costs time.
        if (unpacked > 2 * limits.totalBytes + limits.entries * ENTRY_BYTES) tree.count(Infinity);
        parser.write(chunk);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    final(done) {
      parser.once('end', () => done(damage === undefined ? null : new Error(damage)));
      parser.end();
    },
  });
  await pipeline(Readable.from([bytes]), createGunzip(), sink);
}

/** Whether bytes begin as gzip's or Zstandard's do. */
function isPacked(bytes: Buffer): boolean {
  return (bytes[0] === 0x1f && bytes[1] === 0x8b) || bytes.subarray(0, 4).toString('hex') === '28b52ffd';
}

async function readZip(tree: ArchiveTree, bytes: Uint8Array): Promise<void> {
  const archive = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    decodeStrings: false,
  });
  for await (const entry of archive.eachEntry()) {
    const path = entry.fileNameRaw.toString('utf8');
    if (!tree.wants(path, kindOf(entry, path), entry.uncompressedSize)) continue;
    const pieces: Buffer[] = [];
    for await (const piece of await archive.openReadStreamPromise(entry)) {
      tree.count((piece as Buffer).length);
      pieces.push(piece as Buffer);
    }
    tree.put(path, Buffer.concat(pieces));
  }
}

/** By the file mode that Unix tools keep in the upper half of the attributes; others leave it empty. */
function kindOf(entry: Entry, path: string): 'file' | 'folder' | 'other' {
  if (path.endsWith('/')) return 'folder';
  const type = (entry.externalFileAttributes >>> 16) & 0o170000;
  return (type === 0 || type === 0o100000) && entry.canDecodeFileData() ? 'file' : 'other';
}
