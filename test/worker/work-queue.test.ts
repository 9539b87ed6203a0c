import { beforeEach, describe, expect, it } from '@jest/globals';
import { CodefaceError } from '../../src/domain/errors.js';
import type { Trigger } from '../../src/domain/trigger.js';
import { createPublisher } from '../../src/publish/publish.js';
import { createExactResident } from '../../src/residents/exact/exact-resident.js';
import type { WorkerServices } from '../../src/worker/perform-job.js';
import { workQueue } from '../../src/worker/work-queue.js';
import { createFakeClock } from '../fakes/fake-clock.js';
import { createFakeHarness } from '../fakes/fake-harness.js';
import { createCountingIds } from '../fakes/fake-ids.js';
import { FakeRepositoryHost, FakeRepositoryHosts } from '../fakes/fake-repository-host.js';
import { createFakeSandbox } from '../fakes/fake-sandbox.js';
import { createMemoryJobQueue } from '../fakes/memory-job-queue.js';
import { createMemoryLibraryStore } from '../fakes/memory-library-store.js';
import { createMemoryRunStore } from '../fakes/memory-run-store.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createSilentProgress } from '../fakes/silent-progress.js';
import { templates } from '../support/templates.js';

const PACE = { leaseMs: 60_000, renewEveryMs: 15_000, pollEveryMs: 500 };
const STUB = '```python\n# shop/waiting.py\ndef pause(attempt: int) -> float: ...\n```\n';

describe('workQueue', () => {
  let host: FakeRepositoryHost;
  let services: WorkerServices;
  let issue: number;
  let comment: number;
  let isDown: CodefaceError | Error | undefined;

  beforeEach(() => {
    host = new FakeRepositoryHost('acme/shop', { 'shop/__init__.py': '' });
    issue = host.addIssue('Wait', STUB).number;
    comment = host.addComment(issue, 'ada', '/codeface build').id;
    host.permissions.set('ada', 'write');
    isDown = undefined;
    const clock = createFakeClock();
    const library = createMemoryLibraryStore();
    services = {
      // Waiting takes real turns of the event loop, so that both lanes get theirs.
      clock: {
        ...clock,
        sleep: async ms => (clock.advance(ms), new Promise(resolve => setImmediate(resolve))),
      },
      ids: createCountingIds(),
      jobs: createMemoryJobQueue(clock, createCountingIds()),
      hosts: new FakeRepositoryHosts([host]),
      libraryOf: async () => library,
      runs: createMemoryRunStore(),
      sandbox: createFakeSandbox(),
      harness: createFakeHarness(() => {
        if (isDown !== undefined) throw isDown;
        return {};
      }),
      packageIndex: { distributionOf: async () => undefined },
      residents: [createExactResident()],
      spent: () => ({ tokens: 0, costUsd: 0 }),
      publisher: createPublisher(templates),
      budget: { rounds: 5, wallTimeMs: 3_600_000, tokens: 0, costUsd: 0 },
      logger: createSilentLogger(),
      progress: createSilentProgress(),
    };
  });

  const trigger = (kind: 'build' | 'stop', requestedBy = 'ada'): Trigger => ({
    kind,
    installationId: 1,
    repository: 'acme/shop',
    issue,
    commentId: comment,
    requestedBy,
  });
  const bodies = (kind: string) =>
    host.comments.filter(one => one.body.includes(`codeface:${kind}`)).map(one => one.body);

  /** Works until nothing is waiting or held any more. */
  async function workAll() {
    const stopping = new AbortController();
    const working = workQueue(services, stopping.signal, PACE);
    for (;;) {
      const { waiting, leased } = await services.jobs.counts();
      if (waiting + leased === 0) break;
      await new Promise(resolve => setTimeout(resolve, 5));
    }
    stopping.abort();
    await working;
  }

  it('answers whoever may not ask in one line, once, and does nothing', async () => {
    await services.jobs.enqueue('d1', trigger('build', 'eve'));
    await services.jobs.enqueue('d2', trigger('build', 'eve'));
    await workAll();
    expect(bodies('refusal')).toHaveLength(1);
    expect(host.calls).not.toContain('snapshot');
    expect(host.reactions.size).toBe(0);
  });

  it('builds for whoever may push, and records how it ended', async () => {
    await services.jobs.enqueue('d1', trigger('build'));
    await workAll();
    expect(await services.jobs.counts()).toMatchObject({ done: 1, failed: 0 });
    expect(host.reactions.get(comment)).toEqual(new Set(['eyes']));
    expect(bodies('status')[0]).toContain('stopped short');
  });

  it('concludes a build that an error of ours ended, without saying more of it than that', async () => {
    isDown = new Error('secret detail');
    await services.jobs.enqueue('d1', trigger('build'));
    await workAll();
    expect(await services.jobs.counts()).toMatchObject({ failed: 1 });
    expect(bodies('status')).toEqual([expect.stringContaining('stopped short. Codeface itself failed.')]);
    expect(JSON.stringify(host.comments)).not.toContain('secret detail');
  });

  it('gives a build up after five tries, and says so where the status stands', async () => {
    isDown = new CodefaceError('store', 'The database is locked.', { retryable: true });
    await services.jobs.enqueue('d1', trigger('build'));
    await workAll();
    expect(await services.jobs.counts()).toMatchObject({ done: 1 });
    expect(bodies('status')).toEqual([expect.stringContaining('It was begun 5 times')]);
  });

  it('waits with a stop until the build that was just taken can be stopped', async () => {
    const turns = async (isOver: () => Promise<boolean>) => {
      for (let turn = 0; turn < 500 && !(await isOver()); turn += 1)
        await new Promise(resolve => setImmediate(resolve));
    };
    const { libraryOf, runs, sandbox } = services;
    let runId = '';
    services = {
      ...services,
      // The stop is under way long before the run begins …
      libraryOf: async id => {
        await turns(async () => false);
        return libraryOf(id);
      },
      runs: {
        ...runs,
        begin: async (key, start) => {
          const record = await runs.begin(key, start);
          runId = record.id;
          return record;
        },
      },
      // … and the suite takes longer than the stop.
      sandbox: {
        ...sandbox,
        prepare: async request => {
          await turns(() => runs.stopRequested(runId));
          return sandbox.prepare(request);
        },
      },
    };
    await services.jobs.enqueue('d1', trigger('build'));
    await services.jobs.enqueue('d2', trigger('stop'));
    await workAll();
    expect(bodies('status')).toEqual([expect.stringContaining('stopped short. It was asked to stop.')]);
  });

  it('cancels a build that had not begun', async () => {
    host.permissions.set('ada', 'admin');
    await services.jobs.enqueue('d1', trigger('build'));
    await services.jobs.enqueue('d2', trigger('build'));
    await services.jobs.enqueue('d3', trigger('stop'));
    await workAll();
    expect((await services.jobs.counts()).done).toBe(3);
  });
});
