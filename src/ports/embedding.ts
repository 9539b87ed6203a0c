/** Off until it beats BM25 in our own bench (docs/design.md). */
export interface Embedding {
  readonly dimensions: number;
  /** One vector of `dimensions` numbers for each text, in order. */
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>;
}
