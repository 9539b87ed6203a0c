import type { Clock } from '../../ports/clock.js';
import type { MiningMemory } from '../../ports/mining-memory.js';
import type { Database } from './database.js';
import { chunked } from './rows.js';

const DAY_MS = 24 * 3_600_000;

/** How much is remembered, and how long what nobody asks for. */
export interface MemoryBounds {
  readonly bytes: number;
  readonly unusedMs: number;
}

/** The outlines and verdicts of some hundred repositories; a year's branches that nobody mines any more are forgotten. */
export const MEMORY_BOUNDS: MemoryBounds = { bytes: 2 * 1024 ** 3, unusedMs: 90 * DAY_MS };

/** What mining remembers, in SQLite beside the library it serves. */
export function createMiningMemory(
  database: Database,
  clock: Pick<Clock, 'now'>,
  bounds: MemoryBounds = MEMORY_BOUNDS,
): MiningMemory {
  return {
    recall: async (kind, keys) => {
      const found = new Map<string, Uint8Array>();
      for (const chunk of chunked(keys))
        for (const { key, value } of await recallChunk(database, clock.now(), kind, chunk))
          found.set(key, value);
      return found;
    },
    keep: async (kind, entries) => {
      const rows = [...entries].map(([key, value]) => ({
        kind,
        key,
        value: Buffer.from(value),
        bytes: value.length,
        used_at: clock.now(),
      }));
      if (rows.length === 0) return;
      await database.transaction(async query => {
        for (const chunk of chunked(rows))
          await query('mining_memory').insert(chunk).onConflict(['kind', 'key']).merge();
      });
    },
    prune: () =>
      database.transaction(async query => {
        await query('mining_memory')
          .where('used_at', '<', clock.now() - bounds.unusedMs)
          .delete();
        await query.raw(
          `DELETE FROM mining_memory WHERE rowid IN (
             SELECT rowid FROM (
               SELECT rowid, sum(bytes) OVER (ORDER BY used_at DESC, rowid DESC) AS kept FROM mining_memory
             ) WHERE kept > ?
           )`,
          [bounds.bytes],
        );
      }),
  };
}

interface KeptRow {
  readonly key: string;
  readonly value: Buffer;
  readonly used_at: number;
}

/** Being asked for is noted once a day, so that recalling is reading as a rule. */
async function recallChunk(database: Database, now: number, kind: string, keys: readonly string[]) {
  return database.run(async query => {
    const rows = await query('mining_memory')
      .where({ kind })
      .whereIn('key', keys)
      .select<KeptRow[]>('key', 'value', 'used_at');
    const noticed = rows.filter(({ used_at }) => used_at < now - DAY_MS).map(({ key }) => key);
    if (noticed.length > 0)
      await query('mining_memory').where({ kind }).whereIn('key', noticed).update({ used_at: now });
    return rows;
  });
}
