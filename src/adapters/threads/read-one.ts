import { encodeOutline } from '../../python/outline/encode-outline.js';
import { readFile } from '../../python/outline/read-file.js';
import type { FileReading, UnreadFile } from '../../ports/file-reader.js';

/** Reads one file where it is called, with no limits. */
export function readOne({ path, bytes }: UnreadFile): FileReading {
  try {
    const read = readFile(path, bytes);
    return 'outline' in read
      ? { outline: encodeOutline(read.outline) }
      : { reason: read.reason, isLasting: true };
  } catch (error) {
    // A fault of ours, or of the parser: it costs this file and is told.
    return { reason: `it cannot be analysed (${String(error).slice(0, 200)}); report it`, isLasting: false };
  }
}
