import { afterAll } from '@jest/globals';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProcessSandbox } from '../../../src/adapters/process/process-sandbox.js';
import { sandboxContract } from '../../contracts/sandbox-contract.js';
import { sandboxSurroundings } from '../../support/sandbox-surroundings.js';

const folder = await mkdtemp(join(tmpdir(), 'codeface-process-test-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

sandboxContract(
  'process',
  async () => ({
    sandbox: createProcessSandbox({
      dataDirectory: join(folder, 'data'),
      temporaryDirectory: folder,
      ...sandboxSurroundings(),
    }),
    leftovers: async () => (await readdir(folder)).filter(name => name !== 'data'),
  }),
  { isolates: false },
);
