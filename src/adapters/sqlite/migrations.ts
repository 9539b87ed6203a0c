import type { Knex } from 'knex';

import { CodefaceError } from '../../domain/errors.js';
import { createLibraryTables } from './library-schema.js';
import { createMemoryTable } from './memory-schema.js';
import { addPlaces } from './place-schema.js';
import { createRecordTables } from './record-schema.js';
import { createRunTables } from './run-schema.js';
import { isIndexed, rebuildIndex } from './search-index.js';

interface Migration {
  /** Never changed once released: it is what a database remembers. */
  readonly name: string;
  readonly up: (query: Knex) => Promise<void>;
}

const MIGRATIONS: readonly Migration[] = [
  { name: '001-library', up: createLibraryTables },
  { name: '002-runs', up: createRunTables },
  { name: '003-records', up: createRecordTables },
  { name: '004-mining-memory', up: createMemoryTable },
  { name: '005-places', up: addPlaces },
];

/** In code, because file names differ between sources and what is built from them. */
const migrationSource: Knex.MigrationSource<Migration> = {
  getMigrations: async () => [...MIGRATIONS],
  getMigrationName: migration => migration.name,
  getMigration: async migration => ({ up: migration.up, down: async () => undefined }),
};

/** `CFAC` in the file's header (`PRAGMA application_id`): how a database of ours is told from any other. */
const APPLICATION_ID = 0x43464143;

/** Brings the schema up to date; several processes may do so at once, and one that dies leaves nothing half done. */
export async function migrate(query: Knex, path: string): Promise<void> {
  if (await isCurrent(query, path)) return;
  await query.transaction(async transaction => {
    // The first statement writes, so whoever comes second waits here and then finds everything done.
    await transaction.raw(`PRAGMA application_id = ${APPLICATION_ID}`);
    await transaction.migrate.latest({ migrationSource });
    if (!(await isIndexed(transaction))) await rebuildIndex(transaction);
  });
}

async function isCurrent(query: Knex, path: string): Promise<boolean> {
  const [header] = await query.raw<{ application_id: number }[]>('PRAGMA application_id');
  const tables = await query<{ name: string }>('sqlite_master').select('name');
  if (header?.application_id !== APPLICATION_ID) {
    if (tables.length === 0) return false;
    throw new CodefaceError(
      'store',
      `${path} is a database of another program and was left alone. Name another file.`,
    );
  }
  if (!tables.some(({ name }) => name === 'knex_migrations')) return false;
  const done = await query<{ name: string }>('knex_migrations').select('name');
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  if (done.some(({ name }) => !known.has(name)))
    throw new CodefaceError(
      'store',
      `The database ${path} was written by a newer Codeface. Update Codeface, or name another file.`,
    );
  return done.length === known.size && (await isIndexed(query));
}
