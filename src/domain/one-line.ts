/**
 * What would let a file's name draw on a terminal: escape sequences, control characters, and the marks that turn the
 * direction of writing or break a line without being a line break. Tabs and line feeds are judged by who prints.
 */
const DRAWING =
  // eslint-disable-next-line no-control-regex
  /\u001b\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** One line of harmless text, its spaces collapsed. */
export function oneLine(text: string): string {
  return text
    .replace(DRAWING, ' ')
    .replace(/[\t\n ]+/g, ' ')
    .trim();
}

/** Harmless text that keeps its lines, tabs and indentation. */
export function plainText(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(DRAWING, ' ');
}
