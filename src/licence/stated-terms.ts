import { bodyOf } from './licence-body.js';
import { copyrightLines } from './copyright.js';
import { familyOf, idsIn, type LicenceExpression, parseExpression } from './expression.js';
import { fileHeader } from './file-header.js';
import { identifyNotice } from './identify-notice.js';
import { OWNER_LICENCE } from './owner-licence.js';
import { type ReuseStatement, reuseTags } from './reuse.js';
import { allOf } from './settle-licence.js';
import { diceSimilarity, profileText, profileWords, type TextProfile } from './similarity.js';

/** What one file says of the terms it is under. */
export interface StatedTerms {
  /** Absent when it says nothing of its own: the repository's hold. */
  readonly expression?: LicenceExpression;
  readonly copyright: readonly string[];
  /** What cannot be read or contradicts itself, as sentences. */
  readonly conflicts: readonly string[];
}

/** As much as this a header must be like the repository's own text to be a copy of it. */
const COPIED = 0.95;

const OWNER: LicenceExpression = { id: OWNER_LICENCE };

/**
 * The terms that the top of a source file states: REUSE tags, a whole text, a notice. A tag goes before words; where
 * the two name different licences both hold, and the contradiction is recorded. Words that grant something under terms
 * we do not know keep the file to its owner, unless they are the repository's own licence.
 */
export function statedTerms(path: string, text: string, repositoryText: string): StatedTerms {
  const header = fileHeader(text);
  const tags = reuseTags(header);
  const tagged = taggedTerms(path, tags);
  const notice = identifyNotice(header);
  const copyright = [...new Set([...tags.copyright, ...copyrightLines(header)])];
  if (notice === undefined) return { ...tagged, copyright };
  if (notice === 'unknown') {
    if (tagged.expression !== undefined || isCopyOf(header, repositoryText)) return { ...tagged, copyright };
    const unread = `${path} begins with terms that are those of no licence we know: name them by an SPDX tag.`;
    return { expression: OWNER, copyright, conflicts: [...tagged.conflicts, unread] };
  }
  const own: LicenceExpression = { id: notice.id };
  if (tagged.expression === undefined) return { ...tagged, expression: own, copyright };
  if (idsIn(tagged.expression).some(id => familyOf(id) === familyOf(notice.id)))
    return { ...tagged, copyright };
  const differ = `${path} is tagged ${tags.licences.join(', ')}, but its header is that of ${notice.id}: make them agree.`;
  return {
    expression: allOf([tagged.expression, own]),
    copyright,
    conflicts: [...tagged.conflicts, differ],
  };
}

/** The terms that tags or annotations name; several hold at once (REUSE specification). */
export function taggedTerms(path: string, { licences, copyright }: ReuseStatement): StatedTerms {
  const parsed = licences.map(said => ({ said, expression: parseExpression(said) }));
  const expressions = parsed.flatMap(({ expression }) => expression ?? []);
  const unread = parsed.find(({ expression }) => expression === undefined);
  return {
    ...(expressions.length > 0 && { expression: allOf(expressions) }),
    copyright,
    conflicts:
      unread === undefined
        ? []
        : [`${path} is tagged "${unread.said}", which is no SPDX licence expression.`],
  };
}

function isCopyOf(header: string, repositoryText: string): boolean {
  return diceSimilarity(bodyProfile(header), bodyProfile(repositoryText)) >= COPIED;
}

function bodyProfile(text: string): TextProfile {
  const { words } = profileText(text);
  return profileWords(bodyOf(words) ?? words);
}
