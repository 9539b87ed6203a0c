import { parentPort, workerData } from 'node:worker_threads';
import type { FileReading, UnreadFile } from '../../ports/file-reader.js';
import { readOne } from '../../python/outline/read-one.js';

/** Files that one thread reads in one go, and the answer to it. */
export interface Batch {
  readonly files: readonly UnreadFile[];
}
export type BatchAnswer = readonly FileReading[];

/** What a thread is started with: where it says which file of the batch it is at, counted from 1. */
export interface ThreadData {
  readonly at: Int32Array;
}

/** A thread of its own that reads files, batch after batch, until it is terminated. */
const { at } = workerData as ThreadData;
parentPort?.on('message', ({ files }: Batch) => {
  const readings: FileReading[] = [];
  const buffers: ArrayBuffer[] = [];
  files.forEach((file, index) => {
    Atomics.store(at, 0, index + 1);
    const reading = readOne(file);
    readings.push(reading);
    if ('outline' in reading) buffers.push(reading.outline.buffer as ArrayBuffer);
  });
  Atomics.store(at, 0, 0);
  parentPort?.postMessage(readings, buffers);
});
