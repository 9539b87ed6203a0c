import type { Place } from '../domain/place.js';
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
  /** Ids that may be found; any may when absent. */
  readonly among?: readonly string[];
}

/** What else is known of a replacement. */
export interface Replacement {
  /**
   * The newest snapshot when the repository was read. When another commit of it was recorded since, the replacement is
   * refused: it could put older code in the place of newer.
   */
  readonly since?: LibrarySnapshot;
  /** The ids of primitives that are retired and went on under another id, with that id. */
  readonly moves?: ReadonlyMap<string, string>;
  /** Where the repository lay, when it has no origin: another place of the same name is refused. */
  readonly place?: Place;
}

/** What became of a primitive. */
export interface PrimitiveHistory {
  /** The commit at which it was first admitted. */
  readonly admittedAt: string;
  /** The commit at which its repository no longer had it; absent while it is offered. */
  readonly retiredAt?: string;
  /** The id under which it went on, when its content, its file or its name was changed. */
  readonly successor?: string;
  /** The id that it had before such a change. */
  readonly predecessor?: string;
}

/** F: the library of an installation. Ends in `CodefaceError` of code `store`. */
export interface LibraryStore {
  /** The newest snapshot. */
  snapshot(): Promise<LibrarySnapshot>;
  /**
   * Makes these the repository's primitives, in one transaction: the newest snapshot then shows exactly these, as if
   * nothing had been there before, and an older one still shows what it did. Retryable when `since` is overtaken;
   * `bad-input` when another place has the name.
   */
  replaceRepository(
    repository: string,
    commit: string,
    primitives: readonly Primitive[],
    replacement?: Replacement,
  ): Promise<LibrarySnapshot>;
  /** Where a repository without an origin lay when it was mined last; undefined when that is not known. */
  placeOf(repository: string): Promise<string | undefined>;
  /** By id, whole or a unique beginning of at least 6 characters; retired ones too, as they were last. */
  find(id: string): Promise<Primitive | undefined>;
  /** What became of the primitive of this id; undefined when it was never there. */
  history(id: string): Promise<PrimitiveHistory | undefined>;
  /** By name, then by id. */
  list(snapshot?: LibrarySnapshot): Promise<readonly Primitive[]>;
  /** What a repository offers now, by name, then by id. */
  ofRepository(repository: string): Promise<readonly Primitive[]>;
  search(search: LibrarySearch): Promise<readonly LibraryHit[]>;
}
