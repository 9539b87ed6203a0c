import { Worker } from 'node:worker_threads';
import type { FileReading, UnreadFile } from '../../ports/file-reader.js';
import type { BatchAnswer, ThreadData } from './read-thread.js';

/** What one file may cost. */
export interface FileLimits {
  /** For any file, and besides for each MiB of it. */
  readonly timeMs: number;
  readonly timeMsPerMebibyte: number;
  readonly memoryBytes: number;
}

/** Files with their place in the list that was asked for. */
export type Numbered = readonly [number: number, file: UnreadFile];

const IS_SOURCE = import.meta.url.endsWith('.ts');
const THREAD = new URL(`./read-thread.${IS_SOURCE ? 'ts' : 'js'}`, import.meta.url);

/** Where this is run from its sources, as in tests, what a thread runs has to be made JavaScript first. */
const FROM_SOURCE = `import('tsx/esm/api').then(tsx => { tsx.register(); return import('${THREAD.href}'); })`;

/** How often it is looked whether a thread is still at the same file. */
const WATCH_MS = 100;

/**
 * Reads batches in so many threads at once. A thread that is at one file for too long, or runs out of memory, is
 * ended; the file is skipped, and the rest of the batch goes to a new thread. Hands over each batch's readings as they
 * come, and returns those files that no thread could be started for.
 */
export async function readInThreads(
  batches: readonly (readonly Numbered[])[],
  threads: number,
  limits: FileLimits,
  onRead: (number: number, reading: FileReading) => void,
  program?: URL,
): Promise<readonly Numbered[]> {
  const waiting = [...batches].reverse();
  const unread: Numbered[] = [];
  const serve = async (): Promise<void> => {
    let thread: ReadingThread | undefined;
    for (let batch = waiting.pop(); batch !== undefined; batch = waiting.pop()) {
      thread ??= new ReadingThread(limits, program);
      const { readings, fault } = await thread.read(batch.map(([, file]) => file));
      readings.forEach((reading, index) => onRead(batch[index]?.[0] ?? 0, reading));
      if (fault === undefined) continue;
      await thread.end();
      thread = undefined;
      if (fault.at < 0) {
        unread.push(...batch);
        continue;
      }
      onRead(batch[fault.at]?.[0] ?? 0, { reason: fault.reason, isLasting: false });
      const rest = batch.filter((_, index) => index !== fault.at);
      if (rest.length > 0) waiting.push(rest);
    }
    await thread?.end();
  };
  await Promise.all(Array.from({ length: threads }, serve));
  return unread;
}

interface BatchResult {
  readonly readings: readonly FileReading[];
  /** Why the thread is of no more use, and at which file of the batch; -1 when at none. */
  readonly fault?: { readonly at: number; readonly reason: string };
}

class ReadingThread {
  private readonly at = new Int32Array(new SharedArrayBuffer(4));
  private readonly worker: Worker;

  constructor(
    private readonly limits: FileLimits,
    program: URL | undefined,
  ) {
    const isSource = IS_SOURCE && program === undefined;
    this.worker = new Worker(isSource ? FROM_SOURCE : (program ?? THREAD), {
      eval: isSource,
      workerData: { at: this.at } satisfies ThreadData,
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(limits.memoryBytes / 2 ** 20) },
    });
  }

  read(files: readonly UnreadFile[]): Promise<BatchResult> {
    return new Promise(resolve => {
      let current = 0;
      let since = performance.now();
      const limitMs = (at: number): number =>
        this.limits.timeMs +
        this.limits.timeMsPerMebibyte * ((files[at - 1]?.bytes.byteLength ?? 0) / 2 ** 20);
      const finish = (result: BatchResult): void => {
        clearInterval(watch);
        for (const event of ['message', 'error', 'exit']) this.worker.removeAllListeners(event);
        // What a thread still says while it ends is of no interest.
        this.worker.on('error', () => undefined);
        resolve(result);
      };
      const fail = (reason: string): void =>
        finish({ readings: [], fault: { at: Atomics.load(this.at, 0) - 1, reason } });
      const watch = setInterval(() => {
        const at = Atomics.load(this.at, 0);
        if (at !== current) [current, since] = [at, performance.now()];
        else if (at > 0 && performance.now() - since > limitMs(at))
          fail(
            `reading it takes longer than ${Math.ceil(limitMs(at) / 1000)} s; split it, or leave it out of mining`,
          );
      }, WATCH_MS);
      this.worker.once('message', (readings: BatchAnswer) => finish({ readings }));
      this.worker.once('error', (error: Error & { code?: string }) =>
        fail(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? 'reading it takes too much memory; split it, or leave it out of mining'
            : `it cannot be analysed (${error.message.slice(0, 200)}); report it`,
        ),
      );
      this.worker.once('exit', () => fail('the thread that read it ended; report it'));
      this.worker.postMessage({ files });
    });
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}
