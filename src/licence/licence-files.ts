import { decodeUtf8, type FileTree } from '../domain/files.js';
import { globMatcher } from './globs.js';

/** A file that holds a licence or a notice. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

const BY_NAME = /^(?:(?:un)?licen[cs]e|copying)(?![^/]*\.(?:py|pyi|json|ya?ml|toml|html?|c|h|js)$)[^/]*$/i;
const IN_LICENSES_FOLDER = /^LICENSES\/[^/]+$/;
const NOTICE = /^notice(?:\.(?:txt|md|rst))?$/i;

/** Tools list these beside the licences (setuptools' default `license_files`); they hold names. */
const NAMES = /(?:^|\/)(?:authors|contributors)(?:\.\w+)?$/i;

/** Longer than any licence; the GPL has 35 kB. */
const LONGEST_BYTES = 200_000;

/** Whether a file of this name holds a licence. */
export function isLicenceName(name: string): boolean {
  return BY_NAME.test(name);
}

/** Files at the root that are called like a licence, REUSE's `LICENSES/`, and what the globs name; by path. */
export function licenceFiles(files: FileTree, globs: readonly string[]): readonly TextFile[] {
  const named = globs.map(globMatcher);
  return matching(
    files,
    path =>
      !NOTICE.test(path) &&
      !NAMES.test(path) &&
      (BY_NAME.test(path) || IN_LICENSES_FOLDER.test(path) || named.some(matches => matches(path))),
  );
}

/** NOTICE files at the root (Apache-2.0, section 4d). */
export function noticeFiles(files: FileTree): readonly TextFile[] {
  return matching(files, path => NOTICE.test(path));
}

function matching(files: FileTree, wanted: (path: string) => boolean): readonly TextFile[] {
  return [...files]
    .filter(([path, bytes]) => wanted(path) && bytes.length > 0 && bytes.length <= LONGEST_BYTES)
    .map(([path, bytes]) => ({ path, text: decodeUtf8(bytes) ?? Buffer.from(bytes).toString('latin1') }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}
