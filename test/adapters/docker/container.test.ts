import { afterEach, expect, it } from '@jest/globals';
import type { Container } from 'dockerode';
import { PassThrough } from 'node:stream';
import { observe } from '../../../src/adapters/docker/container.js';
import { systemClock } from '../../../src/adapters/system/clock.js';

const OUTPUT_BYTES = 4096;
const streams: PassThrough[] = [];
afterEach(() => streams.splice(0).forEach(stream => stream.destroy()));

/** An engine's answer as it should be, with an attached stream that the engine never ends. */
function engine(settings: { readonly ends: boolean }) {
  const stream = new PassThrough();
  streams.push(stream);
  let killed = 0;
  let end: (value: { StatusCode: number }) => void = () => undefined;
  const ended = new Promise<{ StatusCode: number }>(resolve => (end = resolve));
  const frame = (text: string) => {
    const header = Buffer.from([1, 0, 0, 0, 0, 0, 0, text.length]);
    return Buffer.concat([header, Buffer.from(text)]);
  };
  const container = {
    attach: async () => stream,
    start: async () => {
      const bytes = frame('said');
      // The header itself comes in two pieces.
      stream.emit('data', bytes.subarray(0, 3));
      stream.emit('data', bytes.subarray(3));
      if (settings.ends) end({ StatusCode: 0 });
    },
    wait: () => ended,
    kill: async () => {
      killed += 1;
      end({ StatusCode: 137 });
    },
    inspect: async () => ({ State: { OOMKilled: false } }),
  } as unknown as Container;
  return { container, killed: () => killed };
}

const watch = (container: Container, wallTimeMs: number, signal?: AbortSignal) =>
  observe(
    container,
    { input: [], wallTimeMs, outputBytes: OUTPUT_BYTES, ...(signal && { signal }) },
    systemClock,
  );

it('takes a command that ended for ended, though its stream never does', async () => {
  const { container, killed } = engine({ ends: true });
  expect(await watch(container, 30_000)).toMatchObject({ timedOut: false, exitCode: 0, stdout: 'said' });
  expect(killed()).toBe(0);
});

it('ends a command at its limit, though neither it nor its stream does', async () => {
  const { container, killed } = engine({ ends: false });
  const startedAt = performance.now();
  expect(await watch(container, 300)).toMatchObject({ timedOut: true, stdout: 'said' });
  expect(performance.now() - startedAt).toBeLessThan(5_300);
  expect(killed()).toBe(1);
});

it('kills a command when it is told to', async () => {
  const { container, killed } = engine({ ends: false });
  const abort = new AbortController();
  const watched = watch(container, 30_000, abort.signal);
  setTimeout(() => abort.abort(), 50);
  expect(await watched).toMatchObject({ timedOut: false, exitCode: 137 });
  expect(killed()).toBe(1);
});
