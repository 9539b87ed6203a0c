import { decodeUtf8, fileBytes } from '../../src/domain/files.js';
import type { Primitive } from '../../src/domain/primitive.js';
import type { LibrarySnapshot, LibraryStore } from '../../src/ports/library-store.js';

interface Admission {
  readonly repository: string;
  readonly primitive: Primitive;
  readonly admitted: LibrarySnapshot;
  retired?: LibrarySnapshot;
}

/** A library in memory; its score counts shared words, a name's five times, which keeps BM25's order in small tests. */
export function createMemoryLibraryStore(): LibraryStore {
  const admissions: Admission[] = [];
  let newest = 0;

  const visible = (snapshot: LibrarySnapshot = newest): readonly Primitive[] =>
    admissions
      .filter(({ admitted, retired }) => admitted <= snapshot && (retired ?? Infinity) > snapshot)
      .map(({ primitive }) => structuredClone(primitive))
      .sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id));

  return {
    snapshot: async () => newest,
    replaceRepository: async (repository, _commit, primitives) => {
      const snapshot = ++newest;
      const current = admissions.filter(one => one.repository === repository && one.retired === undefined);
      const wanted = new Map(primitives.map(primitive => [primitive.id, primitive]));
      for (const one of current) if (!wanted.delete(one.primitive.id)) one.retired = snapshot;
      for (const primitive of wanted.values())
        admissions.push({ repository, primitive: structuredClone(primitive), admitted: snapshot });
      return snapshot;
    },
    find: async id => {
      const known = new Map(admissions.map(({ primitive }) => [primitive.id, primitive]));
      const exact = known.get(id);
      const beginning = id.length < 6 ? [] : [...known.values()].filter(one => one.id.startsWith(id));
      return structuredClone(exact ?? (beginning.length === 1 ? beginning[0] : undefined));
    },
    list: async snapshot => visible(snapshot),
    search: async ({ query, limit, snapshot }) => {
      const words = new Set(wordsOf(query));
      return visible(snapshot)
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
