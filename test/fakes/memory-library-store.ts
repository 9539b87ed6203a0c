import { isDeepStrictEqual } from 'node:util';

import { CodefaceError } from '../../src/domain/errors.js';
import { decodeUtf8, fileBytes } from '../../src/domain/files.js';
import { refuseOtherPlace } from '../../src/domain/place.js';
import type { Primitive } from '../../src/domain/primitive.js';
import type { LibrarySnapshot, LibraryStore } from '../../src/ports/library-store.js';

interface Offer {
  readonly repository: string;
  readonly primitive: Primitive;
  readonly admitted: LibrarySnapshot;
  retired?: LibrarySnapshot;
}

interface Recorded {
  readonly repository: string;
  readonly commit: string;
  readonly moves: ReadonlyMap<string, string>;
  readonly place: string | undefined;
}

/** A library in memory; its score counts shared words, a name's five times, which keeps BM25's order in small tests. */
export function createMemoryLibraryStore(): LibraryStore {
  const offers: Offer[] = [];
  /** By snapshot, counted from 1. */
  const snapshots: Recorded[] = [];

  const offersAt = (snapshot: LibrarySnapshot = snapshots.length) =>
    offers
      .filter(({ admitted, retired }) => admitted <= snapshot && (retired ?? Infinity) > snapshot)
      .sort((a, b) => compare(a.primitive.name, b.primitive.name) || compare(a.primitive.id, b.primitive.id));
  const primitivesOf = (some: readonly Offer[]): readonly Primitive[] =>
    some.map(({ primitive }) => structuredClone(primitive));
  const commitAt = (snapshot: LibrarySnapshot) => snapshots[snapshot - 1]?.commit ?? '';
  const placeOf = (repository: string) =>
    snapshots.findLast(one => one.repository === repository && one.place !== undefined)?.place;
  const isOffered = ({ retired }: Offer) => retired === undefined;

  return {
    snapshot: async () => snapshots.length,
    replaceRepository: async (repository, commit, primitives, { since, moves = new Map(), place } = {}) => {
      const overtaken = snapshots.some(
        (one, index) =>
          since !== undefined && index + 1 > since && one.repository === repository && one.commit !== commit,
      );
      if (overtaken)
        throw new CodefaceError('store', `${repository} was mined meanwhile. Mine it again.`, {
          retryable: true,
        });
      refuseOtherPlace(repository, placeOf(repository), place);
      const snapshot = snapshots.push({ repository, commit, moves, place: place?.folder });
      const wanted = new Map(primitives.map(primitive => [primitive.id, structuredClone(primitive)]));
      for (const offer of offers.filter(one => one.repository === repository && isOffered(one)))
        if (isDeepStrictEqual(wanted.get(offer.primitive.id), offer.primitive))
          wanted.delete(offer.primitive.id);
        else offer.retired = snapshot;
      for (const primitive of wanted.values()) offers.push({ repository, primitive, admitted: snapshot });
      return snapshot;
    },
    placeOf: async repository => placeOf(repository),
    find: async id => {
      const known = new Map(offers.map(({ primitive }) => [primitive.id, primitive]));
      for (const { primitive } of offersAt()) known.set(primitive.id, primitive);
      const exact = known.get(id);
      const beginning = id.length < 6 ? [] : [...known.values()].filter(one => one.id.startsWith(id));
      return structuredClone(exact ?? (beginning.length === 1 ? beginning[0] : undefined));
    },
    history: async id => {
      const own = offers.filter(({ primitive }) => primitive.id === id);
      const [first] = own;
      const last = own.at(-1);
      if (first === undefined || last === undefined) return undefined;
      const moves = snapshots.toReversed().flatMap(one => [...one.moves]);
      const predecessor = moves.find(([, successor]) => successor === id)?.[0];
      const successor = last.retired === undefined ? undefined : moves.find(([old]) => old === id)?.[1];
      return {
        admittedAt: commitAt(first.admitted),
        ...(last.retired !== undefined && { retiredAt: commitAt(last.retired) }),
        ...(successor !== undefined && { successor }),
        ...(predecessor !== undefined && { predecessor }),
      };
    },
    list: async snapshot => primitivesOf(offersAt(snapshot)),
    ofRepository: async repository =>
      primitivesOf(offersAt().filter(offer => offer.repository === repository)),
    search: async ({ query, limit, snapshot, among }) => {
      const words = new Set(wordsOf(query));
      return primitivesOf(offersAt(snapshot))
        .filter(({ id }) => among?.includes(id) ?? true)
        .map(primitive => ({ primitive, score: scoreOf(primitive, words) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, limit);
    },
  };
}

function scoreOf(primitive: Primitive, words: ReadonlySet<string>): number {
  const names = wordsOf([primitive.name, ...primitive.interface.exports.map(({ name }) => name)].join(' '));
  const texts = [
    primitive.interface.behaviour,
    ...primitive.interface.exports.map(({ docstring }) => docstring ?? ''),
    ...primitive.implementation.map(file => decodeUtf8(fileBytes(file)) ?? ''),
  ];
  const shared = (found: readonly string[]) => new Set(found.filter(word => words.has(word))).size;
  return 5 * shared(names) + shared(wordsOf(texts.join(' ')));
}

function wordsOf(text: string): readonly string[] {
  return (text.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu) ?? []).map(word => word.toLowerCase());
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
