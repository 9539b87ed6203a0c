import type { Knex } from 'knex';

import type { LibrarySnapshot, PrimitiveHistory } from '../../ports/library-store.js';

/** Notes which primitives went on under another id. */
export async function writeMoves(
  query: Knex,
  moves: ReadonlyMap<string, string>,
  snapshot: LibrarySnapshot,
): Promise<void> {
  for (const [id, successor] of moves) await query('moves').insert({ id, successor, snapshot });
}

interface OfferedRow {
  readonly since: string;
  readonly until: string | null;
}

/** What became of a primitive, by its whole id; undefined when it was never offered. */
export async function readHistory(query: Knex, id: string): Promise<PrimitiveHistory | undefined> {
  const offered = await query('offers')
    .join('records', 'records.number', 'offers.record')
    .join('primitives', 'primitives.number', 'records.primitive')
    .join('snapshots as began', 'began.sequence', 'offers.admitted')
    .leftJoin('snapshots as ended', 'ended.sequence', 'offers.retired')
    .where('primitives.id', id)
    .orderBy('offers.admitted')
    .select<OfferedRow[]>('began.commit_id as since', 'ended.commit_id as until');
  const [first] = offered;
  if (first === undefined) return undefined;
  const isOffered = offered.some(({ until }) => until === null);
  const retiredAt = isOffered ? undefined : (offered.at(-1)?.until ?? undefined);
  const successor = isOffered ? undefined : await moveOf(query, { id }, 'successor');
  const predecessor = await moveOf(query, { successor: id }, 'id');
  return {
    admittedAt: first.since,
    ...(retiredAt !== undefined && { retiredAt }),
    ...(successor !== undefined && { successor }),
    ...(predecessor !== undefined && { predecessor }),
  };
}

async function moveOf(
  query: Knex,
  where: Readonly<Record<string, string>>,
  column: 'id' | 'successor',
): Promise<string | undefined> {
  const row = await query<Record<string, string>>('moves')
    .where(where)
    .orderBy('snapshot', 'desc')
    .first(column);
  return row?.[column];
}
