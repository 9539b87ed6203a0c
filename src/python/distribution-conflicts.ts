import { satisfies } from '@renovatebot/pep440';
import { distributionName } from './distribution-name.js';

interface Requirement {
  readonly text: string;
  /** Normalised (PEP 503). */
  readonly name: string;
  readonly specifier: string;
}

/**
 * Pairs of PEP 508 requirements of one distribution that no version satisfies. Ranges are compared at the versions
 * they mention and just beside these, which is where any two of them meet; what cannot be read conflicts with
 * nothing.
 */
export function conflictingRequirements(
  own: readonly string[],
  others: readonly string[],
): readonly (readonly [string, string])[] {
  const theirs = others.map(readRequirement);
  return own
    .map(readRequirement)
    .flatMap(mine =>
      theirs
        .filter(other => other.name === mine.name && !canMeet(mine.specifier, other.specifier))
        .map(other => [mine.text, other.text] as const),
    );
}

function readRequirement(text: string): Requirement {
  const match = /^\s*[\w.-]+\s*(?:\[[^\]]*\])?\s*\(?([^;@)]*)/.exec(text);
  return {
    text: text.trim(),
    name: distributionName(text),
    specifier: (match?.[1] ?? '').replace(/\s+/g, ''),
  };
}

function canMeet(a: string, b: string): boolean {
  if (a === '' || b === '') return true;
  const mentioned = [...`${a},${b}`.matchAll(/[=<>~!]=?=?([\w.!+*-]+)/g)].map(([, version = '']) => version);
  const candidates = mentioned.map(version => version.replace(/\.\*$/, '')).flatMap(neighbours);
  try {
    return candidates.some(version => satisfies(version, a) && satisfies(version, b));
  } catch {
    return true;
  }
}

/** A version, one just above it, one well above it and one just below it. */
function neighbours(version: string): readonly string[] {
  const parts = version.split('.').map(Number);
  if (parts.some(Number.isNaN)) return [version];
  const last = parts.length - 1;
  const changed = (index: number, by: number) =>
    parts
      .map((part, at) => (at === index ? Math.max(part + by, 0) : at > index && by < 0 ? 999 : part))
      .join('.');
  return [
    version,
    `${version}.1`,
    ...parts.flatMap((_, index) => [changed(index, 1), changed(index, -1)]),
    changed(last, 1),
  ];
}
