import { posix } from 'node:path';
import type { AdaptationProposal } from '../domain/adaptation.js';
import { confinePath, type StoredFile } from '../domain/files.js';
import { importableNames } from '../python/importable-names.js';
import { isStandardLibrary } from '../python/standard-library.js';

/** Files that Python, pytest or CI would run or obey without anybody naming them. */
const AUTOMATIC =
  /^(conftest\.py|(site|user)customize\.py|.*\.(pth|pyc|so|pyd)|\.?pytest\.(ini|toml)|tox\.(ini|toml)|setup\.(cfg|py)|pyproject\.toml|\.coveragerc|noxfile\.py|entry_points\.txt|\.codeface\.yml|py\.typed)$/i;
/** Folders with the same effect. */
const AUTOMATIC_FOLDER = /(^|\/)((site|user)customize|__pycache__|[^/]*\.(dist|egg)-info)\//i;
/** Folders that Python looks for top-level modules in, here or where pytest puts test files. */
const PATH_FOLDERS = ['', 'src/', 'tests/carried/'];
const INSTALLED = importableNames([]);

/**
 * What of a proposal lies where it must not, or lies there twice; and the required module when it is missing.
 * `implementation` is the primitive's: its resources may stand beside the module, unchanged.
 */
export function checkPaths(
  proposal: Pick<AdaptationProposal, 'files' | 'testFiles'>,
  modulePath: string,
  implementation: readonly StoredFile[],
): readonly string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  const check = (path: string, isAllowed: boolean) => {
    if (confinePath(path) !== path) problems.push(`\`${path}\` is no path inside of the target.`);
    else if (AUTOMATIC.test(posix.basename(path)) || AUTOMATIC_FOLDER.test(path))
      problems.push(`\`${path}\` would take effect by itself.`);
    else if (isShadowing(path))
      problems.push(`\`${path}\` would stand in for a module that is not the target's.`);
    else if (!isAllowed) problems.push(`\`${path}\` lies outside of what this component may write.`);
    if (seen.has(path)) problems.push(`\`${path}\` is delivered twice.`);
    seen.add(path);
  };
  for (const file of proposal.files) check(file.path, isOwn(file, modulePath, implementation));
  for (const { path } of proposal.testFiles) check(path, path.startsWith('tests/carried/'));
  if (!seen.has(modulePath)) problems.push(`\`${modulePath}\` is not delivered.`);
  return problems;
}

/** Whether a top-level module has the name of one of the standard library, or of what every suite stands on. */
function isShadowing(path: string): boolean {
  return PATH_FOLDERS.some(folder => {
    if (!path.startsWith(folder)) return false;
    const name = /^(\w+)(\.py|\/__init__\.py)$/.exec(path.slice(folder.length))?.[1];
    return (
      name !== undefined && (isStandardLibrary(name) || INSTALLED.has(name) || name.startsWith('codeface_'))
    );
  });
}

/** The module itself, its private package, and resources of the primitive's that it reads beside itself. */
function isOwn(file: StoredFile, modulePath: string, implementation: readonly StoredFile[]): boolean {
  if (file.path === modulePath) return true;
  const folder = posix.dirname(modulePath);
  const prefix = folder === '.' ? '' : `${folder}/`;
  if (!file.path.startsWith(prefix)) return false;
  if (file.path.startsWith(`${prefix}${privateFolder(modulePath)}/`)) return true;
  return implementation.some(
    ({ path, encoding, content }) =>
      !path.endsWith('.py') &&
      posix.basename(path) === posix.basename(file.path) &&
      encoding === file.encoding &&
      content === file.content,
  );
}

/** `_name` for `name.py` and for `name/__init__.py`. */
function privateFolder(modulePath: string): string {
  const stem = posix.basename(modulePath, '.py');
  return `_${stem === '__init__' ? posix.basename(posix.dirname(modulePath)) : stem}`;
}
