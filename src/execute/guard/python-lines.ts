/** What ends a line to Python's `str.splitlines` and to few other readers (Python docs, "str.splitlines"). */
const ODD_ENDS = ['\v', '\f', '\x1c', '\x1d', '\x1e', '\x85', '\u2028', '\u2029'];

/** The lines of a text as `str.splitlines` tells them apart, which `importlib.metadata` and pytest's INI reader use. */
export function pythonLines(text: string): readonly string[] {
  return ODD_ENDS.reduce((plain, end) => plain.replaceAll(end, '\n'), text).split(/\r\n|[\r\n]/);
}

/** Whether lines end in it that only some readers see, or a byte-order mark hides the start of one. */
export function hasOddLineEnds(text: string): boolean {
  return ODD_ENDS.some(end => text.includes(end)) || /\r(?!\n)|\uFEFF/.test(text);
}
