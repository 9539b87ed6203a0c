import type { FileTree } from '../../../domain/files.js';
import { requirementsFile } from './install-lines.js';
import { combineWanted, type Wanted } from '../wanted.js';

/** Stems of `requirements/*.txt` that the project itself needs; the empty one is `requirements.txt`. */
const RUNTIME_NAMES = /^(?:|base|main|core|common|default|install|runtime|prod|production)$/;
const MOST_FILES = 30;

/** The requirements files at the usual places that the project itself needs. */
export function runtimeRequirementsFiles(files: FileTree): Wanted {
  return requirementsFiles(files, name => RUNTIME_NAMES.test(name), 'requirements/');
}

/**
 * The requirements files whose name fits: `requirements-NAME.txt`, `NAME-requirements.txt`, `requirements/NAME.txt`,
 * `NAME/requirements.txt` and `NAME.txt`. With a folder, plain names count in that folder alone.
 */
export function requirementsFiles(files: FileTree, fits: (name: string) => boolean, folder = ''): Wanted {
  const paths = [...files.keys()].filter(path => {
    const name = nameOf(path);
    return name !== undefined && fits(name) && (folder === '' || name === '' || path.startsWith(folder));
  });
  return combineWanted(
    paths
      .sort()
      .slice(0, MOST_FILES)
      .map(path => requirementsFile(files, path)),
  );
}

/** What a requirements file is for, by its path; empty for `requirements.txt` itself, undefined for other files. */
function nameOf(path: string): string | undefined {
  const [, folder, stem] = /^(?:([^/]{1,80})\/)?([^/]{1,80})\.txt$/.exec(path) ?? [];
  if (stem === undefined) return undefined;
  if (stem === 'requirements') return folder ?? '';
  if (folder !== undefined && !/^requirements?$/.test(folder)) return undefined;
  const named = /^(?:requirements[-_.](.+)|(.+)[-_.]requirements)$/.exec(stem);
  return named?.[1] ?? named?.[2] ?? stem;
}
