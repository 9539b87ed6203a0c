/** Builds a service once, when it is first asked for. */
export function once<T>(build: () => Promise<T>): { (): Promise<T>; isBuilt(): boolean } {
  let built: Promise<T> | undefined;
  return Object.assign(() => (built ??= build()), { isBuilt: () => built !== undefined });
}
