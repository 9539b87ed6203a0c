import type { FileTree } from '../../domain/files.js';
import type { TestSettings } from './test-settings.js';

export interface Surroundings {
  /** Top-level names that the environment's distributions provide. */
  readonly installed: ReadonlySet<string>;
}

/** A change, and what it is to be held against. */
export interface GuardedChange extends Surroundings {
  readonly base: FileTree;
  readonly changed: FileTree;
  /** Of the base commit. */
  readonly settings: TestSettings;
}
