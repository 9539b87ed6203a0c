import type { Knex } from 'knex';

import type { LibrarySnapshot } from '../../ports/library-store.js';

/** A record that a repository offers, or offered, with the primitive it is of. */
export interface Offer {
  readonly primitive: number;
  readonly record: number;
  readonly admitted: LibrarySnapshot;
  readonly retired: LibrarySnapshot | null;
}

/** The newest snapshot; 0 of an empty library. */
export async function newestSnapshot(query: Knex): Promise<LibrarySnapshot> {
  const row = await query('snapshots').max<{ newest: number | null }>('sequence as newest').first();
  return row?.newest ?? 0;
}

/** The record of each primitive as it was offered last: what is offered now before what was retired. */
export async function newestRecords(query: Knex, primitives?: readonly number[]): Promise<readonly Offer[]> {
  const all = everOffered(query);
  const asked = primitives === undefined ? all : all.whereIn('records.primitive', primitives);
  const offers = await asked.orderByRaw('retired IS NULL, admitted, record').select<Offer[]>(OFFER);
  return [...new Map(offers.map(offer => [offer.primitive, offer])).values()];
}

/** What a repository offers now. */
export function offeredBy(query: Knex, repository: string): Promise<readonly Offer[]> {
  return everOffered(query)
    .where('offers.repository', repository)
    .whereNull('retired')
    .select<Offer[]>(OFFER);
}

/** A condition on `records.number`: some repository offers it at that snapshot. */
export function offeredAt(query: Knex, snapshot: LibrarySnapshot): Knex.QueryBuilder {
  return query('offers')
    .whereRaw('offers.record = records.number')
    .where('admitted', '<=', snapshot)
    .whereRaw('(retired IS NULL OR retired > ?)', [snapshot]);
}

/** Ends and begins offers at a snapshot, so that exactly these records are the repository's. */
export async function changeOffers(
  query: Knex,
  repository: string,
  snapshot: LibrarySnapshot,
  before: readonly Offer[],
  after: ReadonlySet<number>,
): Promise<void> {
  const offered = new Set(before.map(({ record }) => record));
  for (const record of offered)
    if (!after.has(record))
      await query('offers').where({ repository, record }).whereNull('retired').update({ retired: snapshot });
  for (const record of after)
    if (!offered.has(record)) await query('offers').insert({ record, repository, admitted: snapshot });
}

const OFFER = ['records.primitive', 'offers.record', 'offers.admitted', 'offers.retired'];

function everOffered(query: Knex): Knex.QueryBuilder {
  return query('offers').join('records', 'records.number', 'offers.record');
}
