import type { FileTree } from '../domain/files.js';
import { claimKey, copyrightLines } from './copyright.js';
import { type Declaration, declarationsIn, textsIn } from './declared.js';
import { familyOf, type LicenceExpression, renderExpression, termsOf } from './expression.js';
import { identifyText, onlyPoints } from './identify-text.js';
import { licenceFiles, noticeFiles, type TextFile } from './licence-files.js';
import { readLicenceMetadata } from './metadata.js';
import { licenceText } from './texts.js';

/** The licence a repository is under, with what shows it. */
export interface DetectedLicence {
  /** SPDX expression. */
  readonly expression: string;
  /** The texts as the repository has them (SPDX's where it has none), and its NOTICE where the licence asks for it. */
  readonly text: string;
  /** The file that states the licence: a text, or else the metadata. */
  readonly path: string;
  /** Lines that claim copyright, without the licence's own. */
  readonly copyright: readonly string[];
}

/** Why a repository's licence cannot be told, as a sentence that says what to do. */
export interface UndetectedLicence {
  readonly reason: string;
}

interface KnownText extends TextFile {
  readonly id: string;
}

/**
 * Detects a repository's licence from its texts and from what its metadata declares. A text outweighs a name, an exact
 * name completes a text ("or later"), and where the two contradict each other there is no licence to rely on.
 */
export function detectLicence(files: FileTree): DetectedLicence | UndetectedLicence {
  const metadata = readLicenceMetadata(files);
  const declarations = declarationsIn(metadata);
  const globs = metadata.flatMap(({ files: named }) => named);
  const texts = [...licenceFiles(files, globs), ...textsIn(metadata)];
  const expected = declarations.flatMap(({ expression }) => (expression ? idsIn(expression) : []));
  const known = texts.flatMap(file => {
    const id = identifyText(file.text, expected);
    return id === undefined ? [] : [{ ...file, id }];
  });
  const unknown = texts.filter(file => !known.some(({ path }) => path === file.path));
  const settled = settle(declarations, withoutUnderlyingGpl(known), unknown);
  return 'reason' in settled ? settled : describe(settled.expression, settled.path, known, files);
}

interface Settled {
  readonly expression: LicenceExpression;
  readonly path: string;
}

function settle(
  declarations: readonly Declaration[],
  known: readonly KnownText[],
  unknown: readonly TextFile[],
): Settled | UndetectedLicence {
  const exact = declarations.filter(({ expression }) => expression !== undefined);
  const declared = exact[0];
  const [text] = known;
  if (declared?.expression === undefined) {
    if (unknown[0] !== undefined) return { reason: unreadable(unknown[0]) };
    return text === undefined ? { reason: nothingExact(declarations) } : fromTexts(text, known);
  }
  const families = familiesOf(declared.expression);
  const rival = exact.find(({ expression }) => expression && !within(familiesOf(expression), families));
  if (rival !== undefined) return { reason: contradiction(declared, `${rival.path} says ${rival.said}`) };
  const stray = known.find(({ id }) => !families.has(familyOf(id)));
  if (stray !== undefined)
    return { reason: contradiction(declared, `${stray.path} is the text of ${stray.id}`) };
  const shown = new Set(known.map(({ id }) => familyOf(id)));
  const unread = unknown.find(file => !within(families, shown) || !onlyPoints(file.text));
  if (unread !== undefined) return { reason: unreadable(unread) };
  return { expression: declared.expression, path: text?.path ?? declared.path };
}

function fromTexts(first: KnownText, known: readonly KnownText[]): Settled | UndetectedLicence {
  const other = known.find(({ id }) => id !== first.id);
  return other === undefined
    ? { expression: { id: first.id }, path: first.path }
    : {
        reason:
          `${first.path} is the text of ${first.id} and ${other.path} that of ${other.id}, and nothing says whether ` +
          `both hold or either: declare an SPDX expression as the project's license in pyproject.toml.`,
      };
}

function describe(
  expression: LicenceExpression,
  path: string,
  known: readonly KnownText[],
  files: FileTree,
): DetectedLicence {
  const ids = idsIn(expression);
  const missing = ids.filter(id => !known.some(text => familyOf(text.id) === familyOf(id)));
  const notices = ids.includes('Apache-2.0') ? noticeFiles(files) : [];
  const own = new Set(ids.flatMap(id => copyrightLines(licenceText(id) ?? '')).map(claimKey));
  const texts = [...known.map(({ text }) => text), ...missing.map(id => licenceText(id) ?? '')];
  const copyright = [...known, ...notices].flatMap(({ text }) => copyrightLines(text));
  return {
    expression: renderExpression(expression),
    text: [...texts, ...notices.map(({ text }) => text)].map(text => text.trim()).join('\n\n'),
    path,
    copyright: [...new Set(copyright)].filter(line => !own.has(claimKey(line))),
  };
}

/** LGPL-3.0 adds to the text of GPL-3.0, which therefore lies beside it and is not the licence. */
function withoutUnderlyingGpl(known: readonly KnownText[]): readonly KnownText[] {
  const lesser = known.some(({ id }) => familyOf(id) === 'LGPL-3.0');
  return lesser ? known.filter(({ id }) => familyOf(id) !== 'GPL-3.0') : known;
}

function idsIn(expression: LicenceExpression): readonly string[] {
  return [...new Set(termsOf(expression).map(({ id }) => id))];
}

function familiesOf(expression: LicenceExpression): ReadonlySet<string> {
  return new Set(idsIn(expression).map(familyOf));
}

function within(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every(member => whole.has(member));
}

function unreadable({ path }: TextFile): string {
  return `${path} is not the text of a licence we know: put the unchanged text there, one licence a file.`;
}

function nothingExact(declarations: readonly Declaration[]): string {
  const [vague] = declarations;
  return vague === undefined
    ? 'There is no licence: add a LICENSE file with its text.'
    : `${vague.path} says "${vague.said}", which does not name one licence, and there is no licence text: add a LICENSE file.`;
}

function contradiction(declared: Declaration, against: string): string {
  return `${declared.path} says ${declared.said}, but ${against}: make them agree.`;
}
