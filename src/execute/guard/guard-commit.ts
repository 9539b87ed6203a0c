import type { FileTree } from '../../domain/files.js';
import type { Finding } from '../../domain/finding.js';
import { guardTree } from './guard-tree.js';
import type { Surroundings } from './guarded-change.js';

/**
 * The tamper guard for a commit that somebody else runs: what it would put back or leave out before a suite runs in the
 * sandbox, nobody puts back there. A change with any of it is `refused`, so that no verdict on it is believed; the list
 * is empty for every other.
 */
export function guardCommit(
  base: FileTree,
  changed: FileTree,
  surroundings: Surroundings,
): readonly Finding[] {
  return guardTree(base, changed, surroundings).findings.map(({ subject, remedy }) => ({
    kind: 'refused',
    subject,
    message: `The change touches ${subject}, which can decide what the repository's own CI says of it.`,
    remedy,
  }));
}
