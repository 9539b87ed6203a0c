import { decodeUtf8, type FileTree, type StoredFile } from '../domain/files.js';
import { detectLicence, type DetectedLicence } from './detect-licence.js';
import { idsIn, type LicenceExpression, parseExpression, renderExpression } from './expression.js';
import { foldersWithLicence } from './folder-licences.js';
import { reuseAnnotations, reuseTags } from './reuse.js';
import { allOf } from './settle-licence.js';
import { statedTerms, taggedTerms, type StatedTerms } from './stated-terms.js';
import { licenceText } from './texts.js';

/** The terms that some files of a repository are under, together. */
export interface Terms {
  /** SPDX expression; `LicenseRef-Owner` where nothing says under what it may be taken. */
  readonly expression: string;
  /** The texts of all that it names, as far as they are known. */
  readonly text: string;
  readonly copyright: readonly string[];
  /** Statements that contradict each other or cannot be read, as sentences. */
  readonly conflicts: readonly string[];
}

/** What a repository is under, and each of its files. */
export interface Licensing {
  readonly repository: DetectedLicence;
  /** The terms of files of the tree together, or slices of them at their own paths. */
  termsOf(files: readonly StoredFile[]): Terms;
}

interface FileTerms {
  readonly expression: LicenceExpression;
  readonly text: string;
  readonly copyright: readonly string[];
  readonly conflicts: readonly string[];
}

/**
 * Reads under what terms a repository's files are. A file's own statement wins: the `.license` file beside it, its
 * header, an annotation of `REUSE.toml`; then the licence of the nearest folder that has one of its own; then the
 * repository's. Where the files of a component differ, all their terms hold at once. Each file is read once.
 */
export function readLicensing(files: FileTree): Licensing {
  const repository = detectLicence(files);
  const whole = asFileTerms(repository);
  const annotated = reuseAnnotations(files);
  const folders = foldersWithLicence(files);
  const known = new Map<string, FileTerms>();

  const textAt = (path: string) => decodeUtf8(files.get(path) ?? new Uint8Array());
  const inherited = (path: string): FileTerms => {
    const folder = folders.find(({ prefix }) => path.startsWith(prefix));
    return folder === undefined ? whole : asFileTerms(folder.licence);
  };
  const stated = (path: string, slice: string, around: FileTerms): StatedTerms => {
    const beside = reuseTags(textAt(`${path}.license`) ?? '');
    if (beside.licences.length > 0) return taggedTerms(`${path}.license`, beside);
    const own = statedTerms(path, textAt(path) ?? slice, around.text);
    const annotation = own.expression === undefined ? annotated(path) : undefined;
    return annotation === undefined ? own : taggedTerms(path, annotation);
  };
  const read = ({ path, encoding, content }: StoredFile): FileTerms => {
    const around = inherited(path);
    const { expression, copyright, conflicts } = stated(path, encoding === 'utf8' ? content : '', around);
    if (expression === undefined)
      return {
        ...around,
        copyright: [...around.copyright, ...copyright],
        conflicts: [...around.conflicts, ...conflicts],
      };
    return { expression, text: textsOf(files, expression, around), copyright, conflicts };
  };
  return {
    repository,
    termsOf(slices) {
      const terms = slices.filter(isCode).map(file => {
        const found = known.get(file.path) ?? read(file);
        known.set(file.path, found);
        return found;
      });
      return together(terms.length === 0 ? [whole] : terms);
    },
  };
}

/** Data and empty files say nothing of their own. */
function isCode({ path, encoding, content }: StoredFile): boolean {
  return path.endsWith('.py') && encoding === 'utf8' && content.trim() !== '';
}

function together(terms: readonly FileTerms[]): Terms {
  const distinct = <Item>(items: readonly Item[]) => [...new Set(items)];
  return {
    expression: renderExpression(allOf(terms.map(({ expression }) => expression))),
    text: distinct(terms.map(({ text }) => text))
      .filter(text => text !== '')
      .join('\n\n'),
    copyright: distinct(terms.flatMap(({ copyright }) => copyright)),
    conflicts: distinct(terms.flatMap(({ conflicts }) => conflicts)),
  };
}

function asFileTerms({ expression, ...rest }: DetectedLicence): FileTerms {
  return { ...rest, expression: parseExpression(expression) ?? { id: expression } };
}

/** The texts of an expression: the repository's where it is the same, those of `LICENSES/`, else SPDX's. */
function textsOf(files: FileTree, expression: LicenceExpression, around: FileTerms): string {
  if (renderExpression(expression) === renderExpression(around.expression)) return around.text;
  const own = (id: string) => decodeUtf8(files.get(`LICENSES/${id}.txt`) ?? new Uint8Array()) || undefined;
  return idsIn(expression)
    .map(id => (own(id) ?? licenceText(id) ?? '').trim())
    .filter(text => text !== '')
    .join('\n\n');
}
