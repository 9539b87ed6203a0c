import { claimsCopyright } from './copyright.js';

const GRAM = 3;

/** The words of a licence text and its word trigrams, counted: what is left of it when layout and names are taken out. */
export interface TextProfile {
  readonly words: readonly string[];
  readonly grams: ReadonlyMap<string, number>;
  /** Number of trigrams, repeats counted. */
  readonly size: number;
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
  const grams = new Map<string, number>();
  for (let start = 0; start + GRAM <= words.length; start++) {
    const gram = words.slice(start, start + GRAM).join(' ');
    grams.set(gram, (grams.get(gram) ?? 0) + 1);
  }
  return { words, grams, size: Math.max(0, words.length - GRAM + 1) };
}

/** Trigrams the two have in common, repeats counted. */
export function sharedGrams(one: TextProfile, other: TextProfile): number {
  let shared = 0;
  for (const [gram, count] of one.grams) shared += Math.min(count, other.grams.get(gram) ?? 0);
  return shared;
}

/** The Dice coefficient of two texts' word trigrams, 0 to 1; texts of fewer than three words have none in common. */
export function diceSimilarity(one: TextProfile, other: TextProfile): number {
  const total = one.size + other.size;
  return total === 0 ? 0 : (2 * sharedGrams(one, other)) / total;
}
