import { bodyOf } from './licence-body.js';
import { diceBound, diceSimilarity, profileText, profileWords, type TextProfile } from './similarity.js';
import { allLicences, COMMON_LICENCES, licenceText } from './texts.js';

/** The end of the licence as the Free Software Foundation publishes it; SPDX's text stops before. */
const LEFT_OUT_BY_SPDX: Readonly<Record<string, string>> = {
  'GPL-2.0-only': `This General Public License does not permit incorporating your program into proprietary programs.
If your program is a subroutine library, you may consider it more useful to permit linking proprietary applications with
the library. If this is what you want to do, use the GNU Lesser General Public License instead of this License.`,
};

/** Names that stand in SPDX's text and are filled in otherwise by others. */
const NAMES_IN_SPDX: Readonly<Record<string, (text: string) => string>> = {
  ISC: text =>
    text.replace('ISC DISCLAIMS', 'THE AUTHOR DISCLAIMS').replace('SHALL ISC BE', 'SHALL THE AUTHOR BE'),
};

/** Texts of less than half or more than twice as many characters are not looked at: no filling in explains that. */
const LENGTH_FACTOR = 2;

/** A licence whose text begins with more words than these before its body, or ends with any after it, is not its body. */
const LONGEST_TITLE = 12;

/** A licence of the SPDX list, made ready for comparison. */
interface ComparedText {
  readonly id: string;
  /** The whole, and the parts of it that are found in its stead. */
  readonly variants: readonly Variant[];
}

interface Variant {
  readonly length: number;
  /** Made on first use. */
  profiles?: readonly TextProfile[];
  readonly text: string;
}

let common: readonly ComparedText[] | undefined;
let all: readonly ComparedText[] | undefined;

/**
 * The licence of the SPDX list that the text is most like (Dice coefficient of word bigrams), among those that it is at
 * least `threshold` like and that `accept` takes, which is given the licence's whole text. Of licences that are equally
 * like it the first of `allLicences` is taken. The common ones are compared first: what is word for word one of them
 * needs no look at the other seven hundred, whose texts are read once, for the first that does.
 */
export function mostLike(
  profile: TextProfile,
  threshold: number,
  accept: (whole: TextProfile) => boolean,
): string | undefined {
  common ??= COMMON_LICENCES.map(comparedText);
  const best = bestOf(profile, common, threshold, accept);
  if (best?.score === 1) return best.id;
  all ??= allLicences().map(comparedText);
  return bestOf(profile, all, threshold, accept)?.id;
}

/** How much a text is like one licence, 0 to 1; 0 for a licence without a text. */
export function likeness(profile: TextProfile, id: string): number {
  return bestOf(profile, [comparedText(id)], 0, () => true)?.score ?? 0;
}

function bestOf(
  whole: TextProfile,
  licences: readonly ComparedText[],
  threshold: number,
  accept: (whole: TextProfile) => boolean,
): { readonly id: string; readonly score: number } | undefined {
  const body = bodyOf(whole.words);
  let best: { readonly id: string; readonly score: number } | undefined;
  // What is like the whole of a licence goes before what is like it without what stands around it.
  for (const form of body === undefined ? [whole] : [whole, profileWords(body)]) {
    const length = form.words.join(' ').length;
    for (const licence of licences)
      for (const profile of profilesNear(licence, length)) {
        // No two texts can be more alike than their lengths allow.
        if (diceBound(form, profile) < Math.max(threshold, best?.score ?? 0)) continue;
        const score = diceSimilarity(form, profile);
        if (score >= threshold && score > (best?.score ?? 0) && accept(wholeOf(licence.id)))
          best = { id: licence.id, score };
      }
  }
  return best;
}

function profilesNear({ id, variants }: ComparedText, length: number): readonly TextProfile[] {
  return variants.flatMap(variant => {
    const isNear = variant.length <= length * LENGTH_FACTOR && length <= variant.length * LENGTH_FACTOR;
    return isNear ? (variant.profiles ??= profilesOf(id, variant.text)) : [];
  });
}

function comparedText(id: string): ComparedText {
  return { id, variants: partsOf(licenceText(id) ?? '').map(text => ({ text, length: text.length })) };
}

function profilesOf(id: string, text: string): readonly TextProfile[] {
  const filledIn = NAMES_IN_SPDX[id]?.(text);
  const wholes = [text, ...(filledIn === undefined ? [] : [filledIn])].map(profileText);
  const bodies = wholes.flatMap(({ words }) => {
    const body = bodyOf(words);
    const isAll = body !== undefined && words.length - body.length <= LONGEST_TITLE;
    return isAll && words.at(-1) === body.at(-1) ? [profileWords(body)] : [];
  });
  return [...wholes, ...bodies];
}

const wholes = new Map<string, TextProfile>();

/** The whole text of a licence, also where SPDX leaves its end out. */
export function wholeOf(id: string): TextProfile {
  const whole = wholes.get(id) ?? profileText(`${licenceText(id) ?? ''}\n${LEFT_OUT_BY_SPDX[id] ?? ''}`);
  wholes.set(id, whole);
  return whole;
}

/** Appendices on how to apply a licence are often left out, and LGPL-3.0 may stand without the GPL it adds to. */
function partsOf(text: string): readonly string[] {
  const ends = [/end of terms and conditions/i, /^exhibit a\b/im, /^gnu general public license$/im];
  const cuts = ends.map(end => text.search(end)).filter(at => at > text.length / 8);
  return [text, ...cuts.map(at => text.slice(0, at))];
}
