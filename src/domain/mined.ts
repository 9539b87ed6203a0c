import type { FileTree } from './files.js';
import type { Place } from './place.js';
import type { Channel, Primitive, Visibility } from './primitive.js';

/** A repository's tree at one commit, as mining and construction read it. */
export interface RepositorySnapshot {
  readonly repository: string;
  /** Commit id, or `sha256:…` of the content for a folder without git history. */
  readonly commit: string;
  readonly files: FileTree;
  /** Paths that are there and were not read: too large, links that lead away, unusable names; absent when there is none. */
  readonly leftOut?: readonly string[];
  /** The same with the reason for each. */
  readonly notRead?: readonly Exclusion[];
  /** Where it lay; absent for what is called after its origin. */
  readonly place?: Place;
  /** How it came here; absent for what is `mined`. */
  readonly channel?: Channel;
  /** Absent for a folder, which is the caller's own. */
  readonly visibility?: Visibility;
}

/** By what a person would mend: reports group exclusions so. The reason says the rest. */
export type ExclusionKind =
  /** The repository has no public function or class. */
  | 'nothing-offered'
  /** No test reaches it, or none that could be taken along. */
  | 'no-test'
  /** It imports what the repository declares nowhere. */
  | 'undeclared-distribution'
  /** What it declares could not be installed. */
  | 'not-installable'
  /** It cannot be imported alone. */
  | 'cannot-import'
  /** Its code does not do alone what its tests say. */
  | 'fails-alone'
  /** Its tests crash, hang, or say what cannot be true. */
  | 'not-judged'
  /** Its tests pass in one order, or at one time, and not in another. */
  | 'unstable-tests'
  /** Its tests pass though its functions do nothing. */
  | 'passes-on-dummy'
  /** Its tests miss most small changes to its code. */
  | 'weak-tests'
  /** pytest itself runs on it. */
  | 'runner-module'
  /** Its modules would stand before others that something else needs. */
  | 'shadows'
  /** It reaches into what judges it. */
  | 'reaches-machinery'
  /** Its boundary did not settle. */
  | 'unsettled'
  /** It is the same as another. */
  | 'duplicate'
  | 'secret'
  | 'licence'
  | 'held'
  | 'too-large';

/** Why a file or a component did not make it, in words a person can act on. */
export interface Exclusion {
  readonly name: string;
  readonly reason: string;
  /** Absent for a file. */
  readonly kind?: ExclusionKind;
}

/** A component as the map of its repository shows it, whether it was admitted or not. */
export interface MappedComponent {
  /** As admitted primitives and exclusions are called. */
  readonly name: string;
  readonly module: string;
  /** Of its own definitions, without what they use. */
  readonly lines: number;
  /** Names of the components that its definitions use directly, in order. */
  readonly uses: readonly string[];
}

/** What running a repository's own suite once told of its tests. */
export interface OwnSuiteRun {
  /** So many tests are tied by execution to what they exercise, those with parameters once. */
  readonly tests: number;
  /** Functions that they entered, of the suite and of what it tests. */
  readonly functions: number;
  /** Why it told nothing, or not all, in one sentence or two; empty when all of it was run. */
  readonly note: string;
}

/** Milliseconds by phase. */
export interface MiningDurations {
  /** Absent when the repository's own suite was not to be run. */
  readonly suite?: number;
  readonly parse: number;
  readonly graph: number;
  readonly components: number;
  readonly validate: number;
  readonly total: number;
}

/** How much of a work there was, and how much of it was known already: from an earlier mining, or from earlier in this one. */
export interface Reuse {
  readonly total: number;
  readonly remembered: number;
}

/** What asking a model about components gave; what it proposed was validated as what evidence drew is. */
export interface ProposalReport {
  /** All of it in one sentence, which ends with why the model was asked no more where that is so. */
  readonly summary: string;
  /** Questions that have an answer, each about some components of one folder. */
  readonly answers: Reuse;
  readonly proposals: number;
  /** Proposals that did not fit the components. */
  readonly ignored: number;
  /** Changes to what evidence drew, independent of one another, and how many of them passed validation. */
  readonly redrawn: { readonly tried: number; readonly stood: number };
  /** Of this mining, input and output. */
  readonly tokens: number;
  readonly costUsd: number;
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
  /** Every component that was tried, in order of modules and lines. */
  readonly map?: readonly MappedComponent[];
  /** What mining with a memory saved: runs of components alone. */
  readonly reuse?: { readonly runs: Reuse };
  /** Absent when no model is set: evidence alone drew the components. */
  readonly proposals?: ProposalReport;
  /** Absent when it has no tests, or nobody asked for them to be run. */
  readonly suite?: OwnSuiteRun;
  readonly durationMs: MiningDurations;
}
