/** A word in quotes, in double quotes, by an escaped character, or bare; then what parts words; then what no word begins with. */
const PART = /'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|([^\s'"\\]+)|(\s+)|([^])/g;
const BARE = /^[\w@%+=:,./-]+$/;

/**
 * The words of a line of options as pytest parts it: by Python's `shlex.split`, that is the quoting of a POSIX shell and
 * nothing else of one (pytest documentation, "addopts"). Undefined for a quote that is never closed, or a backslash
 * with nothing after it: pytest ends on these without running anything.
 */
export function optionWords(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let isInside = false;
  for (const [, single, double, escaped, bare, gap] of line.matchAll(PART)) {
    const text = single ?? double?.replace(/\\(["\\])/g, '$1') ?? escaped ?? bare;
    if (text === undefined && gap === undefined) return undefined;
    if (text !== undefined) words.push(isInside ? `${words.pop() ?? ''}${text}` : text);
    isInside = text !== undefined;
  }
  return words;
}

/** The line that `optionWords` parts into these words. */
export function optionLine(words: readonly string[]): string {
  return words.map(word => (BARE.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`)).join(' ');
}
