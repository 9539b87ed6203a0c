import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Trigger } from '../../src/domain/trigger.js';
import type { LibraryStore } from '../../src/ports/library-store.js';
import { readTrigger } from '../../src/webhook/read-trigger.js';
import { performJob, type WorkerServices } from '../../src/worker/perform-job.js';
import { hostsOf } from '../adapters/github/github-world.js';
import { createFakeClock } from '../fakes/fake-clock.js';
import { createFakeHarness } from '../fakes/fake-harness.js';
import { createFakeSandbox } from '../fakes/fake-sandbox.js';
import { createMemoryLibraryStore } from '../fakes/memory-library-store.js';
import { createMemoryMiningMemory } from '../fakes/memory-mining-memory.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createSilentProgress } from '../fakes/silent-progress.js';
import type { GitHubServer } from '../support/github-server/github-server.js';
import { startGitHubServer } from '../support/github-server/server.js';
import { lines, MIT_PYPROJECT } from '../support/mined.js';

const soundIn = (unit: string) => lines('def sound(depth):', `    return f"{depth} ${unit}"`);
const sea = (unit: string) => ({
  'pyproject.toml': MIT_PYPROJECT,
  'sea.py': soundIn(unit),
  'tests/test_sea.py': lines('from sea import sound', 'def test_sound(): assert sound(3)'),
});

describe('what happens to a repository on GitHub', () => {
  let github: GitHubServer;
  let library: LibraryStore;
  let handled = 0;

  beforeAll(async () => {
    github = await startGitHubServer();
    library = createMemoryLibraryStore();
  });
  afterAll(() => github.close());

  /** Does the jobs of all deliveries since it was last asked; returns why the rest was ignored. */
  async function work(order: 'as sent' | 'last first' = 'as sent') {
    const fresh = github.deliveries.slice(handled);
    handled = github.deliveries.length;
    const readings = fresh.map(({ event, payload }) => readTrigger(event, payload));
    const triggers = readings.flatMap(one => ('trigger' in one ? [one.trigger] : []));
    for (const trigger of order === 'as sent' ? triggers : triggers.toReversed()) await perform(trigger);
    return readings.flatMap(one => ('ignored' in one ? [one.ignored] : []));
  }

  function perform(trigger: Trigger) {
    const memory = createMemoryMiningMemory();
    const services: Partial<WorkerServices> = {
      clock: createFakeClock(),
      hosts: hostsOf(github),
      libraryOf: async () => library,
      memoryOf: async () => memory,
      sandbox: createFakeSandbox(),
      harness: createFakeHarness(),
      packageIndex: { distributionOf: async () => undefined },
      logger: createSilentLogger(),
      progress: createSilentProgress(),
    };
    const job = { id: 'job', deliveryId: 'delivery', trigger, attempts: 1 };
    return performJob(services as WorkerServices, job, new AbortController().signal);
  }

  const offered = async () =>
    (await library.list()).map(({ name, provenance, implementation }) => ({
      name,
      commit: provenance.commit,
      unit: /\} (\w+)/.exec(implementation[0]?.content ?? '')?.[1],
      visibility: provenance.visibility,
    }));

  it('is followed: pushes at once, force-push, deleted branch, other default branch, new name, privacy, end', async () => {
    const { head } = await github.createRepository({ owner: 'acme', name: 'shop', files: sea('fathoms') });
    const feet = await github.push('acme/shop', 'main', { 'sea.py': soundIn('feet') });
    const metres = await github.push('acme/shop', 'main', { 'sea.py': soundIn('metres') });
    const at = (commit: string | undefined, unit: string, more: object = {}) => [
      { name: 'acme/shop/sea.sound', commit, unit, visibility: 'public', ...more },
    ];
    expect(feet).not.toBe(metres);
    await work('last first');
    expect(await offered()).toEqual(at(metres, 'metres'));

    await github.owner.forcePush('acme/shop', 'main', head);
    await work();
    expect(await offered()).toEqual(at(head, 'fathoms'));

    const cables = await github.push('acme/shop', 'trunk', { 'sea.py': soundIn('cables') });
    await github.push('acme/shop', 'gone', { 'sea.py': soundIn('miles') });
    await github.owner.forcePush('acme/shop', 'gone', undefined);
    expect(await work()).toHaveLength(3);
    expect(await offered()).toEqual(at(head, 'fathoms'));

    await github.owner.setDefaultBranch('acme/shop', 'trunk');
    await github.owner.forcePush('acme/shop', 'main', undefined);
    expect(await work()).toHaveLength(1);
    expect(await offered()).toEqual(at(cables, 'cables'));

    const [before] = await library.list();
    await github.owner.rename('acme/shop', 'store');
    // A push that was sent under the old name comes late: it is told under which name it is found now.
    await perform({ kind: 'mine', installationId: github.installationId, repository: 'acme/shop' });
    await work();
    const renamed = at(cables, 'cables', { name: 'acme/store/sea.sound' });
    expect(await offered()).toEqual(renamed);
    const [after] = await library.list();
    expect(await library.history(before?.id ?? '')).toMatchObject({ successor: after?.id });

    await github.owner.makePrivate('acme/store');
    await work();
    expect(await offered()).toEqual([{ ...renamed[0], visibility: 'private' }]);

    await github.owner.remove('acme/store');
    await work();
    expect(await offered()).toEqual([]);
    github.assertNoViolations();
  }, 120_000);
});
