import { createHash } from 'node:crypto';
import type { FileReading, UnreadFile } from '../../ports/file-reader.js';
import type { RememberedWork } from '../../ports/mining-memory.js';
import { OUTLINE_VERSION } from '../../python/outline/encode-outline.js';
import { isTestPath } from '../../python/project-modules.js';

/** Four bytes before the rest, so that an outline's numbers stay where numbers can be read. */
const MARK_BYTES = 4;
const OUTLINE = 0;
const REASON = 1;

/** Reading files as work that is remembered by what is in them: a file that was moved is not read again. */
export const READING_WORK: Omit<RememberedWork<UnreadFile, FileReading>, 'compute'> = {
  kind: `outline-${OUTLINE_VERSION}`,
  // A path says only whether a file is a test, and whether it may be read at all.
  keyOf: ({ path, bytes }) =>
    `${isTestPath(path) ? 'test' : 'code'}-${createHash('sha256').update(bytes).digest('hex')}`,
  encode: encodeReading,
  decode: decodeReading,
  isLasting: reading => 'outline' in reading || reading.isLasting,
  batchSize: 2000,
};

function encodeReading(reading: FileReading): Uint8Array {
  const content = 'outline' in reading ? reading.outline : new TextEncoder().encode(reading.reason);
  const bytes = new Uint8Array(MARK_BYTES + content.length);
  bytes[0] = 'outline' in reading ? OUTLINE : REASON;
  bytes.set(content, MARK_BYTES);
  return bytes;
}

function decodeReading(bytes: Uint8Array): FileReading | undefined {
  if (bytes.length < MARK_BYTES) return undefined;
  const content = bytes.subarray(MARK_BYTES);
  return bytes[0] === OUTLINE
    ? { outline: content }
    : { reason: new TextDecoder().decode(content), isLasting: true };
}
