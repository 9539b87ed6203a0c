import type { PlacedUnit } from './source-module.js';

const MOST_REGISTRATIONS = 60;
const MOST_MODULES = 12;

/**
 * Whether registrations are part of what looks them up. A registry that is filled from more statements or modules than
 * this is what its package is written in; what it holds comes when it is needed by name.
 */
export function isPart(entries: readonly PlacedUnit[]): boolean {
  return (
    entries.length <= MOST_REGISTRATIONS && new Set(entries.map(({ module }) => module)).size <= MOST_MODULES
  );
}
