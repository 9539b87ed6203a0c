import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { openDatabase } from '../../../src/adapters/sqlite/database.js';
import { createLibraryStore } from '../../../src/adapters/sqlite/library-store.js';
import { samplePrimitive } from '../../support/sample-primitive.js';

const root = new URL('../../../', import.meta.url).pathname;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'codeface-killed-'));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

/** A process that replaces the library of a repository and is killed while it writes this part of a primitive. */
const program = (path: string, part: string) => `
  import { openDatabase } from '${root}src/adapters/sqlite/database.ts';
  import { createLibraryStore } from '${root}src/adapters/sqlite/library-store.ts';
  import { samplePrimitive } from '${root}test/support/sample-primitive.ts';
  const deadly = Object.defineProperty({ ...samplePrimitive('deadly') }, '${part}', {
    get: () => process.kill(process.pid, 'SIGKILL'),
  });
  const many = Array.from({ length: 150 }, (_, index) => samplePrimitive('fresh' + index));
  const store = createLibraryStore(await openDatabase('${path}'));
  await store.replaceRepository('acme/tools', 'c2', [...many, deadly]);
`;

describe('a process that is killed while it writes', () => {
  it.each(['carriedTests', 'validation'])(
    'leaves nothing half stored: %s',
    async part => {
      const path = join(folder, `${part}.db`);
      const before = await openDatabase(path);
      await createLibraryStore(before).replaceRepository('acme/tools', 'c1', [samplePrimitive('kept')]);
      await before.close();

      const script = join(folder, `${part}.mts`);
      await writeFile(script, program(path, part));
      const child = spawnSync(process.execPath, ['--import', 'tsx', script], { cwd: root, encoding: 'utf8' });
      expect([child.signal, child.stderr]).toEqual(['SIGKILL', '']);

      const after = await openDatabase(path);
      const store = createLibraryStore(after);
      try {
        expect(await store.snapshot()).toBe(1);
        expect((await store.list()).map(({ name }) => name)).toEqual(['acme/tools/tools.kept']);
        expect(await store.search({ query: 'fresh7', limit: 5 })).toEqual([]);
        const { count } = (await after.run(query => query('primitives').count({ count: '*' }).first())) ?? {};
        expect(count).toBe(1);
      } finally {
        await after.close();
      }
    },
    60_000,
  );
});
