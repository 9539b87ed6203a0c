import { describe, expect, it } from '@jest/globals';

import { remembered, type RememberedWork } from '../../src/ports/mining-memory.js';
import { createMemoryMiningMemory } from '../fakes/memory-mining-memory.js';

/** Lengths of words, worked out three at a time; `worked` is what was worked out, batch by batch. */
function lengths(overrides: Partial<RememberedWork<string, number>> = {}) {
  const worked: (readonly string[])[] = [];
  const work: RememberedWork<string, number> = {
    kind: 'length/1',
    keyOf: word => word,
    encode: length => Buffer.from(String(length)),
    decode: kept => Number(Buffer.from(kept).toString()) || undefined,
    batchSize: 3,
    compute: async words => {
      worked.push(words);
      return words.map(word => word.length);
    },
    ...overrides,
  };
  return { work, worked };
}

const WORDS = ['one', 'three', 'eleven', 'one', 'fourteen', 'three', 'six'];

describe('remembered work', () => {
  it('is done once for each key, in batches, and answered in the order of the items', async () => {
    const { work, worked } = lengths();
    const first = await remembered(createMemoryMiningMemory(), WORDS, work);
    expect(first).toEqual({ results: [3, 5, 6, 3, 8, 5, 3], hits: 0 });
    expect(worked).toEqual([
      ['one', 'three', 'eleven'],
      ['fourteen', 'six'],
    ]);
  });

  it('is not done again, and the same without a memory', async () => {
    const memory = createMemoryMiningMemory();
    await remembered(memory, ['three', 'six'], lengths().work);
    const { work, worked } = lengths();
    expect(await remembered(memory, WORDS, work)).toEqual({ results: [3, 5, 6, 3, 8, 5, 3], hits: 3 });
    expect(worked).toEqual([['one', 'eleven', 'fourteen']]);
    expect((await remembered(undefined, WORDS, work)).results).toEqual([3, 5, 6, 3, 8, 5, 3]);
  });

  it('keeps each batch before the next begins, so that what fails later costs only itself', async () => {
    const memory = createMemoryMiningMemory();
    const failing = lengths({
      compute: async words => {
        if (words.includes('fourteen')) throw new Error('killed');
        return words.map(word => word.length);
      },
    });
    await expect(remembered(memory, WORDS, failing.work)).rejects.toThrow('killed');
    const { work, worked } = lengths();
    await remembered(memory, WORDS, work);
    expect(worked).toEqual([['fourteen', 'six']]);
  });

  it('is done again for another version, for what cannot be read, and for what may pass', async () => {
    const memory = createMemoryMiningMemory();
    await remembered(memory, ['six', 'one'], lengths({ isLasting: length => length > 3 }).work);
    expect(memory.size()).toBe(0);
    await remembered(memory, ['six', 'one'], lengths().work);
    const next = lengths({ kind: 'length/2' });
    await remembered(memory, ['six'], next.work);
    const broken = lengths({ decode: () => undefined });
    await remembered(memory, ['one'], broken.work);
    expect([next.worked, broken.worked]).toEqual([[['six']], [['one']]]);
  });
});
