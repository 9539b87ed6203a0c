import { familyOf } from './expression.js';
import { diceSimilarity, profileText, sharedGrams, type TextProfile } from './similarity.js';
import { COMPARED_LICENCES, licenceText } from './texts.js';

/**
 * Less than this is another text. Names filled into BSD clauses cost 0.04. A text that lacks a condition may pass for
 * the licence that has it, which asks for more than the text; one that adds a condition must not, see below.
 */
const THRESHOLD = 0.9;

/** Trigrams that a text may add to the licence's own, for names and headings. */
const MOST_ADDED = 45;

/** Said more often than the licence says it, any of these makes a condition of what was added, however short. */
const CONDITIONS =
  /\b(must|shall|not|only|except|unless|condition|requir\w+|restrict\w+|prohibit\w*|forbid\w*|(non)?commercial(ly)?|evil|sell)\b/g;

/** The end of the licence as the Free Software Foundation publishes it; SPDX's text stops before. */
const LEFT_OUT_BY_SPDX: Readonly<Record<string, string>> = {
  'GPL-2.0-only': `This General Public License does not permit incorporating your program into proprietary programs.
If your program is a subroutine library, you may consider it more useful to permit linking proprietary applications with
the library. If this is what you want to do, use the GNU Lesser General Public License instead of this License.`,
};

/** In words; a longer file has something to say of its own. */
const LONGEST_POINTER = 80;

interface ComparedText {
  readonly id: string;
  readonly whole: TextProfile;
  /** The whole, and the parts of it that are found in its stead. */
  readonly variants: readonly TextProfile[];
}

let common: readonly ComparedText[] | undefined;

/**
 * The licence whose text this is, by SPDX identifier, or undefined. Beside the common licences it is compared with
 * those the caller expects. Of the GNU licences, whose text does not say whether later versions are allowed, it is
 * the `-only` one.
 */
export function identifyText(text: string, expected: readonly string[] = []): string | undefined {
  const profile = profileText(text);
  common ??= COMPARED_LICENCES.map(comparedText);
  const rare = expected.filter(id => !common?.some(known => familyOf(known.id) === familyOf(id)));
  const best = [...common, ...rare.map(comparedText)]
    .map(candidate => ({ candidate, score: bestVariant(profile, candidate) }))
    .reduce((one, other) => (other.score > one.score ? other : one));
  return best.score >= THRESHOLD && addsNothing(profile, best.candidate.whole)
    ? best.candidate.id
    : undefined;
}

/** True for a few words that say where the licence is and, beyond that, ask for nothing. */
export function onlyPoints(text: string): boolean {
  const profile = profileText(text);
  return profile.words.length <= LONGEST_POINTER && conditionsIn(profile) === 0;
}

function comparedText(id: string): ComparedText {
  const text = licenceText(id) ?? '';
  const whole = profileText(`${text}\n${LEFT_OUT_BY_SPDX[id] ?? ''}`);
  return { id, whole, variants: partsOf(text).map(profileText) };
}

/** Appendices on how to apply a licence are often left out, and LGPL-3.0 may stand without the GPL it adds to. */
function partsOf(text: string): readonly string[] {
  const ends = [/end of terms and conditions/i, /^exhibit a\b/im, /^gnu general public license$/im];
  const cuts = ends.map(end => text.search(end)).filter(at => at > text.length / 8);
  return [text, ...cuts.map(at => text.slice(0, at))];
}

function bestVariant(profile: TextProfile, candidate: ComparedText): number {
  return Math.max(
    ...candidate.variants.map(variant => {
      // No two texts can be more alike than their lengths allow.
      const bound = (2 * Math.min(profile.size, variant.size)) / (profile.size + variant.size || 1);
      return bound < THRESHOLD ? 0 : diceSimilarity(profile, variant);
    }),
  );
}

function addsNothing(profile: TextProfile, licence: TextProfile): boolean {
  const added = profile.size - sharedGrams(profile, licence);
  return added <= MOST_ADDED && conditionsIn(profile) <= conditionsIn(licence);
}

function conditionsIn({ words }: TextProfile): number {
  return words.join(' ').match(CONDITIONS)?.length ?? 0;
}
