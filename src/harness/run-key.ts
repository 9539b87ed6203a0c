import { createHash } from 'node:crypto';
import type { FileTree } from '../domain/files.js';
import type { SuiteRequest } from './harness.js';

/** What a run depends on beside what it is asked to run. */
export interface RunSurroundings {
  /** Of the harness, which decides what is said of a suite. */
  readonly harness: string;
  readonly driver: string;
  /**
   * What the suite needs to be installed. The environment itself is left out: it holds what the others of the
   * repository need too, and must not be a reason to run them all again when one of them needs something else.
   */
  readonly requirements: readonly string[];
}

/** The name of a run: the SHA-256 over all that decides how it ends, whatever the order of its files. */
export function runKey(request: SuiteRequest, surroundings: RunSurroundings): string {
  const { environment, files, metadata, ...asked } = request;
  const hash = createHash('sha256');
  const { harness, driver, requirements } = surroundings;
  hash.update(
    JSON.stringify([harness, driver, [...new Set(requirements)].sort(), environment.interpreter, asked]),
  );
  for (const tree of [files, metadata ?? new Map()]) {
    hash.update('\0tree');
    for (const [path, bytes] of sorted(tree)) hash.update(JSON.stringify([path, bytes.length])).update(bytes);
  }
  return hash.digest('hex');
}

function sorted(tree: FileTree): readonly (readonly [string, Uint8Array])[] {
  return [...tree].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
