import { afterAll, expect, it } from '@jest/globals';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBubblewrapSandbox } from '../../../src/adapters/bubblewrap/bubblewrap-sandbox.js';
import { findCgroups } from '../../../src/adapters/bubblewrap/cgroup.js';
import { probeBubblewrap } from '../../../src/adapters/bubblewrap/probe.js';
import { currentOwner } from '../../../src/adapters/sandbox/owner.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { sandboxContract } from '../../contracts/sandbox-contract.js';
import { sandboxSurroundings } from '../../support/sandbox-surroundings.js';
import { deadOwner, describeWithDriver } from '../../support/sandboxes.js';

const dataDirectory = await mkdtemp(join(tmpdir(), 'codeface-bubblewrap-test-'));
await chmod(dataDirectory, 0o755);
afterAll(() => rm(dataDirectory, { recursive: true, force: true }));
const options = { dataDirectory, ...sandboxSurroundings() };
const isRoot = process.getuid?.() === 0;

/** Names of an owner's cgroups, of either version. */
async function cgroupsOf(owner: string): Promise<readonly string[]> {
  const roots = ['/sys/fs/cgroup', '/sys/fs/cgroup/memory', '/sys/fs/cgroup/pids', '/sys/fs/cgroup/cpu'];
  const names = await Promise.all(roots.map(root => readdir(root).catch(() => [])));
  return names.flat().filter(name => name.includes(owner));
}

describeWithDriver(await probeBubblewrap(options), () => {
  sandboxContract(
    'bubblewrap',
    async () => ({
      sandbox: createBubblewrapSandbox(options),
      leftovers: () => cgroupsOf(currentOwner()),
      withIndex: (indexSettings, installationLimits = {}) =>
        createBubblewrapSandbox({ ...options, indexSettings, installationLimits }),
    }),
    { isolates: true },
  );

  it('removes the cgroups of a process that died', async () => {
    const cgroups = await findCgroups(systemClock);
    if (cgroups === undefined) return;
    const owner = deadOwner();
    await cgroups.create(`codeface-${owner}-x`, { memoryBytes: 1024 ** 2, processes: 1 });
    expect(await cgroupsOf(owner)).not.toEqual([]);
    await createBubblewrapSandbox({ ...options }).prepare({ distributions: [] });
    expect(await cgroupsOf(owner)).toEqual([]);
  });

  (isRoot ? it : it.skip)('says when the unprivileged user cannot reach the data folder', async () => {
    const closed = await mkdtemp(join(dataDirectory, 'closed-'));
    const sandbox = createBubblewrapSandbox({ ...options, dataDirectory: closed });
    await expect(sandbox.prepare({ distributions: [] })).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining(closed),
    });
  });
});

it('says what to install when bubblewrap is missing', async () => {
  expect(await probeBubblewrap({ ...options, searchPath: '/nonexistent' })).toMatchObject({
    available: false,
    reason: expect.stringContaining('install bubblewrap'),
  });
});
