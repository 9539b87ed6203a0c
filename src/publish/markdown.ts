/**
 * Hostile text as an inline code span: one line, at most `limit` characters, with a fence longer than any run of
 * backticks in it, so that nothing in it is read as Markdown, HTML, a mention or the end of the span.
 */
export function codeSpan(text: string, limit = 160): string {
  const line = oneLine(text, limit);
  if (line === '') return '';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(run => run[0].length));
  const fence = '`'.repeat(longest + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A code span for a cell of a table, where a bar would end the cell even in code (GitHub Flavored Markdown, 4.10). */
export function codeCell(text: string, limit = 160): string {
  return codeSpan(text, limit).replaceAll('|', '\\|');
}

/**
 * Hostile text as prose of one line: code spans in it stay, and outside of them nothing is read as Markdown or HTML,
 * mentions anybody, refers to an issue or ends a cell.
 */
export function prose(text: string, limit = 600): string {
  return oneLine(text, limit)
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part.replaceAll('|', '\\|') : plain(part)))
    .join('');
}

function plain(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_~[\]()!|>]/g, '\\$&')
    .replace(/[@#]|:(?=\/\/)/g, '$&\u200b');
}

/** Characters that change the direction of the text around them (Unicode, UAX 9). */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function oneLine(text: string, limit: number): string {
  const line = text
    .replace(BIDI, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
}
