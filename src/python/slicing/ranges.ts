/** The items that start in a range, of items in source order. `end` is exclusive. */
export function startingWithin<T extends { readonly start: number }>(
  items: readonly T[],
  start: number,
  end: number,
): readonly T[] {
  return items.slice(firstFrom(items, start), firstFrom(items, end));
}

/** The last item that starts at the offset or before it. */
export function lastStartingBy<T extends { readonly start: number }>(
  items: readonly T[],
  offset: number,
): T | undefined {
  return items[firstFrom(items, offset + 1) - 1];
}

/** The index of the first item that starts at the offset or after it. */
function firstFrom(items: readonly { readonly start: number }[], offset: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
