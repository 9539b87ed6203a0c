import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { Primitive } from '../../src/domain/primitive.js';
import type { LibraryStore } from '../../src/ports/library-store.js';
import { arbitraryPrimitive, arbitraryText, recordedAnew } from '../support/arbitrary-primitive.js';
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

    it('records anew what a commit changes of a primitive, and leaves older snapshots as they were', async () => {
      const old = samplePrimitive('moving');
      const { provenance } = old;
      const ranges = [{ path: 'tools/moving.py', startLine: 11, endLine: 12 }];
      const fresh = {
        ...old,
        interface: { ...old.interface, behaviour: 'Weighs anchors.' },
        provenance: { ...provenance, commit: 'c2', ranges, licenceText: 'MIT License, once more\n' },
        family: 'cf-000000000001',
      };
      const first = await store.replaceRepository('acme/tools', 'c1', [old]);
      const second = await store.replaceRepository('acme/tools', 'c2', [fresh]);
      expect(await store.list(first)).toEqual([old]);
      expect(await store.list(second)).toEqual([fresh]);
      expect(await store.find(old.id)).toEqual(fresh);
      expect(await found('anchors')).toEqual(['moving']);
      const third = await store.replaceRepository('acme/tools', 'c3', [old]);
      expect(await store.list(third)).toEqual([old]);
      expect(await store.list(second)).toEqual([fresh]);
      expect(await found('anchors')).toEqual([]);
    });

    it('names the commit of the newest mining, whatever else is unchanged', async () => {
      const at = (commit: string) => {
        const primitive = samplePrimitive('steady');
        return { ...primitive, provenance: { ...primitive.provenance, commit } };
      };
      const first = await store.replaceRepository('acme/tools', 'c1', [at('c1')]);
      await store.replaceRepository('acme/other', 'd1', []);
      await store.replaceRepository('acme/tools', 'c2', [at('c2')]);
      await store.replaceRepository('acme/tools', 'c3', [at('c3')]);
      await store.replaceRepository('acme/other', 'd2', []);
      const commits = async (snapshot?: number) =>
        (await store.list(snapshot)).map(({ provenance }) => provenance.commit);
      expect(await commits()).toEqual(['c3']);
      expect(await commits(first + 1)).toEqual(['c1']);
      await store.replaceRepository('acme/tools', 'c4', []);
      expect((await store.find(at('c3').id))?.provenance.commit).toBe('c3');
    });

    it('shows after any history what it would show had there been none', async () => {
      const pool = fc.uniqueArray(arbitraryPrimitive, {
        minLength: 1,
        maxLength: 4,
        selector: ({ id }) => id,
      });
      const state = (primitives: readonly Primitive[]) =>
        fc
          .subarray([...primitives])
          .chain(some => fc.tuple(...some.map(one => fc.oneof(fc.constant(one), recordedAnew(one)))));
      const history = pool.chain(primitives => fc.array(state(primitives), { minLength: 1, maxLength: 5 }));
      await fc.assert(
        fc.asyncProperty(history, arbitraryText, async (states, query) => {
          const [lived, fresh] = [await createStore(), await createStore()];
          const commitOf = (index: number) => `c${index}`;
          for (const [index, primitives] of states.entries())
            await lived.replaceRepository('acme/tools', commitOf(index), primitives);
          await fresh.replaceRepository('acme/tools', commitOf(states.length - 1), states.at(-1) ?? []);
          expect(await lived.list()).toEqual(await fresh.list());
          expect(await lived.ofRepository('acme/tools')).toEqual(await fresh.list());
          const words = {
            query: `${query} tools MIT ${states.at(-1)?.[0]?.interface.behaviour ?? ''}`,
            limit: 9,
          };
          expect(await lived.search(words)).toEqual(await fresh.search(words));
        }),
        { numRuns: 40 },
      );
    });

    it('tells what a repository offers apart', async () => {
      const other = samplePrimitive('other', { repository: 'acme/other' });
      await store.replaceRepository('acme/tools', 'c1', [samplePrimitive('kept'), samplePrimitive('gone')]);
      await store.replaceRepository('acme/other', 'c1', [other]);
      await store.replaceRepository('acme/tools', 'c2', [samplePrimitive('kept')]);
      expect((await store.ofRepository('acme/tools')).map(({ name }) => name)).toEqual([
        'acme/tools/tools.kept',
      ]);
      expect(await store.ofRepository('acme/other')).toEqual([other]);
      expect(await store.ofRepository('acme/none')).toEqual([]);
    });

    it('refuses to put what was read before another commit was recorded in its place', async () => {
      const since = await store.snapshot();
      await store.replaceRepository('acme/other', 'd1', [], { since });
      await store.replaceRepository('acme/tools', 'newer', [samplePrimitive('newer')], { since });
      await expect(
        store.replaceRepository('acme/tools', 'older', [samplePrimitive('older')], { since }),
      ).rejects.toMatchObject({ code: 'store', retryable: true });
      expect(await namesAt()).toEqual(['newer']);
      await store.replaceRepository('acme/tools', 'newer', [samplePrimitive('newer')], { since });
      const anew = await store.snapshot();
      await store.replaceRepository('acme/tools', 'older', [samplePrimitive('older')], { since: anew });
      expect(await namesAt()).toEqual(['older']);
    });

    it('refuses what lies in another place under the same name, unless it was named so', async () => {
      const at = (folder: string, isNamed = false) => ({ place: { folder, isNamed } });
      expect(await store.placeOf('lib')).toBeUndefined();
      await store.replaceRepository('lib', 'c1', [samplePrimitive('mine')], at('/a/lib'));
      await expect(
        store.replaceRepository('lib', 'c2', [samplePrimitive('stranger')], at('/b/lib')),
      ).rejects.toMatchObject({ code: 'bad-input', message: expect.stringContaining('/a/lib') as unknown });
      expect(await namesAt()).toEqual(['mine']);
      await store.replaceRepository('lib', 'c2', [samplePrimitive('edited')], at('/a/lib'));
      expect(await namesAt()).toEqual(['edited']);
      await store.replaceRepository('lib', 'c3', [samplePrimitive('moved')], at('/b/lib', true));
      expect(await namesAt()).toEqual(['moved']);
      await store.replaceRepository('lib', 'c4', []);
      expect(await store.placeOf('lib')).toBe('/b/lib');
      await expect(store.replaceRepository('lib', 'c5', [], at('/a/lib'))).rejects.toThrow('/b/lib');
    });

    it('tells what became of a primitive', async () => {
      const [before, after] = [samplePrimitive('before'), samplePrimitive('after')];
      await store.replaceRepository('acme/tools', 'c1', [before]);
      expect(await store.history(before.id)).toEqual({ admittedAt: 'c1' });
      await store.replaceRepository('acme/tools', 'c2', [after], {
        moves: new Map([[before.id, after.id]]),
      });
      expect(await store.history(before.id)).toEqual({
        admittedAt: 'c1',
        retiredAt: 'c2',
        successor: after.id,
      });
      expect(await store.history(after.id)).toEqual({ admittedAt: 'c2', predecessor: before.id });
      await store.replaceRepository('acme/tools', 'c3', [before]);
      expect(await store.history(before.id)).toEqual({ admittedAt: 'c1' });
      expect(await store.history(after.id)).toMatchObject({ retiredAt: 'c3' });
      expect(await store.history('cf-nowhere')).toBeUndefined();
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

      it('finds only among those it is told, which take the places of the others', async () => {
        const primitives = ['retry_one', 'retry_two', 'retry_three'].map(word => samplePrimitive(word));
        await store.replaceRepository('acme/tools', 'c1', primitives);
        const among = primitives.slice(1).map(({ id }) => id);
        const hits = await store.search({ query: 'retry one', limit: 2, among });
        expect(hits.map(({ primitive }) => primitive.id).sort()).toEqual([...among].sort());
        expect(await store.search({ query: 'retry', limit: 2, among: [] })).toEqual([]);
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
