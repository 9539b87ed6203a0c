import { bodyOf } from './licence-body.js';
import { identifyText } from './identify-text.js';
import { licenceNamed } from './licence-names.js';
import { OWNER_LICENCE } from './owner-licence.js';
import { profileText } from './similarity.js';
import { licenceText } from './texts.js';

/** The licence that a notice puts its file under, by SPDX identifier. */
export type Notice =
  | { readonly id: string }
  /** It grants something, in words of no licence that we know. */
  | 'unknown';

/** Longer than any notice that holds a whole licence. */
const LONGEST_NOTICE = 20_000;

/** Whether a text speaks of the terms of what it stands in, and not of a licence as such. */
const PUTS_UNDER =
  /\b(?:licensed|licenses this file|released|distributed|redistribute|available|published|under the terms|subject to the terms)\b/;
const GNU = /gnu (affero |lesser |library )?(?:general )?public licen[cs]e/;
const GNU_VERSION = /\b(?:version|v) ?([123])(?:\.(\d))?\b/;
const LATER = /\b(?:any later version|or later|or newer)\b/;
const UNDER_A_NAME =
  /\bunder (?:the )?(?:terms of )?(?:the )?(?:conditions of )?(?:the )?([a-z0-9.+ ]{2,40}?) licen[cs]e\b/;
/** Which of several licences is meant, and whether all or any, is for the repository to say. */
const SEVERAL = /\b(?:dual licen[cs]ed|either of the|under either|triple licen[cs]ed)\b/;
const LICENCE_LINE = /^[ \t]*licen[cs]e[ \t]*:[ \t]*([^\n]{2,80})$/im;
const KEPT_TO_THE_OWNER =
  /\b(?:proprietary|confidential|unauthori[sz]ed (?:copying|use|reproduction|distribution))\b/;
const CLAIM = /\b(?:copyright|property of|all rights reserved)\b/;
const GRANT = /\b(?:permission is hereby granted|permission to use copy|redistribution and use in source)\b/;

/**
 * The licence that the words at the top of a file, or in a LICENSE file that points elsewhere, name or hold: a whole
 * text (MIT and BSD styles), the notices that Apache-2.0, the GNU licences and MPL-2.0 ask for, a licence by an exact
 * name, or words that keep the file to its owner (`LicenseRef-Owner`). Undefined when they name none: "see LICENSE".
 */
export function identifyNotice(text: string): Notice | undefined {
  const cut = text.slice(0, LONGEST_NOTICE);
  const words = wordsOf(cut);
  const grants = GRANT.test(words);
  const id = (grants ? wholeText(cut) : undefined) ?? (SEVERAL.test(words) ? undefined : namedIn(cut, words));
  if (id !== undefined) return { id };
  if (KEPT_TO_THE_OWNER.test(words) && CLAIM.test(words)) return { id: OWNER_LICENCE };
  return grants ? 'unknown' : undefined;
}

function namedIn(text: string, words: string): string | undefined {
  const notice = PUTS_UNDER.test(words)
    ? (gnuLicence(words) ?? apacheOrMozilla(words) ?? byName(words))
    : undefined;
  return notice ?? licenceNamed(LICENCE_LINE.exec(text)?.[1] ?? '');
}

/** A notice stands among other words: what is compared is the licence's own part of them. */
function wholeText(text: string): string | undefined {
  const { words } = profileText(text);
  return identifyText((bodyOf(words) ?? words).join(' '));
}

function gnuLicence(words: string): string | undefined {
  const kind = GNU.exec(words);
  const version = kind === null ? null : GNU_VERSION.exec(words);
  if (kind === null || version === null) return undefined;
  const prefix = kind[1] === undefined ? 'GPL' : kind[1] === 'affero ' ? 'AGPL' : 'LGPL';
  const [, major = '', minor = '0'] = version;
  const id = `${prefix}-${major}.${minor}-${LATER.test(words) ? 'or-later' : 'only'}`;
  return licenceText(id) === undefined ? undefined : id;
}

function apacheOrMozilla(words: string): string | undefined {
  if (/\bapache (?:software )?licen[cs]e (?:version |v)?2(?:\.0)?(?= |$)/.test(words)) return 'Apache-2.0';
  const mozilla = /\bmozilla public licen[cs]e (?:version |v ?)?([12]\.[01])(?= |$)/.exec(words);
  return mozilla === null ? undefined : `MPL-${mozilla[1]}`;
}

function byName(words: string): string | undefined {
  return licenceNamed(UNDER_A_NAME.exec(words)?.[1] ?? '');
}

/** Lower case, one space between words; dots are kept inside of numbers. */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9.+]+/g, ' ')
    .replace(/\.(?= |$)/g, '')
    .trim();
}
