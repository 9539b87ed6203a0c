/** Splits an identifier into lower-case words: `maxEntries`, `max_entries` and `MAX_ENTRIES` are two words each. */
export function splitIdentifier(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(word => word !== '');
}

/** How alike two identifiers are, 0 to 1: the share of their words that match, as words, forms or abbreviations. */
export function nameSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  return wordSimilarity(splitIdentifier(a), splitIdentifier(b));
}

/** The same of two lists of words. */
export function wordSimilarity(a: readonly string[], b: readonly string[]): number {
  const left = [...new Set(a)];
  const right = new Set(b);
  if (left.length === 0 || right.size === 0) return 0;
  let score = 0;
  for (const word of left) {
    let bestWord: string | undefined;
    let bestScore = 0;
    for (const other of right) {
      const likeness = wordLikeness(word, other);
      if (likeness > bestScore) [bestWord, bestScore] = [other, likeness];
    }
    if (bestWord === undefined) continue;
    right.delete(bestWord);
    score += bestScore;
  }
  return score / (left.length + right.size);
}

function wordLikeness(a: string, b: string): number {
  if (a === b) return 1;
  if (stem(a) === stem(b)) return 0.9;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 3 && long.startsWith(short) ? 0.7 : 0;
}

function stem(word: string): string {
  return word.length > 4 ? word.replace(/(ing|ed|es|s)$/, '') : word.replace(/s$/, '');
}
