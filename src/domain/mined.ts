import type { FileTree } from './files.js';
import type { Primitive, Visibility } from './primitive.js';

/** A repository's tree at one commit, as mining and construction read it. */
export interface RepositorySnapshot {
  readonly repository: string;
  /** Commit id, or `sha256:…` of the content for a folder without git history. */
  readonly commit: string;
  readonly files: FileTree;
  /** Paths that are there and were not read: too large, links that lead away, unusable names; absent when there is none. */
  readonly leftOut?: readonly string[];
  /** Absent for a folder, which is the caller's own. */
  readonly visibility?: Visibility;
}

/** Why a file or a component did not make it, in words a person can act on. */
export interface Exclusion {
  readonly name: string;
  readonly reason: string;
}

/** Milliseconds by phase. */
export interface MiningDurations {
  readonly parse: number;
  readonly graph: number;
  readonly components: number;
  readonly validate: number;
  readonly total: number;
}

/** What mining one repository gave. */
export interface MiningReport {
  readonly repository: string;
  readonly commit: string;
  readonly files: number;
  readonly lines: number;
  readonly entities: number;
  readonly edges: { readonly call: number; readonly data: number; readonly struct: number };
  readonly components: number;
  readonly admitted: readonly Primitive[];
  readonly excluded: readonly Exclusion[];
  readonly skippedFiles: readonly Exclusion[];
  readonly durationMs: MiningDurations;
}
