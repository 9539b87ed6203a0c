import type { FileReader, FileReading } from '../../ports/file-reader.js';
import { readOne } from '../../python/outline/read-one.js';
import { readInThreads, type FileLimits, type Numbered } from './thread-pool.js';

export interface FileReaderOptions {
  /** At most so many threads. */
  readonly threads: number;
  readonly limits?: FileLimits;
  /** Less than this in all is read at once, where no file is long enough to hang: a thread takes longer to start. */
  readonly alonePastBytes?: number;
  /** What a thread runs, when it is not the program beside this one. */
  readonly program?: URL;
}

const LIMITS: FileLimits = { timeMs: 5000, timeMsPerMebibyte: 10_000, memoryBytes: 384 * 2 ** 20 };
const ALONE_PAST_BYTES = 3 * 2 ** 20;

/** Nothing that is shorter takes the parser long, whatever is in it. */
const HARMLESS_BYTES = 256 * 2 ** 10;

/** So much is sent to a thread at once. */
const BATCH_BYTES = 256 * 2 ** 10;
const BATCH_FILES = 32;

/** A reader that reads few files where it is called, and many, or long ones, in threads. */
export function createFileReader({
  threads,
  limits = LIMITS,
  alonePastBytes = ALONE_PAST_BYTES,
  program,
}: FileReaderOptions): FileReader {
  return {
    async read(files) {
      const readings: FileReading[] = [];
      const numbered = files.map((file, number): Numbered => [number, file]);
      const total = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
      const isMuch = total > alonePastBytes;
      const inThreads = numbered.filter(([, { bytes }]) => isMuch || bytes.byteLength > HARMLESS_BYTES);
      const here = isMuch ? [] : numbered.filter(([, { bytes }]) => bytes.byteLength <= HARMLESS_BYTES);
      const batches = batchesOf(inThreads);
      const unread = await readInThreads(
        batches,
        Math.min(threads, batches.length),
        limits,
        (number, reading) => (readings[number] = reading),
        program,
      );
      for (const [number, file] of [...here, ...unread]) readings[number] = readOne(file);
      return readings;
    },
  };
}

/** Files in batches, the largest first, so that no thread is left with a long one at the end. */
function batchesOf(files: readonly Numbered[]): readonly (readonly Numbered[])[] {
  const batches: Numbered[][] = [];
  let bytes = BATCH_BYTES;
  const size = ([, file]: Numbered): number => file.bytes.byteLength;
  for (const file of [...files].sort((a, b) => size(b) - size(a) || a[0] - b[0])) {
    const last = batches[batches.length - 1];
    if (last === undefined || bytes + size(file) > BATCH_BYTES || last.length >= BATCH_FILES) {
      batches.push([file]);
      bytes = size(file);
    } else {
      last.push(file);
      bytes += size(file);
    }
  }
  return batches;
}
