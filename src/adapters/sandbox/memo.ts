/** Looks once and remembers what was found; a failure is not remembered, so that it can be mended meanwhile. */
export function createMemo<T>(look: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined;
  return () =>
    (found ??= look().catch((error: unknown) => {
      found = undefined;
      throw error;
    }));
}
