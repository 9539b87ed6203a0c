import { createHash } from 'node:crypto';
import { likeness, mostLike, wholeOf } from './compared-texts.js';
import { profileText, sharedBigrams, type TextProfile } from './similarity.js';

/**
 * Less than this is another text. A text that lacks a condition may pass for the licence that has it, which asks for
 * more than the text; one that adds a condition must not, see below.
 */
const THRESHOLD = 0.95;

/** Bigrams that a text may add to the licence's own, for names and headings. */
const MOST_ADDED = 45;

/** Said more often than the licence says it, any of these makes a condition of what was added, however short. */
const CONDITIONS =
  /\b(must|shall|not|neither|nor|only|except|unless|condition|requir\w+|restrict\w+|prohibit\w*|forbid\w*|(non)?commercial(ly)?|evil|sell)\b/g;

/** In words; a longer file has something to say of its own. */
const LONGEST_POINTER = 80;

/** Texts whose licence is remembered: the same few come again with every repository. */
const MOST_REMEMBERED = 500;

const remembered = new Map<string, string | undefined>();

/**
 * The licence whose text this is, by SPDX identifier, or undefined: the one of the SPDX list whose full text is most
 * like it, at a Dice coefficient of word bigrams of 0.95 or more, unless what was added to that text asks for more. Of
 * the GNU licences, whose text does not say whether later versions are allowed, it is the `-only` one.
 */
export function identifyText(text: string): string | undefined {
  const key = createHash('sha256').update(text).digest('base64');
  if (remembered.has(key)) return remembered.get(key);
  const profile = profileText(text);
  const id = mostLike(profile, THRESHOLD, whole => addsNothing(profile, whole));
  const [oldest] = remembered.keys();
  if (remembered.size >= MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  remembered.set(key, id);
  return id;
}

/** As much as this a text must be like a licence to be a rewording of it, when the project declares that licence. */
const REWORDED = 0.85;

/** Whether a text is that licence in somewhat other words, and asks for no more. Only a declaration makes it count. */
export function rewords(text: string, id: string): boolean {
  const profile = profileText(text);
  return likeness(profile, id) >= REWORDED && addsNothing(profile, wholeOf(id));
}

/** Whether a text is that licence word for word, names and layout apart. */
export function isExactly(text: string, id: string): boolean {
  return likeness(profileText(text), id) === 1;
}

/** True for a few words that say where the licence is and, beyond that, ask for nothing. */
export function onlyPoints(text: string): boolean {
  const profile = profileText(text);
  return profile.words.length <= LONGEST_POINTER && conditionsIn(profile) === 0;
}

function addsNothing(profile: TextProfile, whole: TextProfile): boolean {
  const added = profile.bigrams.length - sharedBigrams(profile, whole);
  return added <= MOST_ADDED && conditionsIn(profile) <= conditionsIn(whole);
}

function conditionsIn({ words }: TextProfile): number {
  return words.join(' ').match(CONDITIONS)?.length ?? 0;
}
