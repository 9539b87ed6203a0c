import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { knex } from 'knex';
import type { Knex } from 'knex';

import { openDatabase } from '../../../src/adapters/sqlite/database.js';
import { createLibraryTables } from '../../../src/adapters/sqlite/library-schema.js';
import { createLibraryStore } from '../../../src/adapters/sqlite/library-store.js';
import { createRunTables } from '../../../src/adapters/sqlite/run-schema.js';
import { samplePrimitive } from '../../support/sample-primitive.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'codeface-upgrade-'));
  path = join(folder, 'library.db');
});
afterEach(async () => rm(folder, { recursive: true, force: true }));

/** A database as the release before records wrote it: `kept` is offered, `gone` was retired at the second snapshot. */
async function writeOldDatabase(): Promise<void> {
  const query = knex({ client: 'sqlite3', connection: { filename: path }, useNullAsDefault: true });
  const migrations = [
    { name: '001-library', up: createLibraryTables },
    { name: '002-runs', up: createRunTables },
  ];
  await query.raw(`PRAGMA application_id = ${0x43464143}`);
  await query.migrate.latest({
    migrationSource: {
      getMigrations: async () => migrations,
      getMigrationName: ({ name }) => name,
      getMigration: async ({ up }) => ({ up, down: async () => undefined }),
    } satisfies Knex.MigrationSource<(typeof migrations)[number]>,
  });
  await query('snapshots').insert([
    { repository: 'acme/tools', commit_id: 'c1' },
    { repository: 'acme/tools', commit_id: 'c2' },
  ]);
  await query('contents').insert([
    { digest: 'code', encoding: 'utf8', content: 'def moor():\n    return 1\n' },
    { digest: 'licence', encoding: 'utf8', content: 'MIT License\n' },
  ]);
  for (const [index, name] of ['kept', 'gone'].entries()) {
    const primitive = index + 1;
    const { interface: own, dependencies } = samplePrimitive(name);
    await query('primitives').insert({
      id: `cf-00000000000${primitive}`,
      name: `acme/tools/tools.${name}`,
      source_root: '',
      interface: JSON.stringify(own),
      dependencies: JSON.stringify(dependencies),
    });
    await query('primitive_files').insert({
      primitive,
      role: 'implementation',
      position: 0,
      path: `tools/${name}.py`,
      digest: 'code',
    });
    await query('provenance').insert({
      primitive,
      repository: 'acme/tools',
      commit_id: 'c1',
      ranges: '[]',
      licence: 'MIT',
      licence_digest: 'licence',
      copyright: '[]',
      channel: 'mined',
    });
    await query('admissions').insert({
      primitive,
      repository: 'acme/tools',
      admitted: 1,
      retired: name === 'gone' ? 2 : null,
    });
  }
  await query.destroy();
}

describe('a database of the release before', () => {
  it('keeps its library, and is found in and mined into as before', async () => {
    await writeOldDatabase();
    const database = await openDatabase(path);
    const store = createLibraryStore(database);
    try {
      const names = async (snapshot?: number) =>
        (await store.list(snapshot)).map(({ name, provenance }) => [
          name.split('.').at(-1),
          provenance.commit,
        ]);
      expect(await names()).toEqual([['kept', 'c1']]);
      expect(await names(1)).toEqual([
        ['gone', 'c1'],
        ['kept', 'c1'],
      ]);
      expect((await store.find('cf-000000000002'))?.implementation[0]?.content).toContain('def moor');
      const search = async (snapshot?: number) =>
        (await store.search({ query: 'moor', limit: 5, ...(snapshot !== undefined && { snapshot }) })).length;
      expect([await search(), await search(1)]).toEqual([1, 2]);

      const [kept] = await store.list();
      const renewed = { ...kept!, provenance: { ...kept!.provenance, commit: 'c3' } };
      await store.replaceRepository('acme/tools', 'c3', [renewed]);
      expect(await names()).toEqual([['kept', 'c3']]);
      expect(await names(2)).toEqual([['kept', 'c1']]);
    } finally {
      await database.close();
    }
  });
});
