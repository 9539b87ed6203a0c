import type { HoldSet } from '../../domain/hold-set.js';
import type { Primitive } from '../../domain/primitive.js';
import type { LibraryHit, LibrarySearch, LibraryStore } from '../../ports/library-store.js';

/**
 * A library in which nothing of the hold set is kept or found (Code Primitives, appendix F: applied when it is loaded
 * and when it is saved): what is held is not stored, and what was stored before it was held is not shown.
 */
export function guardLibrary(library: LibraryStore, holdSet: HoldSet): LibraryStore {
  const isFree = (primitive: Primitive) => holdSet.ofPrimitive(primitive) === undefined;
  return {
    ...library,
    snapshot: () => library.snapshot(),
    history: id => library.history(id),
    replaceRepository: (repository, commit, primitives, replacement) =>
      library.replaceRepository(repository, commit, primitives.filter(isFree), replacement),
    find: async id => {
      const found = await library.find(id);
      return found !== undefined && isFree(found) ? found : undefined;
    },
    list: async snapshot => (await library.list(snapshot)).filter(isFree),
    ofRepository: async repository => (await library.ofRepository(repository)).filter(isFree),
    search: search => searchFree(library, search, isFree),
  };
}

/** As many free ones as were asked for, if there are as many: held ones take nobody's place. */
async function searchFree(
  library: LibraryStore,
  search: LibrarySearch,
  isFree: (primitive: Primitive) => boolean,
): Promise<readonly LibraryHit[]> {
  for (let { limit } = search; ; limit *= 2) {
    const hits = await library.search({ ...search, limit });
    const free = hits.filter(({ primitive }) => isFree(primitive));
    if (free.length >= search.limit || hits.length < limit) return free.slice(0, search.limit);
  }
}
