import type { Knex } from 'knex';

import { CodefaceError } from '../../domain/errors.js';
import { refuseOtherPlace } from '../../domain/place.js';
import type { Primitive } from '../../domain/primitive.js';
import type { LibrarySnapshot, Replacement } from '../../ports/library-store.js';
import { writeMoves } from './history.js';
import { changeOffers, newestRecords, offeredBy } from './offers.js';
import { indexOffered, indexRetired } from './search-index.js';
import { writePrimitives } from './write-primitives.js';
import { writeRecords } from './write-records.js';

/** Replaces what a repository offers, as `LibraryStore.replaceRepository` says, inside a transaction of the caller. */
export async function replaceRepository(
  query: Knex,
  repository: string,
  commit: string,
  primitives: readonly Primitive[],
  { since, moves, place }: Replacement,
): Promise<LibrarySnapshot> {
  const [snapshot = 0] = await query('snapshots').insert({
    repository,
    commit_id: commit,
    place: place?.folder ?? null,
  });
  if (place !== undefined) refuseOtherPlace(repository, await placeOf(query, repository, snapshot), place);
  if (since !== undefined) await refuseStale(query, repository, commit, since, snapshot);
  const before = await offeredBy(query, repository);
  const numbers = await writePrimitives(query, primitives);
  const after = await writeRecords(query, primitives, numbers, commit);
  await changeOffers(query, repository, snapshot, before, new Set(after.map(({ record }) => record)));
  await writeMoves(query, moves ?? new Map(), snapshot);

  const offered = new Set(before.map(({ record }) => record));
  const changed = new Set(
    after.filter(({ record }) => !offered.has(record)).map(({ primitive }) => primitive),
  );
  const byNumber = new Map(primitives.map(primitive => [numbers.get(primitive.id) ?? 0, primitive]));
  await indexOffered(
    query,
    [...byNumber].filter(([number]) => changed.has(number)),
  );
  const kept = new Set(after.map(({ primitive }) => primitive));
  const dropped = before.map(({ primitive }) => primitive).filter(primitive => !kept.has(primitive));
  const newest = await newestRecords(query, dropped);
  await indexRetired(
    query,
    newest.filter(({ retired }) => retired !== null).map(({ primitive }) => primitive),
  );
  return snapshot;
}

/** Where a repository without an origin lay when it was mined last, before a snapshot if one is given. */
export async function placeOf(
  query: Knex,
  repository: string,
  before = Number.MAX_SAFE_INTEGER,
): Promise<string | undefined> {
  const [last] = await query('snapshots')
    .where({ repository })
    .where('sequence', '<', before)
    .whereNotNull('place')
    .orderBy('sequence', 'desc')
    .limit(1)
    .select<{ readonly place: string }[]>('place');
  return last?.place;
}

/** Another commit of the repository was recorded since this one was read: which is newer cannot be told from here. */
async function refuseStale(
  query: Knex,
  repository: string,
  commit: string,
  since: LibrarySnapshot,
  own: LibrarySnapshot,
): Promise<void> {
  const [newer] = await query('snapshots')
    .where({ repository })
    .where('sequence', '>', since)
    .where('sequence', '<', own)
    .whereNot('commit_id', commit)
    .limit(1)
    .select<{ readonly commit_id: string }[]>('commit_id');
  if (newer === undefined) return;
  throw new CodefaceError(
    'store',
    `${repository} was mined at ${newer.commit_id.slice(0, 12)} by another process, while ${commit.slice(0, 12)} was being mined; nothing was changed. Mine it again.`,
    { retryable: true },
  );
}
