/**
 * What mining worked out once and need not work out again: pure functions of content, kept by their kind and a key that
 * names all they depend on. Losing any of it costs time and changes no result. Ends in `CodefaceError` of code `store`.
 */
export interface MiningMemory {
  /** What is kept under these keys; those that are not there are left out. */
  recall(kind: string, keys: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Keeps all of these, or none; what a key held before is replaced. */
  keep(kind: string, entries: ReadonlyMap<string, Uint8Array>): Promise<void>;
  /** Forgets what nobody asked for in a long time, and then the longest unused beyond the memory's size. */
  prune(): Promise<void>;
}

/** Work that is done item by item and remembered by what each item is. */
export interface RememberedWork<I, O> {
  /** Of what sort the results are, with the version of what computes them: another version finds nothing. */
  readonly kind: string;
  readonly keyOf: (item: I) => string;
  readonly encode: (result: O) => Uint8Array;
  /** Undefined for what cannot be read any more: it is worked out again. */
  readonly decode: (bytes: Uint8Array) => O | undefined;
  /** Whether a result would be the same another time; one that would not is used and not kept. */
  readonly isLasting?: (result: O) => boolean;
  /** So many items are worked out and kept together: what a process that is killed has to do again. */
  readonly batchSize: number;
  /** One result for each item, in the order given; `doneBefore` were finished in earlier batches. */
  readonly compute: (items: readonly I[], doneBefore: number) => Promise<readonly O[]>;
}

/** Results in the order of their items, and how many of them were remembered. */
export interface Remembered<O> {
  readonly results: readonly O[];
  readonly hits: number;
}

/**
 * Recalls what is known of the items and works the rest out, batch after batch, each kept before the next begins, so
 * that a killed process goes on where it was. Items of one key are worked out once.
 */
export async function remembered<I, O>(
  memory: MiningMemory | undefined,
  items: readonly I[],
  work: RememberedWork<I, O>,
): Promise<Remembered<O>> {
  const keys = items.map(work.keyOf);
  const known = new Map<string, O>();
  for (const [key, bytes] of (await memory?.recall(work.kind, [...new Set(keys)])) ?? []) {
    const result = work.decode(bytes);
    if (result !== undefined) known.set(key, result);
  }
  const missing = new Map<string, I>();
  items.forEach((item, index) => {
    const key = keys[index] ?? '';
    if (!known.has(key)) missing.set(key, item);
  });
  const hits = keys.filter(key => known.has(key)).length;
  const waiting = [...missing];
  for (let start = 0; start < waiting.length; start += work.batchSize) {
    const batch = waiting.slice(start, start + work.batchSize);
    const results = await work.compute(
      batch.map(([, item]) => item),
      items.length - waiting.length + start,
    );
    const lasting = new Map<string, Uint8Array>();
    batch.forEach(([key], index) => {
      const result = results[index];
      if (result === undefined) return;
      known.set(key, result);
      if (work.isLasting?.(result) !== false) lasting.set(key, work.encode(result));
    });
    await memory?.keep(work.kind, lasting);
  }
  return { results: keys.flatMap(key => known.get(key) ?? []), hits };
}
