import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { MiningMemory } from '../../src/ports/mining-memory.js';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text));

/** What every memory of mining must keep, in memory and in SQLite. */
export function miningMemoryContract(name: string, createMemory: () => Promise<MiningMemory>): void {
  describe(`${name} as a memory of mining`, () => {
    let memory: MiningMemory;
    beforeEach(async () => {
      memory = await createMemory();
    });

    it('recalls what was kept under a kind and a key, and leaves out what was not', async () => {
      await memory.keep('outline', new Map([['a', bytes('one')]]));
      await memory.keep('verdict', new Map([['a', bytes('two')]]));
      expect(await memory.recall('outline', ['a', 'b'])).toEqual(new Map([['a', bytes('one')]]));
      expect(await memory.recall('verdict', ['a'])).toEqual(new Map([['a', bytes('two')]]));
      expect(await memory.recall('other', ['a'])).toEqual(new Map());
      expect(await memory.recall('outline', [])).toEqual(new Map());
    });

    it('replaces what a key held before', async () => {
      await memory.keep('outline', new Map([['a', bytes('one')]]));
      await memory.keep('outline', new Map([['a', bytes('two')]]));
      expect(await memory.recall('outline', ['a'])).toEqual(new Map([['a', bytes('two')]]));
    });

    it('keeps any bytes under any keys, hundreds at once', async () => {
      const entries = fc.dictionary(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.uint8Array({ maxLength: 9 }),
      );
      await fc.assert(
        fc.asyncProperty(entries, async some => {
          const kept = new Map(Object.entries(some).filter(([key]) => !/[\0\ud800-\udfff]/.test(key)));
          await memory.keep('any', kept);
          expect(await memory.recall('any', [...kept.keys()])).toEqual(kept);
        }),
        { numRuns: 20 },
      );
      const many = new Map(Array.from({ length: 700 }, (_, index) => [`k${index}`, bytes(`${index}`)]));
      await memory.keep('many', many);
      expect(await memory.recall('many', [...many.keys()])).toEqual(many);
    });

    it('is not changed by what becomes of the bytes it was given or gave', async () => {
      const given = bytes('one');
      await memory.keep('outline', new Map([['a', given]]));
      given.fill(0);
      (await memory.recall('outline', ['a'])).get('a')?.fill(0);
      expect(await memory.recall('outline', ['a'])).toEqual(new Map([['a', bytes('one')]]));
    });

    it('keeps what is in use when it is pruned', async () => {
      await memory.keep('outline', new Map([['a', bytes('one')]]));
      await memory.prune();
      expect((await memory.recall('outline', ['a'])).size).toBe(1);
    });
  });
}
