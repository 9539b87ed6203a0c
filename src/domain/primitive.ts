import type { StoredFile } from './files.js';
import type { ExportedSymbol } from './signature.js';
import type { ValidationRecord } from './validation.js';

/** I: exported symbols with signatures, and the behavioural contract in words. */
export interface PrimitiveInterface {
  /** The dotted module, at its original place, that defines the exports. */
  readonly module: string;
  /** The first is the capability the primitive is named after. */
  readonly exports: readonly ExportedSymbol[];
  readonly behaviour: string;
}

/** D: what stays outside. */
export interface Dependencies {
  /** PEP 508 requirements, as the repository declares them. */
  readonly distributions: readonly string[];
  /** Those that only the carried tests need, besides pytest; absent when there are none. */
  readonly testDistributions?: readonly string[];
  readonly standardLibrary: readonly string[];
  readonly environmentVariables: readonly string[];
  readonly systemTools: readonly string[];
}

/** A test that travels with its primitive, fixtures inlined; one file runs alone. */
export interface CarriedTest {
  /** pytest node id without parameters, relative to the primitive's root, e.g. `tests/test_retry.py::test_cap`. */
  readonly id: string;
  /** Path of the file in `CarriedTests.files` that holds it. */
  readonly path: string;
  readonly name: string;
}

/** V: the carried tests and the files that hold them. */
export interface CarriedTests {
  readonly tests: readonly CarriedTest[];
  readonly files: readonly StoredFile[];
}

/** Who may read a repository: everybody, everybody of its organisation, or only those whom its owner lets. */
export type Visibility = 'public' | 'internal' | 'private';

export type Channel = 'mined' | 'harvested' | 'web-sourced' | 'target-derived';

/** Where lines came from: 1-based, inclusive. */
export interface SourceRange {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** X: provenance and supporting context. */
export interface Provenance {
  /** `owner/name`, the name a folder gives itself, or `pypi:NAME` for a published source distribution. */
  readonly repository: string;
  /** Commit id, `sha256:…` of the content where there is no git history, or `VERSION/sha256:…` of a published archive. */
  readonly commit: string;
  readonly ranges: readonly SourceRange[];
  /** SPDX expression. */
  readonly licence: string;
  /** The file that states it, and its whole text, so that NOTICE can carry it. */
  readonly licenceText: string;
  /** Where statements about the licence contradict each other, as sentences; absent when none does. */
  readonly licenceConflicts?: readonly string[];
  readonly copyright: readonly string[];
  readonly usageExample?: string;
  /** Of the repository; absent for a folder, which is the caller's own. */
  readonly visibility?: Visibility;
  readonly channel: Channel;
  readonly derivedFrom?: string;
}

/** P = (C, I, D, V, X, M); M is whichever resident applies it (Code Primitives, section 3.2). */
export interface Primitive {
  /**
   * `cf-` and the first 12 hex digits of the SHA-256 over its content, its repository and its paths. The commit is left
   * out, so that a component which a commit does not touch keeps its id.
   */
  readonly id: string;
  /** Readable: `repository/module.export`. */
  readonly name: string;
  /** C: source files, sliced, at their original module paths, with resource files. */
  readonly implementation: readonly StoredFile[];
  /** The folder, relative to the primitive's root, that must be on `sys.path` (`''` or `src`). */
  readonly sourceRoot: string;
  readonly interface: PrimitiveInterface;
  readonly dependencies: Dependencies;
  readonly carriedTests: CarriedTests;
  readonly provenance: Provenance;
  /** Absent for one that was admitted before validation was measured. */
  readonly validation?: ValidationRecord;
  /** The id of the oldest primitive that this one is a near duplicate of; absent when it is no one's. */
  readonly family?: string;
}

/** What mining cuts out of one repository before anything is validated. */
export type Component = Omit<Primitive, 'id'>;
