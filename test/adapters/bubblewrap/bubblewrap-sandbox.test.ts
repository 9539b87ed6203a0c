import { afterAll } from '@jest/globals';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBubblewrapSandbox } from '../../../src/adapters/bubblewrap/bubblewrap-sandbox.js';
import { probeBubblewrap } from '../../../src/adapters/bubblewrap/probe.js';
import { currentOwner } from '../../../src/adapters/sandbox/owner.js';
import { sandboxContract } from '../../contracts/sandbox-contract.js';
import { describeWithDriver, sandboxSurroundings } from '../../support/sandboxes.js';

const dataDirectory = await mkdtemp(join(tmpdir(), 'codeface-bubblewrap-test-'));
await chmod(dataDirectory, 0o755);
afterAll(() => rm(dataDirectory, { recursive: true, force: true }));
const options = { dataDirectory, ...sandboxSurroundings() };

/** Names of this process's cgroups, of either version. */
async function cgroups(): Promise<readonly string[]> {
  const roots = ['/sys/fs/cgroup', '/sys/fs/cgroup/memory', '/sys/fs/cgroup/pids'];
  const names = await Promise.all(roots.map(root => readdir(root).catch(() => [])));
  return names.flat().filter(name => name.includes(currentOwner()));
}

describeWithDriver(await probeBubblewrap(options), () => {
  sandboxContract(
    'bubblewrap',
    async () => ({ sandbox: createBubblewrapSandbox(options), leftovers: cgroups }),
    { isolates: true },
  );
});
