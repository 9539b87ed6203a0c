import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { openDatabase, type Database } from '../../../src/adapters/sqlite/database.js';
import { createMiningMemory } from '../../../src/adapters/sqlite/mining-memory.js';
import { createFakeClock } from '../../fakes/fake-clock.js';

const DAY_MS = 24 * 3_600_000;
const bytes = (length: number) => new Uint8Array(length);

describe('what mining remembers in SQLite', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase(':memory:');
  });
  afterEach(() => database.close());

  it('is bounded: the longest unused goes first', async () => {
    const clock = createFakeClock();
    const memory = createMiningMemory(database, clock, { bytes: 100, unusedMs: 90 * DAY_MS });
    for (const key of ['a', 'b', 'c']) {
      await memory.keep('any', new Map([[key, bytes(40)]]));
      clock.advance(2 * DAY_MS);
    }
    await memory.recall('any', ['a']);
    await memory.prune();
    expect([...(await memory.recall('any', ['a', 'b', 'c'])).keys()].sort()).toEqual(['a', 'c']);
  });

  it('forgets what nobody asked for in a long time, and not what was asked for', async () => {
    const clock = createFakeClock();
    const memory = createMiningMemory(database, clock, { bytes: 1_000, unusedMs: 90 * DAY_MS });
    await memory.keep(
      'any',
      new Map([
        ['asked', bytes(1)],
        ['unasked', bytes(1)],
      ]),
    );
    clock.advance(60 * DAY_MS);
    await memory.recall('any', ['asked']);
    clock.advance(60 * DAY_MS);
    await memory.prune();
    expect([...(await memory.recall('any', ['asked', 'unasked'])).keys()]).toEqual(['asked']);
  });
});
