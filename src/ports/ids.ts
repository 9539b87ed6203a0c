/** Injected identity. */
export interface Ids {
  /** A new id for a run, a job or a lease: URL-safe, at most 26 characters, sortable by time of making. */
  next(): string;
}
