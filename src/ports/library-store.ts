import type { Primitive } from '../domain/primitive.js';

/** A point in the library's history: what a run pins. Monotonic. */
export type LibrarySnapshot = number;

export interface LibraryHit {
  readonly primitive: Primitive;
  /** BM25, larger is better, comparable within one query. */
  readonly score: number;
}

export interface LibrarySearch {
  readonly query: string;
  readonly limit: number;
  readonly snapshot?: LibrarySnapshot;
}

/** F: the library of an installation. Ends in `CodefaceError` of code `store`. */
export interface LibraryStore {
  /** The newest snapshot. */
  snapshot(): Promise<LibrarySnapshot>;
  /**
   * Makes these the repository's primitives, in one transaction: new ones are added, those no longer mined are
   * retired (an older snapshot still sees them), unchanged ones are left as they are.
   */
  replaceRepository(
    repository: string,
    commit: string,
    primitives: readonly Primitive[],
  ): Promise<LibrarySnapshot>;
  /** By id, whole or a unique beginning of at least 6 characters; retired ones too. */
  find(id: string): Promise<Primitive | undefined>;
  list(snapshot?: LibrarySnapshot): Promise<readonly Primitive[]>;
  search(search: LibrarySearch): Promise<readonly LibraryHit[]>;
}
