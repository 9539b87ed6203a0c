import { confinePath } from '../../domain/files.js';
import { encodeOutline } from './encode-outline.js';
import { readFile } from './read-file.js';

/** Reads one file where it is called, with no limits, into bytes; whatever goes wrong costs this file alone. */
export function readOne({
  path,
  bytes,
}: {
  readonly path: string;
  readonly bytes: Uint8Array;
}): { readonly outline: Uint8Array } | { readonly reason: string; readonly isLasting: boolean } {
  // Another file of the same content may well be read.
  if (confinePath(path) !== path) return { reason: 'its path leaves the repository', isLasting: false };
  try {
    const read = readFile(path, bytes);
    return 'outline' in read
      ? { outline: encodeOutline(read.outline) }
      : { reason: read.reason, isLasting: true };
  } catch (error) {
    // A fault of ours, or of the parser: it is told, and tried again the next time.
    return { reason: `it cannot be analysed (${String(error).slice(0, 200)}); report it`, isLasting: false };
  }
}
