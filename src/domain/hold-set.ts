import type { RepositorySnapshot } from './mined.js';
import type { Primitive } from './primitive.js';

/**
 * A project that is held back: it neither donates nor is built (Code Primitives, appendix F). Each list says how it is
 * known again when it comes under another name; any of them is enough.
 */
export interface HeldProject {
  /** Why, in the words of whoever holds it back; absent when they gave none. */
  readonly why?: string;
  /** `owner/name` or addresses of the repository, its upstream and its forks; the first is what it is called. */
  readonly repositories: readonly string[];
  /** What the repository or its distribution is called, whoever owns it. */
  readonly names: readonly string[];
  /** What it says of itself in its metadata or at the top of its README. */
  readonly descriptions: readonly string[];
  /** Paths or globs of at least two parts, at any depth: a copy of such a file gives it away. */
  readonly paths: readonly string[];
  /** SHA-256 in hexadecimal: of files as they are, or of files and top-level definitions with white space normalised. */
  readonly contents: readonly string[];
}

/** What showed that something is held back. */
export interface HoldHit {
  /** What the held project is called. */
  readonly project: string;
  /** A sentence for people: what is held back, by which mark, and why. */
  readonly reason: string;
}

/** Everything that is held back; each question gives the first hit, or undefined when there is none. */
export interface HoldSet {
  /** By what a repository is called and says of itself, wherever its files came from. */
  ofProject(snapshot: Pick<RepositorySnapshot, 'repository' | 'files'>): HoldHit | undefined;
  ofPrimitive(primitive: Primitive): HoldHit | undefined;
  /** By all marks: also by one file that is a copy of a held one. */
  ofTree(snapshot: Pick<RepositorySnapshot, 'repository' | 'files'>): HoldHit | undefined;
}
