import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CodefaceError } from '../../domain/errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Dialogue } from './installation/dialogue.js';
import { BoundedOutput } from './output.js';
import { within } from './within.js';

const REPORT_BYTES = 4096;

/** How long output is still read after the process is gone; an escaped descendant may hold the pipe open for ever. */
const DRAIN_MS = 500;

export interface ChildRequest {
  readonly command: readonly string[];
  readonly cwd: string;
  /** Standard input; the process sees its end after the last chunk. */
  readonly input: Iterable<Uint8Array>;
  readonly wallTimeMs: number;
  readonly outputBytes: number;
  /** The program gets a file descriptor 3 to report on what it runs. */
  readonly reports?: boolean;
  /** Takes standard output and keeps standard input open; nothing of the former is in the result. */
  readonly dialogue?: Dialogue;
  /** Kills the command. */
  readonly signal?: AbortSignal;
}

export interface ChildResult {
  /** 128 + n after signal n. */
  readonly exitCode: number;
  /** What the program wrote to file descriptor 3; empty unless it `reports`. */
  readonly report: string;
  readonly timedOut: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

/**
 * Runs a command with an empty environment in a process group of its own, which is killed at the limit and when
 * the command has ended. Ends in a `CodefaceError` of code `sandbox` when the program cannot be started.
 */
export async function runChild(request: ChildRequest, clock: Clock): Promise<ChildResult> {
  const [program = '', ...words] = request.command;
  const startedAt = clock.elapsed();
  const child = spawn(program, words, {
    cwd: request.cwd,
    env: {},
    detached: true,
    stdio: request.reports ? ['pipe', 'pipe', 'pipe', 'pipe'] : 'pipe',
  });
  const killGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // ESRCH: all of it is gone already.
    }
  };
  const stdout = new BoundedOutput(request.outputBytes);
  const stderr = new BoundedOutput(request.outputBytes);
  const report = new BoundedOutput(REPORT_BYTES);
  const { dialogue, signal } = request;
  child.stdout.on('data', (chunk: Buffer) => (dialogue ? dialogue.read(chunk) : stdout.write(chunk)));
  child.stderr.on('data', (chunk: Buffer) => stderr.write(chunk));
  const reportPipe = child.stdio[3] as Readable | undefined;
  reportPipe?.on('data', (chunk: Buffer) => report.write(chunk));
  // A program that ends before it has read everything breaks the pipe; its exit code tells the rest.
  pipeline(Readable.from(request.input), child.stdin, { end: dialogue === undefined }).catch(() => undefined);
  dialogue?.begin(child.stdin);
  signal?.addEventListener('abort', killGroup);

  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup();
  }, request.wallTimeMs);
  const closed = new Promise<void>(resolve => child.once('close', () => resolve()));
  try {
    const exitCode = await new Promise<number>((resolve, reject) => {
      child.once('error', cause =>
        reject(new CodefaceError('sandbox', `${program} could not be started: ${cause.message}`, { cause })),
      );
      child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
    });
    killGroup();
    await within(DRAIN_MS, closed);
    const durationMs = Math.round(clock.elapsed() - startedAt);
    return {
      exitCode,
      report: report.text(),
      timedOut,
      stdout: stdout.text(),
      stderr: stderr.text(),
      durationMs,
    };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', killGroup);
    child.stdin.destroy();
    child.stdout.destroy();
    child.stderr.destroy();
    reportPipe?.destroy();
  }
}
