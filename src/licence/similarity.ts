import { claimsCopyright } from './copyright.js';

/** Bound once: where modules run in a context of their own, each look at a global costs far more than the product. */
const { imul } = Math;

/** What is left of a licence text when layout and names are taken out. */
export interface TextProfile {
  readonly words: readonly string[];
  /** One number for each pair of neighbouring words, ascending, repeats kept. */
  readonly bigrams: Uint32Array;
}

/**
 * Profiles a text so that re-wrapping, list markers, punctuation, addresses on the web and copyright lines make no
 * difference.
 */
export function profileText(text: string): TextProfile {
  const words = text
    .split(/\r?\n/)
    .filter(line => !claimsCopyright(line) && !/^\W*all rights reserved\W*$/i.test(line))
    .join(' ')
    .toLowerCase()
    .replace(/https?:\/\/\S+/g, ' ')
    .replaceAll('licence', 'license')
    .split(/[^a-z0-9]+/)
    .filter(word => word.length > 1 && !/^\d\d?$/.test(word));
  return profileWords(words);
}

/** The profile of words that are normalised already. */
export function profileWords(words: readonly string[]): TextProfile {
  const bigrams = new Uint32Array(Math.max(0, words.length - 1));
  let last = hashOf(words[0] ?? '');
  for (let at = 1; at < words.length; at += 1) {
    const next = hashOf(words[at] ?? '');
    bigrams[at - 1] = imul(last, 0x9e3779b1) ^ next;
    last = next;
  }
  return { words, bigrams: bigrams.sort() };
}

/** Bigrams that the two have in common, repeats counted. */
export function sharedBigrams({ bigrams: one }: TextProfile, { bigrams: other }: TextProfile): number {
  let shared = 0;
  for (let left = 0, right = 0; left < one.length && right < other.length;) {
    const [a, b] = [one[left] ?? 0, other[right] ?? 0];
    if (a === b) shared += 1;
    if (a <= b) left += 1;
    if (b <= a) right += 1;
  }
  return shared;
}

/** The Dice coefficient of two texts' word bigrams, 0 to 1; texts of fewer than two words have none in common. */
export function diceSimilarity(one: TextProfile, other: TextProfile): number {
  const total = one.bigrams.length + other.bigrams.length;
  return total === 0 ? 0 : (2 * sharedBigrams(one, other)) / total;
}

/** The most that the coefficient can be, given the lengths alone. */
export function diceBound(one: TextProfile, other: TextProfile): number {
  const [a, b] = [one.bigrams.length, other.bigrams.length];
  return (2 * Math.min(a, b)) / (a + b || 1);
}

/** FNV-1a: 32 bits of a word. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
