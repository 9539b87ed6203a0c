import type { Finding } from './finding.js';

/** The seven classes of a failure that is the run's own (DESIGN; Code Primitives, appendix F.2). */
export type DiagnosisClass =
  | 'incorrect-implementation'
  | 'missing-capability'
  | 'interface-mismatch'
  | 'representation-mismatch'
  | 'dependency-failure'
  | 'configuration-failure'
  | 'integration-failure';

/** One failure tied to its evidence and to the smallest set of components that explains it. */
export interface DiagnosedFailure {
  /** Node id, or the path of a file that could not be collected, or a Γ constraint. */
  readonly subject: string;
  readonly diagnosisClass: DiagnosisClass;
  /** What was observed: error type and first line, with where. */
  readonly evidence: string;
  /** Requirement ids implicated. */
  readonly requirementIds: readonly string[];
}

/** A revision objective for one implicated component. */
export interface Guidance {
  readonly requirementId: string;
  readonly objective: string;
}

/** (v, φ) of one round. */
export interface Diagnosis {
  readonly verdict: 'pass' | 'fail';
  readonly failures: readonly DiagnosedFailure[];
  readonly findings: readonly Finding[];
  readonly guidance: readonly Guidance[];
  /** Names the implicated components in one sentence. */
  readonly summary: string;
}
