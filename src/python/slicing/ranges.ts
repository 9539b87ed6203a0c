/** The items that start in a range, of items in source order. `end` is exclusive. */
export function startingWithin<T extends { readonly start: number }>(
  items: readonly T[],
  start: number,
  end: number,
): readonly T[] {
  return items.slice(firstFrom(items, start), firstFrom(items, end));
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
