import { describe, expect, it } from '@jest/globals';
import { CodefaceError } from '../../src/domain/errors.js';
import type { Harness } from '../../src/harness/harness.js';
import { runRemembered, type NeedySuite } from '../../src/harness/remembered-runs.js';
import type { Sandbox, SandboxLimits } from '../../src/ports/sandbox.js';
import { createFakeHarness } from '../fakes/fake-harness.js';
import { createFakeSandbox } from '../fakes/fake-sandbox.js';
import { createMemoryMiningMemory } from '../fakes/memory-mining-memory.js';

const LIMITS: SandboxLimits = {
  wallTimeMs: 1_000,
  memoryBytes: 1,
  processes: 1,
  diskBytes: 1,
  outputBytes: 1,
};

const suiteOf = (text: string, requirements: readonly string[] = []): NeedySuite => ({
  requirements,
  requestIn: environment => ({
    environment,
    files: new Map([['test_it.py', Buffer.from(`def test_${text}(): ...\n`)]]),
    sourceRoots: [],
    targets: ['test_it.py'],
    mustImport: [],
    testTimeoutMs: 1_000,
  }),
});

/** Runs suites with what is remembered, and tells the tests that were really run. */
async function run(
  suites: readonly NeedySuite[],
  memory = createMemoryMiningMemory(),
  {
    harness = createFakeHarness(),
    sandbox = createFakeSandbox(),
  }: { readonly harness?: Harness; readonly sandbox?: Sandbox } = {},
) {
  const asked: string[] = [];
  const watching: Harness = {
    ...harness,
    runEach: (requests, limits, onDone) => {
      for (const { files } of requests)
        asked.push(/test_(\w+)/.exec(Buffer.from(files.get('test_it.py') ?? []).toString())?.[1] ?? '');
      return harness.runEach(requests, limits, onDone);
    },
  };
  const done: number[] = [];
  const runs = await runRemembered({ harness: watching, sandbox, memory }, suites, LIMITS, finished =>
    done.push(finished),
  );
  const ids = runs.outcomes.map(one => (one instanceof CodefaceError ? one.code : one.tests[0]?.id));
  return { asked, done, ids, hits: runs.hits };
}

const idOf = (text: string) => `test_it.py::test_${text}`;

describe('runs that are remembered', () => {
  it('are not run again, and told in the order of the suites', async () => {
    const memory = createMemoryMiningMemory();
    await run([suiteOf('a'), suiteOf('b')], memory);
    const second = await run([suiteOf('c'), suiteOf('b'), suiteOf('a')], memory);
    expect(second).toMatchObject({ asked: ['c'], hits: 2, ids: [idOf('c'), idOf('b'), idOf('a')] });
    expect(second.done).toEqual([2, 3]);
  });

  it('are run again for another harness, interpreter or requirement, not for what a neighbour needs', async () => {
    const memory = createMemoryMiningMemory();
    await run([suiteOf('a')], memory);
    const neighbour = [suiteOf('a'), suiteOf('b', ['numpy'])];
    expect((await run(neighbour, memory)).asked).toEqual(['b']);
    expect((await run([suiteOf('a', ['numpy'])], memory)).asked).toEqual(['a']);
    const harness = { ...createFakeHarness(), version: '2' };
    expect((await run([suiteOf('a')], memory, { harness })).asked).toEqual(['a']);
    const fake = createFakeSandbox();
    const sandbox: typeof fake = {
      ...fake,
      prepare: async request => ({ ...(await fake.prepare(request)), interpreter: '3.13.0' }),
    };
    expect((await run([suiteOf('a')], memory, { sandbox })).asked).toEqual(['a']);
  });

  it('are those that came to an end: a time-out or a missing distribution may pass', async () => {
    const memory = createMemoryMiningMemory();
    const harness = createFakeHarness(() => ({ status: 'timed-out', tests: [] }));
    await run([suiteOf('a')], memory, { harness });
    expect((await run([suiteOf('a')], memory)).asked).toEqual(['a']);
    const sandbox = createFakeSandbox(new Set(['numpy']));
    const broken = await run([suiteOf('b', ['numpy']), suiteOf('a')], memory, { sandbox });
    expect(broken).toMatchObject({ asked: [], ids: ['sandbox', idOf('a')] });
    expect((await run([suiteOf('b', ['numpy'])], memory)).asked).toEqual(['b']);
  });

  it('are kept batch by batch, so that a killed mining goes on where it was', async () => {
    const memory = createMemoryMiningMemory();
    const suites = Array.from({ length: 60 }, (_, index) => suiteOf(`t${index}`));
    const fake = createFakeHarness();
    let batches = 0;
    const harness: Harness = {
      ...fake,
      runEach: async (...words) => {
        batches += 1;
        if (batches === 3) throw new CodefaceError('sandbox', 'The engine was stopped.');
        return fake.runEach(...words);
      },
    };
    await expect(run(suites, memory, { harness })).rejects.toMatchObject({ code: 'sandbox' });
    const resumed = await run(suites, memory);
    expect(resumed.asked).toEqual(Array.from({ length: 44 }, (_, index) => `t${16 + index}`));
    expect(resumed.ids).toEqual(suites.map((_, index) => idOf(`t${index}`)));
  });

  it('stop before the next batch when nobody wants them any more', async () => {
    const stopped = AbortSignal.abort(new Error('lost'));
    const services = { harness: createFakeHarness(), sandbox: createFakeSandbox(), signal: stopped };
    await expect(runRemembered(services, [suiteOf('a')], LIMITS, () => undefined)).rejects.toThrow('lost');
  });
});
