/** Callers that ask for work of the same name while it is under way share it, its failure too. */
export function createOnce<T>(): (name: string, work: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (name, work) => {
    const known = underWay.get(name);
    if (known !== undefined) return known;
    const started = work().finally(() => underWay.delete(name));
    underWay.set(name, started);
    return started;
  };
}
