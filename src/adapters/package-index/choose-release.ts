import { compare, explain, valid } from '@renovatebot/pep440';
import { CodefaceError } from '../../domain/errors.js';
import type { IndexFile } from './index-page.js';

/** A source distribution that an index offers. */
export interface Release {
  readonly version: string;
  readonly file: IndexFile;
}

const ARCHIVE = /\.(tar\.gz|tgz|zip)$/i;

/** A project's name as indexes compare it (PEP 503); undefined for what can be none (PEP 508). */
export function normalisedName(name: string): string | undefined {
  return /^[A-Z0-9]([A-Z0-9._-]{0,200}[A-Z0-9])?$/i.test(name)
    ? name.toLowerCase().replace(/[-_.]+/g, '-')
    : undefined;
}

/**
 * The source distribution to read: that of the version, or of the newest final release that was not yanked; the newest
 * pre-release when there is no final one. Ends in a `CodefaceError` of code `bad-input` or `not-found`, which says what
 * the index has instead.
 */
export function chooseRelease(
  name: string,
  files: readonly IndexFile[],
  version: string | undefined,
): Release {
  if (version !== undefined && valid(version) === null)
    throw new CodefaceError(
      'bad-input',
      `${JSON.stringify(version)} is no version (PEP 440). Name one as in pypi:${name}==1.2.3.`,
    );
  const releases = files
    .flatMap(file => {
      const found = versionOf(name, file.filename);
      return found === undefined ? [] : [{ version: found, file }];
    })
    .sort((a, b) => compare(b.version, a.version) || rank(a.file) - rank(b.file));
  return version === undefined ? newest(name, files, releases) : exact(name, files, releases, version);
}

function exact(
  name: string,
  files: readonly IndexFile[],
  releases: readonly Release[],
  version: string,
): Release {
  const matching = releases.filter(one => compare(one.version, version) === 0);
  // A yanked release is for whoever names it exactly (PEP 592).
  const found = matching.find(({ file }) => file.yanked === false) ?? matching[0];
  if (found !== undefined) return found;
  if (files.some(({ filename }) => wheelVersion(name, filename, version)))
    throw new CodefaceError(
      'not-found',
      `${name} ${version} has no source distribution in the index, only wheels, which carry no tests. Name another version, or mine its repository.`,
    );
  throw new CodefaceError('not-found', `The index has no ${name} ${version}. ${whatThereIs(releases)}`);
}

function newest(name: string, files: readonly IndexFile[], releases: readonly Release[]): Release {
  const offered = releases.filter(({ file }) => file.yanked === false);
  const found = offered.find(({ version }) => isFinal(version)) ?? offered[0];
  if (found !== undefined) return found;
  const [first] = releases;
  if (first !== undefined)
    throw new CodefaceError(
      'not-found',
      `Every source distribution of ${name} was yanked${reasonOf(first.file)}. Name a version to mine it all the same, as in pypi:${name}==${first.version}.`,
    );
  const instead = files.length > 0 ? ', only other files, which carry no tests' : '';
  throw new CodefaceError(
    'not-found',
    `${name} has no source distribution in the index${instead}. Mine its repository instead.`,
  );
}

function whatThereIs(releases: readonly Release[]): string {
  const versions = [...new Set(releases.map(({ version }) => version))];
  if (versions.length === 0) return 'It has no source distribution of any version.';
  const more = versions.length > 5 ? ` and ${versions.length - 5} older ones` : '';
  return `It has ${versions.slice(0, 5).join(', ')}${more}.`;
}

/** Of a file called as a source distribution of the project (PEP 625, and what came before it). */
function versionOf(name: string, filename: string): string | undefined {
  if (!ARCHIVE.test(filename) || filename.includes('/')) return undefined;
  const stem = filename.replace(ARCHIVE, '');
  for (let dash = stem.indexOf('-'); dash > 0; dash = stem.indexOf('-', dash + 1)) {
    const version = stem.slice(dash + 1);
    if (normalisedName(stem.slice(0, dash)) === name && valid(version) !== null) return version;
  }
  return undefined;
}

function wheelVersion(name: string, filename: string, version: string): boolean {
  const [project = '', built = ''] = filename.endsWith('.whl') ? filename.split('-') : [];
  return normalisedName(project) === name && valid(built) !== null && compare(built, version) === 0;
}

function isFinal(version: string): boolean {
  const parts = explain(version);
  return parts !== null && !parts.is_prerelease;
}

/** One format is read like another; the usual one first. */
function rank({ filename }: IndexFile): number {
  return /\.zip$/i.test(filename) ? 1 : 0;
}

function reasonOf({ yanked }: IndexFile): string {
  return typeof yanked === 'string' && yanked !== '' ? ` (${yanked.slice(0, 200)})` : '';
}
