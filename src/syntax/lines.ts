/** The offsets at which the lines of a text start; a line ends with its line feed, as tree-sitter counts them. */
export function lineStarts(text: string): Uint32Array {
  const starts: number[] = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return Uint32Array.from(starts);
}

/** The 1-based line that an offset is on. */
export function lineOf(starts: Uint32Array, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
