/** What stands at the top of a source file: its comments and its docstring, without the marks around them. */

/** In lines: a whole MIT or BSD text with a remark before it is shorter. */
const LONGEST_HEADER = 120;

/** In characters; what is longer is data that happens to begin with a comment. */
const LONGEST_LINE = 1_000;

/**
 * The leading comments of a Python file and the docstring that follows them, one line each, in order. Blank lines stay,
 * since they end a statement. Reading stops at the first line of code.
 */
export function fileHeader(text: string): string {
  const lines: string[] = [];
  let closing: string | undefined;
  let hasDocstring = false;
  for (const raw of firstLines(text)) {
    const line = raw.slice(0, LONGEST_LINE).trim();
    if (closing !== undefined) {
      const end = line.indexOf(closing);
      lines.push(end < 0 ? line : line.slice(0, end));
      if (end >= 0) closing = undefined;
      continue;
    }
    if (line === '' || line.startsWith('#')) {
      lines.push(line.replace(/^[#\s!]+/, ''));
      continue;
    }
    const opened = hasDocstring ? null : /^[rRuU]?("""|''')/.exec(line);
    if (opened === null) break;
    hasDocstring = true;
    const [opening, quotes = ''] = opened;
    const rest = line.slice(opening.length);
    const end = rest.indexOf(quotes);
    lines.push(end < 0 ? rest : rest.slice(0, end));
    if (end < 0) closing = quotes;
  }
  return lines.join('\n').trim();
}

function firstLines(text: string): readonly string[] {
  return text
    .replace(/^\uFEFF/, '')
    .slice(0, LONGEST_HEADER * LONGEST_LINE)
    .split(/\r?\n/, LONGEST_HEADER);
}
