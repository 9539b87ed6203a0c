import type { Knex } from 'knex';

/** Rows in one statement: SQLite takes at most 500 in the form that knex gives it. */
const CHUNK = 100;

export type Row = Readonly<Record<string, unknown>>;

/** Inserts rows, however many. */
export async function insertRows(query: Knex, table: string, rows: readonly Row[]): Promise<void> {
  for (const chunk of chunked(rows)) await query(table).insert(chunk);
}

/** Parts of a size that one statement takes, in order. */
export function chunked<T>(items: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, index) =>
    items.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}
