/** The first paragraph of a docstring on one line; empty when there is none. */
export function summaryOf(docstring: string | undefined): string {
  return (
    (docstring ?? '')
      .split(/\n\s*\n/, 1)[0]
      ?.replace(/\s+/g, ' ')
      .trim() ?? ''
  );
}

/** The interactive examples of a docstring as they stand, one block a blank line, or undefined when it has none. */
export function examplesOf(docstring: string | undefined): string | undefined {
  const blocks: string[][] = [];
  let isInside = false;
  for (const line of (docstring ?? '').split('\n')) {
    if (/^\s*>>>( |$)/.test(line)) {
      if (!isInside) blocks.push([]);
      isInside = true;
    } else if (line.trim() === '') isInside = false;
    if (isInside) blocks.at(-1)?.push(line);
  }
  if (blocks.length === 0) return undefined;
  return blocks.map(dedent).join('\n\n');
}

/** A test's name as words: `test_stops_at_the_cap` is `stops at the cap`. */
export function wordsOfTest(name: string): string {
  return (name.split('::').at(-1) ?? name)
    .replace(/^test_*/i, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/_+/g, ' ')
    .trim()
    .toLowerCase();
}

function dedent(lines: readonly string[]): string {
  const indent = Math.min(...lines.map(line => /^\s*/.exec(line)?.[0].length ?? 0));
  return lines.map(line => line.slice(indent).trimEnd()).join('\n');
}
