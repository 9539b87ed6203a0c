import type { Knex } from 'knex';

import type { LibrarySnapshot, LibraryStore } from '../../ports/library-store.js';
import type { Database } from './database.js';
import { readPrimitives } from './read-primitives.js';
import { COLUMN_WEIGHTS } from './search-index.js';
import { matchExpression } from './words.js';
import { writePrimitives } from './write-primitives.js';

const SHORTEST_BEGINNING = 6;

/**
 * The library in SQLite. Nothing is ever deleted: a primitive that its repository no longer yields is retired at a
 * snapshot, and runs that pinned an older one still see it. BM25 counts words over everything ever admitted, so a
 * pinned snapshot fixes what can be found, while the scores may drift as the library grows.
 */
export function createLibraryStore(database: Database): LibraryStore {
  return {
    snapshot: () => database.run(newestSnapshot),
    replaceRepository: (repository, commit, primitives) =>
      database.transaction(async query => {
        const [snapshot = 0] = await query('snapshots').insert({ repository, commit_id: commit });
        const offered = await query('admissions')
          .where({ repository })
          .whereNull('retired')
          .select('primitive');
        const before = new Set(numbersOf(offered, 'primitive'));
        const after = await writePrimitives(query, primitives);
        for (const primitive of after)
          if (!before.has(primitive))
            await query('admissions').insert({ primitive, repository, admitted: snapshot });
        for (const primitive of before)
          if (!after.has(primitive))
            await query('admissions')
              .where({ repository, primitive })
              .whereNull('retired')
              .update({ retired: snapshot });
        return snapshot;
      }),
    find: id =>
      database.run(async query => {
        const last = id.length < SHORTEST_BEGINNING ? id : `${id}\u{10ffff}`;
        const rows = await query<{ number: number; id: string }>('primitives')
          .whereBetween('id', [id, last])
          .select('number', 'id');
        const found = rows.find(row => row.id === id) ?? (rows.length === 1 ? rows[0] : undefined);
        return found && (await readPrimitives(query, [found.number]))[0];
      }),
    list: snapshot =>
      database.run(async query => {
        const rows = await query('primitives')
          .whereExists(offeredAt(query, snapshot ?? (await newestSnapshot(query))))
          .orderBy(['name', 'id'])
          .select('number');
        return readPrimitives(query, numbersOf(rows, 'number'));
      }),
    search: ({ query: text, limit, snapshot }) =>
      database.run(async query => {
        const expression = matchExpression(text);
        if (expression === undefined || limit < 1) return [];
        const { names, docs, code } = COLUMN_WEIGHTS;
        const rows = await query('primitive_words')
          .join('primitives', 'primitives.number', 'primitive_words.rowid')
          .whereRaw('primitive_words MATCH ?', [expression])
          .whereExists(offeredAt(query, snapshot ?? (await newestSnapshot(query))))
          // bm25() is smaller for a better match.
          .select<{ number: number; score: number }[]>(
            'primitives.number',
            query.raw('-bm25(primitive_words, ?, ?, ?) AS score', [names, docs, code]),
          )
          .orderBy([{ column: 'score', order: 'desc' }, 'primitives.name', 'primitives.id'])
          .limit(Math.floor(limit));
        const found = await readPrimitives(query, numbersOf(rows, 'number'));
        return found.map((primitive, index) => ({ primitive, score: rows[index]?.score ?? 0 }));
      }),
  };
}

async function newestSnapshot(query: Knex): Promise<LibrarySnapshot> {
  const row = await query('snapshots').max<{ newest: number | null }>('sequence as newest').first();
  return row?.newest ?? 0;
}

function offeredAt(query: Knex, snapshot: LibrarySnapshot): Knex.QueryBuilder {
  return query('admissions')
    .whereRaw('admissions.primitive = primitives.number')
    .where('admitted', '<=', snapshot)
    .whereRaw('(retired IS NULL OR retired > ?)', [snapshot]);
}

function numbersOf<K extends string>(
  rows: readonly Readonly<Record<K, number>>[],
  column: K,
): readonly number[] {
  return rows.map(row => row[column]);
}
