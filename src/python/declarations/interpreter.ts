import { satisfies, validRange } from '@renovatebot/pep440';

/** Tried first where the project allows it. */
const USUAL = '3.12';
const OLDEST_MINOR = 10;
/** A minor version satisfies a range when its first release does, or a late one (`>=3.10.2`). */
const PATCHES = [0, 99];

/** `requires-python` when it is a PEP 440 range, else empty, which takes any. */
export function usableRange(requires: string | undefined): string {
  const text = (requires ?? '').replace(/\s+/g, ' ').trim();
  if (text === '' || text.length > 200) return '';
  try {
    return validRange(text) ? text : '';
  } catch {
    return '';
  }
}

/** The `3.x` versions that trove classifiers name, 3.10 and newer, newest first. */
export function classifiedVersions(classifiers: readonly string[]): readonly string[] {
  const minors = classifiers
    .map(classifier => /^Programming Language :: Python :: 3\.(\d{1,2})\s*$/.exec(classifier)?.[1])
    .map(Number)
    .filter(minor => minor >= OLDEST_MINOR);
  return [...new Set(minors)].sort((one, other) => other - one).map(minor => `3.${minor}`);
}

/**
 * Interpreters to prefer, best first: 3.12 unless `requires` or the classifiers speak against it, then what the
 * classifiers name, newest first. Classifiers that name nothing from 3.10 on say nothing.
 */
export function preferredInterpreters(requires: string, classified: readonly string[]): readonly string[] {
  const usual = classified.length === 0 || classified.includes(USUAL) ? [USUAL] : [];
  return [...new Set([...usual, ...classified])].filter(version => allows(requires, version));
}

function allows(requires: string, version: string): boolean {
  if (requires === '') return true;
  return PATCHES.some(patch => satisfies(`${version}.${patch}`, requires));
}
