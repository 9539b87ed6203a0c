import { describe, expect, it } from '@jest/globals';
import { mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { currentOwner } from '../../../src/adapters/sandbox/owner.js';
import { makeOwnedFolder } from '../../../src/adapters/system/owned-folder.js';
import { temporaryFolder } from '../../support/fixture-repositories.js';

describe('a folder for a moment', () => {
  it('says whose it is, and takes the place of those whose owners are gone', async () => {
    const parent = temporaryFolder();
    const owner = currentOwner();
    const gone = owner.replace(/\.\d+$/, '.1');
    const stay = [`kind-${owner}-a`, `other-${gone}-b`, 'kind-c', 'kind-ffff.1.1.1-d'];
    for (const name of [...stay, `kind-${gone}-e`])
      await mkdir(join(parent, name, 'inside'), { recursive: true });
    const made = await makeOwnedFolder(parent, 'kind-');
    expect(basename(made).startsWith(`kind-${owner}-`)).toBe(true);
    expect((await readdir(parent)).sort()).toEqual([...stay, basename(made)].sort());
  });
});
