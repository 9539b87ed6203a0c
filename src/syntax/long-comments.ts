/** As many comments in a row as are left to the parser, whose time for a row grows with its square. */
const LONGEST_ROW = 64;

/**
 * The text as the parser is given it: of a long row of lines with nothing but a comment, those after the first few are
 * blanks of the same length. To Python, and to all who read trees, they say as much, and every offset stays what it was.
 * (In a string, where `#` begins no comment, the text that is read back is the one before.)
 */
export function withoutLongComments(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  let row = 0;
  let expected = -1;
  for (let mark = text.indexOf('#'); mark >= 0;) {
    const start = lineStart(text, mark);
    const end = lineEnd(text, mark);
    if (start < 0) row = 0;
    else {
      row = start === expected ? row + 1 : 1;
      expected = end + 1;
      if (row > LONGEST_ROW) {
        pieces.push(text.slice(copied, mark), ' '.repeat(end - mark));
        copied = end;
      }
    }
    mark = text.indexOf('#', end);
  }
  return pieces.length === 0 ? text : [...pieces, text.slice(copied)].join('');
}

/** Where the line of an offset starts, or -1 when something other than blanks stands before it. */
function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0) {
    const before = text.charCodeAt(at - 1);
    if (before === 0x0a) return at;
    if (before !== 0x20 && before !== 0x09) return -1;
    at -= 1;
  }
  return 0;
}

/** The offset of the line feed that ends a line. */
function lineEnd(text: string, offset: number): number {
  const feed = text.indexOf('\n', offset);
  return feed < 0 ? text.length : feed;
}
