import { distributionName } from '../distribution-name.js';
import { readRequirement } from './requirement.js';

/** A PEP 508 requirement with the file, and the table or section of it, that declares it. */
export interface DeclaredRequirement {
  readonly requirement: string;
  readonly from: string;
}

/** What one place asks to be installed. */
export interface Wanted {
  readonly requirements: readonly DeclaredRequirement[];
  /** Hold only for distributions that something requires (pip's `-c`). */
  readonly constraints: readonly DeclaredRequirement[];
  /** Extras of the project itself, normalised. */
  readonly extras: readonly string[];
  /** Dependency groups of the project (PEP 735), normalised. */
  readonly groups: readonly string[];
  /** Addresses of package indexes. */
  readonly indexes: readonly string[];
  /** Sentences about what was left out. */
  readonly notes: readonly string[];
}

export const NOTHING_WANTED: Wanted = {
  requirements: [],
  constraints: [],
  extras: [],
  groups: [],
  indexes: [],
  notes: [],
};

export function wanting(parts: Partial<Wanted>): Wanted {
  return {
    ...NOTHING_WANTED,
    ...parts,
    extras: (parts.extras ?? []).map(distributionName),
    groups: (parts.groups ?? []).map(distributionName),
  };
}

export function combineWanted(all: readonly Wanted[]): Wanted {
  return {
    requirements: all.flatMap(one => one.requirements),
    constraints: all.flatMap(one => one.constraints),
    extras: all.flatMap(one => one.extras),
    groups: all.flatMap(one => one.groups),
    indexes: all.flatMap(one => one.indexes),
    notes: all.flatMap(one => one.notes),
  };
}

/** One text that should be a PEP 508 requirement; a note where it names a path or an address, or cannot be read. */
export function wantedRequirement(text: string, from: string): Wanted {
  const requirement = readRequirement(text)?.text;
  return requirement === undefined
    ? wanting({ notes: [leftOut(text, from)] })
    : wanting({ requirements: [{ requirement, from }] });
}

export function wantedRequirements(texts: readonly string[], from: string): Wanted {
  return combineWanted(texts.map(text => wantedRequirement(text, from)));
}

/** The sentence about a declaration that names no distribution of an index. */
export function leftOut(text: string, from: string): string {
  return `${from}: \`${shown(text)}\` was left out, since it is no plain requirement on a distribution of a package index.`;
}

/** Fit for a sentence: printable, on one line, short, without the credentials an address may hold. */
export function shown(text: string): string {
  const plain = text
    .slice(0, 500)
    .replace(/\/\/[^/@\s]*@/g, '//…@')
    .replace(/[^\x20-\x7E…]+/g, ' ')
    .replaceAll('`', "'")
    .trim();
  return plain.length > 80 ? `${plain.slice(0, 79)}…` : plain;
}
