import type { Knex } from 'knex';

import type { LibrarySnapshot, LibraryStore } from '../../ports/library-store.js';
import type { Database } from './database.js';
import { readHistory } from './history.js';
import { newestRecords, newestSnapshot, offeredAt } from './offers.js';
import { readPrimitives } from './read-primitives.js';
import { placeOf, replaceRepository } from './replace-repository.js';
import { searchWords } from './search-index.js';

const SHORTEST_BEGINNING = 6;

/** One parameter, however many ids: SQLite bounds the number of parameters. */
const AMONG = 'primitives.id IN (SELECT value FROM json_each(?))';

/**
 * The library in SQLite. Nothing is ever deleted: a primitive that its repository no longer yields is retired at a
 * snapshot, one of which a commit changes what is recorded is offered with a new record, and runs that pinned an older
 * snapshot still see what there was.
 */
export function createLibraryStore(database: Database): LibraryStore {
  return {
    snapshot: () => database.run(newestSnapshot),
    replaceRepository: (repository, commit, primitives, replacement = {}) =>
      database.transaction(query => replaceRepository(query, repository, commit, primitives, replacement)),
    placeOf: repository => database.run(query => placeOf(query, repository)),
    find: id =>
      database.run(async query => {
        const number = await findNumber(query, id);
        if (number === undefined) return undefined;
        const records = await newestRecords(query, [number]);
        return (await readPrimitives(query, numbersOf(records)))[0];
      }),
    history: id => database.run(query => readHistory(query, id)),
    list: snapshot => database.run(query => listAt(query, snapshot)),
    ofRepository: repository =>
      database.run(query =>
        listAt(query, undefined, offered => offered.where('offers.repository', repository)),
      ),
    search: ({ query: text, limit, snapshot, among }) =>
      database.run(async query => {
        const newest = await newestSnapshot(query);
        const at = snapshot ?? newest;
        const words = searchWords(query, text, at < newest);
        if (words === undefined || limit < 1) return [];
        const rows = await recordsAt(query, at)
          // Materialised, since bm25() works on the index alone.
          .withMaterialized('found', words)
          .join('found', 'found.rowid', 'primitives.number')
          .modify(rows => {
            if (among !== undefined) rows.whereRaw(AMONG, [JSON.stringify(among)]);
          })
          .select<(Numbered & { readonly score: number })[]>(query.raw('max(found.score) AS score'))
          .orderBy([{ column: 'score', order: 'desc' }, 'primitives.name', 'primitives.id'])
          .limit(Math.floor(limit));
        const found = await readPrimitives(query, numbersOf(rows), at);
        return found.map((primitive, index) => ({ primitive, score: rows[index]?.score ?? 0 }));
      }),
  };
}

interface Numbered {
  readonly record: number;
}

async function listAt(
  query: Knex,
  snapshot: LibrarySnapshot | undefined,
  narrow: (offered: Knex.QueryBuilder) => Knex.QueryBuilder = offered => offered,
) {
  const at = snapshot ?? (await newestSnapshot(query));
  const rows = await recordsAt(query, at, narrow)
    .orderBy(['primitives.name', 'primitives.id'])
    .select<Numbered[]>();
  return readPrimitives(query, numbersOf(rows), at);
}

/** One record of each primitive that is offered at a snapshot. */
function recordsAt(
  query: Knex,
  snapshot: LibrarySnapshot,
  narrow: (offered: Knex.QueryBuilder) => Knex.QueryBuilder = offered => offered,
): Knex.QueryBuilder {
  return query('primitives')
    .join('records', 'records.primitive', 'primitives.number')
    .whereExists(narrow(offeredAt(query, snapshot)))
    .groupBy('primitives.number')
    .max('records.number as record');
}

/** The number of the primitive of this id, or of the only one whose id begins so. */
async function findNumber(query: Knex, id: string): Promise<number | undefined> {
  const last = id.length < SHORTEST_BEGINNING ? id : `${id}\u{10ffff}`;
  const rows = await query<{ number: number; id: string }>('primitives')
    .whereBetween('id', [id, last])
    .select('number', 'id');
  return (rows.find(row => row.id === id) ?? (rows.length === 1 ? rows[0] : undefined))?.number;
}

function numbersOf(rows: readonly Numbered[]): readonly number[] {
  return rows.map(({ record }) => record);
}
