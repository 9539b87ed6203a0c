import type Docker from 'dockerode';
import type { Container, ContainerCreateOptions } from 'dockerode';
import { Readable } from 'node:stream';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../ports/clock.js';
import type { Logger } from '../../ports/logger.js';
import type { Dialogue } from '../sandbox/installation/dialogue.js';
import type { Observation } from '../sandbox/ending.js';
import { BoundedOutput } from '../sandbox/output.js';
import { within } from '../sandbox/within.js';
import { NAME_TAKEN, NOT_FOUND, engineError, engineStatus } from './engine-error.js';
import { createFrameReader } from './frames.js';

/** How long the rest of the output and the news of a kill are waited for. */
const SETTLE_MS = 2_000;

export interface ContainerRun extends Observation {
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

/**
 * Makes a container, lends it, and removes it whatever happens. It is removed by its name, so one whose creation
 * was never confirmed goes too. Ends in a `CodefaceError` of code `sandbox`.
 */
export async function withContainer<T>(
  docker: Docker,
  name: string,
  settings: ContainerCreateOptions,
  logger: Logger,
  use: (container: Container) => Promise<T>,
): Promise<T> {
  const container = docker.getContainer(name);
  let isOurs = true;
  try {
    await docker.createContainer({ ...settings, name }).catch((error: unknown) => {
      isOurs = engineStatus(error) !== NAME_TAKEN;
      throw error;
    });
    return await use(container);
  } catch (error) {
    throw engineError(`running the container ${name} of ${settings.Image}`, error);
  } finally {
    if (isOurs) await removeContainer(container, logger);
  }
}

async function removeContainer(container: Container, logger: Logger): Promise<void> {
  try {
    await container.remove({ force: true, v: true });
  } catch (error) {
    if (engineStatus(error) === NOT_FOUND) return;
    logger.warn('A container could not be removed; it will be when Codeface starts again', {
      container: container.id,
      error: engineError('removing a container', error).message,
    });
  }
}

/** What is said to a container, and how long it is listened to. */
export interface Observed {
  readonly input: Iterable<Uint8Array>;
  readonly wallTimeMs: number;
  readonly outputBytes: number;
  /** Speaks with the command instead of keeping its standard output. */
  readonly dialogue?: Dialogue;
  /** Kills it. */
  readonly signal?: AbortSignal;
}

/** Starts a made container, feeds its standard input, and watches it until it ends or its time is over. */
export async function observe(
  container: Container,
  { input, dialogue, signal, ...limits }: Observed,
  clock: Clock,
): Promise<ContainerRun> {
  const stdout = new BoundedOutput(limits.outputBytes);
  const stderr = new BoundedOutput(limits.outputBytes);
  const read = createFrameReader({
    stdout: c => (dialogue ? dialogue.read(c) : stdout.write(c)),
    stderr: c => stderr.write(c),
  });
  const attachment = { stream: true, stdin: true, stdout: true, stderr: true, hijack: true };
  const stream = await container.attach(attachment);
  stream.on('data', read);
  // The engine drops the connection of a container that is killed; what it was is told by its exit code.
  stream.on('error', () => undefined);
  const drained = new Promise<void>(resolve => stream.once('close', () => resolve()).once('end', resolve));
  const startedAt = clock.elapsed();
  const kill = () => void container.kill().catch(() => undefined);
  try {
    await container.start();
    // The launcher counts what it reads, so the stream stays open: not everything between here and the engine can
    // close one direction and keep the other.
    Readable.from(input).pipe(stream, { end: false });
    dialogue?.begin(stream as Duplex);
    signal?.addEventListener('abort', kill);
    const ended = container.wait() as Promise<{ readonly StatusCode: number }>;
    // When the engine dies, an answer it has begun may never end; when the output does, asking again tells.
    const ask = drained.then(() => container.inspect()).then(() => ended);
    const inTime = await within(limits.wallTimeMs, Promise.race([ended, ask]));
    if (inTime === undefined) await container.kill().catch(() => undefined);
    const status = inTime ?? (await within(SETTLE_MS, ended));
    const durationMs = Math.round(clock.elapsed() - startedAt);
    await within(SETTLE_MS, drained);
    // A command that ended well has ended well, whatever child it lost: one question less.
    const endedWell = inTime?.StatusCode === 0;
    const outOfMemory = !endedWell && (await container.inspect()).State.OOMKilled;
    return {
      timedOut: inTime === undefined,
      outOfMemory,
      exitCode: status?.StatusCode ?? null,
      stdout: stdout.text(),
      stderr: stderr.text(),
      durationMs,
    };
  } finally {
    signal?.removeEventListener('abort', kill);
    (stream as Duplex).destroy();
  }
}
