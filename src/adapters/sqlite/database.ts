import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import createKnex from 'knex';
import type { Knex } from 'knex';

import { migrate } from './migrations.js';
import { asStoreError, isLocked } from './store-errors.js';

/** SQLite itself waits this long for another connection's lock before it says SQLITE_BUSY. */
const BUSY_TIMEOUT_MS = 5_000;
/** A lock that SQLite does not wait for (a read that turns into a write) is tried again after these pauses. */
const RETRY_PAUSES_MS = [20, 100, 500] as const;

const PRAGMAS = `
  PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS};
  PRAGMA foreign_keys = ON;
  PRAGMA journal_mode = WAL;
`;

/** One SQLite file; safe to open from several processes at once. */
export interface Database {
  /** Runs statements; done again when another process held a lock, so they must be safe to repeat together. */
  run<T>(work: (query: Knex) => Promise<T>): Promise<T>;
  /** The same in one transaction. Its first statement must write: a read that turns into a write cannot wait for a lock. */
  transaction<T>(work: (query: Knex) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface SqliteConnection {
  exec(sql: string, done: (error: Error | null) => void): void;
}

/**
 * Opens a database, making the file and its folder at need, and brings its schema up to date. `:memory:` is one that
 * ends with the process. Ends in a `CodefaceError` of code `store`: no database, another program's, or of a newer Codeface.
 */
export async function openDatabase(path: string): Promise<Database> {
  const query = createKnex({
    client: 'sqlite3',
    connection: { filename: path },
    useNullAsDefault: true,
    // What goes wrong is thrown, and told by whoever catches it.
    log: { warn: silence, error: silence, debug: silence, deprecate: silence },
    pool: {
      min: 1,
      max: 1,
      afterCreate: (connection: SqliteConnection, done: (error: Error | null) => void) =>
        connection.exec(PRAGMAS, done),
    },
  });
  const run = <T>(work: (query: Knex) => Promise<T>) => attempt(path, () => work(query));
  try {
    await run(async () => {
      if (path !== ':memory:') await mkdir(dirname(path), { recursive: true });
      await migrate(query, path);
    });
  } catch (error) {
    await query.destroy();
    throw error;
  }
  return {
    run,
    transaction: work => run(() => inTransaction(query, work)),
    close: () => query.destroy(),
  };
}

/** A full disk makes SQLite roll back by itself; the error to tell is that one, not that there was nothing left to roll back. */
async function inTransaction<T>(query: Knex, work: (query: Knex) => Promise<T>): Promise<T> {
  let reason: unknown;
  const remember = (error: unknown) => {
    reason = error;
    throw error;
  };
  return query
    .transaction(transaction => work(transaction).catch(remember))
    .catch((error: unknown) => {
      throw reason ?? error;
    });
}

function silence(): void {}

async function attempt<T>(path: string, work: () => Promise<T>): Promise<T> {
  for (const pauseMs of RETRY_PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error)) throw asStoreError(error, path);
      await delay(pauseMs);
    }
  }
  return work().catch((error: unknown) => {
    throw asStoreError(error, path);
  });
}
