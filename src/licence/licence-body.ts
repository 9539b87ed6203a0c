/** How the licences that are a page long begin, after their title and copyright lines. */
const OPENINGS = [
  'permission is hereby granted',
  'permission to use copy modify',
  'redistribution and use in source',
  'redistribution and use of this software',
  'this software is provided as is without any express or implied',
];

/** How they end. */
const CLOSINGS = [
  'possibility of such damage',
  'dealings in the software',
  'dealings with the software',
  'performance of this software',
];

/**
 * The words of a licence without what people write around it: a title and names before it, a remark after it.
 * Undefined where the words have no known beginning, or nothing around it. Words are those of a `TextProfile`.
 */
export function bodyOf(words: readonly string[]): readonly string[] | undefined {
  const text = ` ${words.join(' ')} `;
  const starts = OPENINGS.map(opening => text.indexOf(` ${opening} `)).filter(at => at >= 0);
  if (starts.length === 0) return undefined;
  const start = Math.min(...starts) + 1;
  const ends = CLOSINGS.flatMap(closing => {
    const at = text.lastIndexOf(` ${closing} `);
    return at > start ? [at + closing.length + 1] : [];
  });
  const body = text.slice(start, ends.length === 0 ? undefined : Math.max(...ends)).trim();
  return body.length === text.length - 2 ? undefined : body.split(' ');
}
