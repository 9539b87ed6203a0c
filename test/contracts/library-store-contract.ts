import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { LibraryStore } from '../../src/ports/library-store.js';
import { arbitraryPrimitive, arbitraryText } from '../support/arbitrary-primitive.js';
import { samplePrimitive } from '../support/sample-primitive.js';

/** What every library must keep, in memory and in SQLite. */
export function libraryStoreContract(name: string, createStore: () => Promise<LibraryStore>): void {
  describe(`${name} as a library store`, () => {
    let store: LibraryStore;
    beforeEach(async () => {
      store = await createStore();
    });

    const namesAt = async (snapshot?: number) =>
      (await store.list(snapshot)).map(({ interface: { exports } }) => exports[0]?.name);
    const found = async (query: string, limit = 10, snapshot?: number) =>
      (await store.search({ query, limit, ...(snapshot === undefined ? {} : { snapshot }) })).map(
        ({ primitive }) => primitive.interface.exports[0]?.name,
      );

    it('starts empty', async () => {
      expect(await store.snapshot()).toBe(0);
      expect(await store.list()).toEqual([]);
      expect(await store.search({ query: 'anything', limit: 5 })).toEqual([]);
    });

    it('gives back what it was given', async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryPrimitive, async primitive => {
          const fresh = await createStore();
          await fresh.replaceRepository('acme/tools', 'c1', [primitive]);
          expect(await fresh.find(primitive.id)).toEqual(primitive);
          expect(await fresh.list()).toEqual([primitive]);
        }),
        { numRuns: 40 },
      );
    });

    it('replaces the primitives of one repository and leaves the others', async () => {
      const [kept, dropped, added] = ['kept', 'dropped', 'added'].map(word => samplePrimitive(word));
      const other = samplePrimitive('other', { repository: 'acme/other' });
      const first = await store.replaceRepository('acme/tools', 'c1', [kept!, dropped!]);
      await store.replaceRepository('acme/other', 'c1', [other]);
      const last = await store.replaceRepository('acme/tools', 'c2', [added!, kept!]);
      expect(last).toBeGreaterThan(first);
      expect(await store.snapshot()).toBe(last);
      expect(await namesAt()).toEqual(['other', 'added', 'kept']);
    });

    it('shows an older snapshot as it was', async () => {
      const first = await store.replaceRepository('acme/tools', 'c1', [samplePrimitive('old')]);
      await store.replaceRepository('acme/tools', 'c2', [samplePrimitive('fresh')]);
      expect(await namesAt(first)).toEqual(['old']);
      expect(await found('old', 10, first)).toEqual(['old']);
      expect(await found('old')).toEqual([]);
      expect(await found('fresh', 10, first)).toEqual([]);
      expect(await namesAt(0)).toEqual([]);
    });

    it('admits again what was retired, and takes one primitive given twice as one', async () => {
      const primitive = samplePrimitive('again');
      const first = await store.replaceRepository('acme/tools', 'c1', [primitive, primitive]);
      const gone = await store.replaceRepository('acme/tools', 'c2', []);
      await store.replaceRepository('acme/tools', 'c3', [primitive, primitive]);
      await store.replaceRepository('acme/tools', 'c4', [primitive, primitive]);
      expect(await namesAt(first)).toEqual(['again']);
      expect(await namesAt(gone)).toEqual([]);
      expect(await namesAt()).toEqual(['again']);
    });

    it('finds a retired primitive by its id', async () => {
      const primitive = samplePrimitive('gone');
      await store.replaceRepository('acme/tools', 'c1', [primitive]);
      await store.replaceRepository('acme/tools', 'c2', []);
      expect(await store.find(primitive.id)).toEqual(primitive);
    });

    it('finds by a beginning of six characters or more, when there is only one', async () => {
      const [one, two] = ['cf-aaaa11110000', 'cf-aaaa22220000'].map(id =>
        samplePrimitive(`f${id.slice(-8)}`, { id }),
      );
      await store.replaceRepository('acme/tools', 'c1', [one!, two!]);
      expect((await store.find('cf-aaaa1'))?.id).toBe(one!.id);
      expect(await store.find('cf-aaaa')).toBeUndefined();
      expect(await store.find('cf-aa')).toBeUndefined();
      expect(await store.find('cf-%aaa1')).toBeUndefined();
      expect(await store.find('')).toBeUndefined();
    });

    it('finds an id that another one begins with', async () => {
      const [short, long] = ['cf-abcdef', 'cf-abcdef0123'].map(id =>
        samplePrimitive(`f${id.length}`, { id }),
      );
      await store.replaceRepository('acme/tools', 'c1', [short!, long!]);
      expect((await store.find('cf-abcdef'))?.id).toBe('cf-abcdef');
    });

    describe('search', () => {
      it('puts a word in the name before the same word in the docs and in the code', async () => {
        await store.replaceRepository('acme/tools', 'c1', [
          samplePrimitive('alpha', { code: 'def alpha():\n    return throttle\n' }),
          samplePrimitive('throttle'),
          samplePrimitive('unrelated'),
        ]);
        expect(await found('throttle')).toEqual(['throttle', 'alpha']);
      });

      it.each(['parseConfig', 'parse_config', 'config parse', 'please parse the config'])(
        'finds an identifier by its parts: %s',
        async query => {
          await store.replaceRepository('acme/tools', 'c1', [
            samplePrimitive('parseConfig'),
            samplePrimitive('slug'),
          ]);
          expect((await found(query))[0]).toBe('parseConfig');
        },
      );

      it('gives at most as many as were asked for, best first', async () => {
        const primitives = ['retry_one', 'retry_two', 'retry_three'].map(word => samplePrimitive(word));
        await store.replaceRepository('acme/tools', 'c1', primitives);
        const hits = await store.search({ query: 'retry two', limit: 2 });
        expect(hits).toHaveLength(2);
        expect(hits[0]?.primitive.interface.exports[0]?.name).toBe('retry_two');
        expect(hits[0]!.score).toBeGreaterThan(hits[1]!.score);
        expect(await store.search({ query: 'retry', limit: 0 })).toEqual([]);
      });

      it.each([
        '"',
        'NEAR(',
        'names:x',
        'a AND',
        '*',
        "'; DROP TABLE primitives; --",
        '(',
        '^x -y',
        '\0',
        '🦀',
      ])('takes %j for words, never for syntax', async query => {
        await store.replaceRepository('acme/tools', 'c1', [samplePrimitive('retry')]);
        await store.search({ query, limit: 5 });
        expect(await found(`${query} retry`)).toEqual(['retry']);
      });

      it('answers any text', async () => {
        await store.replaceRepository('acme/tools', 'c1', [samplePrimitive('retry')]);
        await fc.assert(
          fc.asyncProperty(fc.oneof(arbitraryText, fc.string({ unit: 'binary' })), async query => {
            expect(Array.isArray(await store.search({ query, limit: 5 }))).toBe(true);
          }),
        );
      });
    });
  });
}
