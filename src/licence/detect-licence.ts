import type { FileTree } from '../domain/files.js';
import { claimKey, copyrightLines } from './copyright.js';
import { declarationsIn, textsIn } from './declared.js';
import { familyOf, idsIn, type LicenceExpression, renderExpression } from './expression.js';
import { identifyNotice } from './identify-notice.js';
import { identifyText, isExactly, onlyPoints, rewords } from './identify-text.js';
import { licenceFiles, noticeFiles, type TextFile } from './licence-files.js';
import { readLicenceMetadata } from './metadata.js';
import { OWNER_LICENCE } from './owner-licence.js';
import { type KnownText, settleLicence, type Settled } from './settle-licence.js';
import { profileText } from './similarity.js';
import { licenceText } from './texts.js';

/** The licence a repository is under, with what shows it. */
export interface DetectedLicence {
  /** SPDX expression; `LicenseRef-Owner` where nothing says under what it may be taken. */
  readonly expression: string;
  /** The texts as the repository has them (SPDX's where it has none), and its NOTICE where the licence asks for it. */
  readonly text: string;
  /** The file that states the licence: a text, or else the metadata; absent when none does. */
  readonly path?: string;
  /** Lines that claim copyright, without the licence's own. */
  readonly copyright: readonly string[];
  /** Statements that contradict each other or cannot be read, as sentences that say what to do. */
  readonly conflicts: readonly string[];
}

/**
 * Detects a repository's licence from the texts at its root, then from what its metadata declares (PEP 639, PEP 621,
 * core metadata, `setup.cfg`, `setup.py`). Never guesses: see `settleLicence` for what holds where statements differ.
 */
export function detectLicence(files: FileTree): DetectedLicence {
  const metadata = readLicenceMetadata(files);
  const declarations = declarationsIn(metadata);
  const declared = declarations.find(({ expression }) => expression !== undefined)?.expression;
  const globs = metadata.flatMap(({ files: named }) => named);
  const texts = speakingForAll(
    [...licenceFiles(files, globs), ...textsIn(metadata)].map(file => read(file, declared)),
    declared,
  );
  const shown = new Set(texts.flatMap(({ id }) => (id === undefined ? [] : [familyOf(id)])));
  const isShown =
    declared === undefined ? shown.size > 0 : idsIn(declared).every(id => shown.has(familyOf(id)));
  // A few words that say where the licence is add nothing once it is there.
  const telling = texts.filter(({ id, text }) => id !== undefined || !isShown || !onlyPoints(text));
  const known = telling.flatMap(({ id, ...file }) => (id === undefined ? [] : [{ ...file, id }]));
  const unknown = telling.filter(({ id }) => id === undefined);
  const settled = settleLicence(declarations, withoutUnderlyingGpl(known), unknown);
  return describe(settled, telling, known, files);
}

function describe(
  { expression, path, conflicts }: Settled,
  texts: readonly TextFile[],
  known: readonly KnownText[],
  files: FileTree,
): DetectedLicence {
  const ids = idsIn(expression);
  const missing = ids.filter(id => !known.some(text => familyOf(text.id) === familyOf(id)));
  const added = missing.map(id => licenceText(id) ?? '');
  const held = [...texts, ...(ids.includes('Apache-2.0') ? noticeFiles(files) : [])];
  const ofTheLicence = new Set(ids.flatMap(id => copyrightLines(licenceText(id) ?? '')).map(claimKey));
  const copyright = held.flatMap(({ text }) => copyrightLines(text));
  return {
    expression: renderExpression(expression),
    text: [...texts.map(({ text }) => text), ...added, ...held.slice(texts.length).map(({ text }) => text)]
      .map(text => text.trim())
      .filter(text => text !== '')
      .join('\n\n'),
    ...(path !== undefined && { path }),
    copyright: [...new Set(copyright)].filter(line => !ofTheLicence.has(claimKey(line))),
    conflicts,
  };
}

interface ReadText extends TextFile {
  /** Absent when it is the text of no licence that we know. */
  readonly id?: string;
}

/** What is neither word for word another licence nor asks for more than the declared one is that one, reworded. */
function read(file: TextFile, declared: LicenceExpression | undefined): ReadText {
  const id = licenceOf(file.text);
  const expected = declared === undefined ? [] : idsIn(declared);
  if (id !== undefined && (expected.some(one => familyOf(one) === familyOf(id)) || isExactly(file.text, id)))
    return { ...file, id };
  const meant = expected.find(one => rewords(file.text, one)) ?? id;
  return meant === undefined ? file : { ...file, id: meant };
}

/** A whole text, or the notice that names one: "Licensed under the Apache License, Version 2.0". */
function licenceOf(text: string): string | undefined {
  const id = identifyText(text);
  if (id !== undefined) return id;
  const notice = onlyNames(text) ? identifyNotice(text) : undefined;
  return notice === undefined || notice === 'unknown' || notice.id === OWNER_LICENCE ? undefined : notice.id;
}

/** In words; the notices of Apache-2.0 and the GNU licences have a hundred. */
const LONGEST_NOTICE = 150;

function onlyNames(text: string): boolean {
  return profileText(text).words.length <= LONGEST_NOTICE;
}

/**
 * Texts in folders (REUSE's `LICENSES/`, those of vendored parts) speak for the whole only where none at the root does,
 * and those of what is declared where they are among them.
 */
function speakingForAll(
  texts: readonly ReadText[],
  declared: LicenceExpression | undefined,
): readonly ReadText[] {
  const own = texts.filter(({ path }) => !path.includes('/'));
  if (own.length > 0 || declared === undefined) return own.length > 0 ? own : texts;
  const families = new Set(idsIn(declared).map(familyOf));
  const meant = texts.filter(({ id }) => id !== undefined && families.has(familyOf(id)));
  return meant.length > 0 ? meant : texts;
}

/** LGPL-3.0 adds to the text of GPL-3.0, which therefore lies beside it and is not the licence. */
function withoutUnderlyingGpl(known: readonly KnownText[]): readonly KnownText[] {
  const isLesser = known.some(({ id }) => id === 'LGPL-3.0-only');
  return isLesser ? known.filter(({ id }) => id !== 'GPL-3.0-only') : known;
}
