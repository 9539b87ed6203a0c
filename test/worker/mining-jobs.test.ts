import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Job, Trigger } from '../../src/domain/trigger.js';
import { createPublisher } from '../../src/publish/publish.js';
import { performJob, type WorkerServices } from '../../src/worker/perform-job.js';
import { createFakeClock } from '../fakes/fake-clock.js';
import { createFakeHarness } from '../fakes/fake-harness.js';
import { createCountingIds } from '../fakes/fake-ids.js';
import { FakeRepositoryHost, FakeRepositoryHosts } from '../fakes/fake-repository-host.js';
import { createFakeSandbox } from '../fakes/fake-sandbox.js';
import { createMemoryJobQueue } from '../fakes/memory-job-queue.js';
import { createMemoryLibraryStore } from '../fakes/memory-library-store.js';
import { createMemoryMiningMemory } from '../fakes/memory-mining-memory.js';
import { createMemoryRunStore } from '../fakes/memory-run-store.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createSilentProgress } from '../fakes/silent-progress.js';
import { lines, MIT_PYPROJECT } from '../support/mined.js';
import { templates } from '../support/templates.js';

const tests = lines('from sea import sound', 'def test_sound(): assert sound(3) == "3 fathoms"');
const soundIn = (unit: string) => lines('def sound(depth):', `    return f"{depth} ${unit}"`);

describe('mining jobs', () => {
  const library = createMemoryLibraryStore();
  let hosts: Map<string, FakeRepositoryHost>;
  let whileMining: () => Promise<void>;
  let services: WorkerServices;

  const hostOf = (repository: string) => {
    const files = {
      'pyproject.toml': MIT_PYPROJECT,
      'sea.py': soundIn('fathoms'),
      'tests/test_sea.py': tests,
    };
    const host = new FakeRepositoryHost(repository, files);
    hosts.set(repository, host);
    return host;
  };

  beforeEach(async () => {
    for (const { provenance } of await library.list())
      await library.replaceRepository(provenance.repository, 'none', []);
    hosts = new Map();
    whileMining = async () => undefined;
    const clock = createFakeClock();
    const fake = createFakeHarness();
    const memory = createMemoryMiningMemory();
    services = {
      clock,
      ids: createCountingIds(),
      jobs: createMemoryJobQueue(clock, createCountingIds()),
      hosts: { open: async (id, name) => new FakeRepositoryHosts([...hosts.values()]).open(id, name) },
      libraryOf: async () => library,
      memoryOf: async () => memory,
      runs: createMemoryRunStore(),
      sandbox: createFakeSandbox(),
      harness: {
        ...fake,
        runEach: async (...words) => {
          await whileMining();
          return fake.runEach(...words);
        },
      },
      packageIndex: { distributionOf: async () => undefined },
      residents: [],
      spent: () => ({ tokens: 0, costUsd: 0 }),
      publisher: createPublisher(templates),
      budget: { rounds: 5, wallTimeMs: 3_600_000, tokens: 0, costUsd: 0 },
      logger: createSilentLogger(),
      progress: createSilentProgress(),
    };
  });

  const perform = (trigger: Trigger) => {
    const job: Job = { id: 'job', deliveryId: 'delivery', trigger, attempts: 1 };
    return performJob(services, job, new AbortController().signal);
  };
  const mining = (repository: string, formerly?: string): Trigger => ({
    kind: 'mine',
    installationId: 1,
    repository,
    ...(formerly !== undefined && { formerly }),
  });
  const offered = async () =>
    (await library.list()).map(({ name, provenance, implementation }) => [
      name,
      provenance.commit,
      /\} (\w+)/.exec(implementation[0]?.content ?? '')?.[1],
    ]);

  it('mines the newest commit, whichever push asked, and what a force-push went back to', async () => {
    const host = hostOf('acme/shop');
    const first = host.branches.get('main') ?? '';
    const second = host.push('main', { 'sea.py': soundIn('feet') }, 'Measure in feet');
    await perform(mining('acme/shop'));
    expect(await offered()).toEqual([['acme/shop/sea.sound', second, 'feet']]);
    host.branches.set('main', first);
    await perform(mining('acme/shop'));
    expect(await offered()).toEqual([['acme/shop/sea.sound', first, 'fathoms']]);
  });

  it('lets a mining that took long not overtake one of a newer commit', async () => {
    const host = hostOf('acme/shop');
    let newer = '';
    whileMining = async () => {
      whileMining = async () => undefined;
      newer = host.push('main', { 'sea.py': soundIn('feet') }, 'Measure in feet');
      await perform(mining('acme/shop'));
    };
    await expect(perform(mining('acme/shop'))).rejects.toMatchObject({ code: 'store', retryable: true });
    expect(await offered()).toEqual([['acme/shop/sea.sound', newer, 'feet']]);
    await perform(mining('acme/shop'));
    expect(await offered()).toEqual([['acme/shop/sea.sound', newer, 'feet']]);
  });

  it('takes a repository to its new name, and says under which id each primitive went on', async () => {
    hostOf('acme/shop');
    await perform(mining('acme/shop'));
    const [before] = await library.list();
    hosts.clear();
    hostOf('acme/store');
    await perform(mining('acme/store', 'acme/shop'));
    const [after, ...others] = await library.list();
    expect([after?.name, others]).toEqual(['acme/store/sea.sound', []]);
    expect(await library.history(before?.id ?? '')).toMatchObject({ successor: after?.id });
  });

  it('offers nothing any more of a repository that is made private while it is mined anew', async () => {
    hostOf('acme/shop');
    await perform(mining('acme/shop'));
    let meanwhile: readonly unknown[] = ['not looked'];
    const { sandbox } = services;
    services = {
      ...services,
      sandbox: {
        ...sandbox,
        prepare: async request => {
          meanwhile = await library.list();
          return sandbox.prepare(request);
        },
      },
    };
    await perform(mining('acme/shop', 'acme/shop'));
    expect(meanwhile).toEqual([]);
    expect(await offered()).toHaveLength(1);
  });

  it('forgets a repository that is gone, and leaves the others', async () => {
    hostOf('acme/shop');
    hostOf('acme/other');
    await perform(mining('acme/shop'));
    await perform(mining('acme/other'));
    const forget: Trigger = { kind: 'forget', installationId: 1, repositories: ['acme/shop', 'acme/none'] };
    await perform(forget);
    await perform(forget);
    expect((await offered()).map(([name]) => name)).toEqual(['acme/other/sea.sound']);
  });
});
