import type { ExportedSymbol } from './signature.js';

/** One needed capability r (Code Primitives, appendix F.2). */
export interface CapabilityRequirement {
  /** Stable from round to round: derived from the module path. */
  readonly id: string;
  /** Dotted target module. */
  readonly module: string;
  /** The file that will hold it, relative to the target's root. */
  readonly path: string;
  readonly exports: readonly ExportedSymbol[];
  /** In words, from the request and the stubs' docstrings; never from the target's tests. */
  readonly behaviour: string;
  /** Distributions the target already declares (PEP 508). */
  readonly mayAssume: readonly string[];
  /** Ids of requirements whose exports this one's interface mentions. */
  readonly dependsOn: readonly string[];
  readonly origin: 'request-interface' | 'missing-import' | 'model';
  /** Words and names to search the library with. */
  readonly retrievalRequest: string;
}

/** Π_t: ordered, dependencies first. */
export interface Plan {
  readonly requirements: readonly CapabilityRequirement[];
}

/** A primitive that retrieval returned for a requirement, best first; `score` is comparable within one query. */
export interface Candidate {
  readonly requirementId: string;
  readonly primitiveId: string;
  readonly score: number;
}

/** The id of the requirement for a module. */
export function requirementId(module: string): string {
  return `r:${module}`;
}

/** The module that a requirement's id stands for. */
export function moduleOfRequirement(id: string): string {
  return id.replace(/^r:/, '');
}
