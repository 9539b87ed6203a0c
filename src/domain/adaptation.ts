import type { StoredFile } from './files.js';
import type { Dependencies, PrimitiveInterface, Provenance, SourceRange } from './primitive.js';
import { moduleOfRequirement } from './requirement.js';
import type { ExportedSymbol } from './signature.js';

export interface ExportMapping {
  readonly from: string;
  readonly to: string;
  /**
   * Donor parameter to target parameter, in the target's positional order. A donor parameter that is not named
   * keeps its name and default after them.
   */
  readonly parameters: readonly { readonly from: string; readonly to: string }[];
}

/** How a primitive's exports and parameters become the requirement's: the exact resident's search space. */
export interface Mapping {
  readonly exports: readonly ExportMapping[];
}

/** s and u of one candidate (Code Primitives, equation 17). */
export interface Assessment {
  readonly requirementId: string;
  readonly primitiveId: string;
  readonly verdict: 'SUITABLE' | 'UNSUITABLE';
  /** Share of the requirement's exports it can provide, 0 to 1. */
  readonly capabilityMatch: number;
  readonly usageProposal: string;
  readonly neededChanges: readonly string[];
  readonly compatibilityNotes: readonly string[];
}

/** What a resident was told of one earlier try: never more than this. */
export interface Attempt {
  readonly mapping: Mapping;
  readonly outcome: 'refused' | 'carried-tests-failed' | 'invalid-reply';
  /** Carried-test diagnostics or what was wrong with the reply; empty when the target refused the mapping. */
  readonly diagnostics: readonly string[];
}

/** An attempt, and whose it was. */
export interface PastAttempt extends Attempt {
  readonly requirementId: string;
  readonly primitiveId: string;
}

/** An activated pair that came back to repository level without an adaptation. */
export interface UnsuccessfulAdaptation {
  readonly requirementId: string;
  readonly primitiveId: string;
  readonly reason: string;
}

/** The module it must become, the exports it must have, and the signatures around it. */
export interface ContextSlice {
  readonly module: string;
  readonly path: string;
  readonly requiredExports: readonly ExportedSymbol[];
  readonly siblings: readonly { readonly module: string; readonly exports: readonly ExportedSymbol[] }[];
}

/** What one adapted primitive now demands of another: μ i→j. */
export interface OutgoingRequirement {
  readonly from: string;
  readonly to: string;
  readonly demand: string;
}

export interface CarriedTestMapping {
  /** Node id in the primitive. */
  readonly id: string;
  readonly status: 'kept' | 'rewritten' | 'dropped';
  /** Node id after adaptation, absent when dropped. */
  readonly adaptedId?: string;
  readonly reason: string;
}

/** What a resident answers; the harness then runs its tests and fills in the log. */
export interface AdaptationProposal {
  readonly status: 'adapted' | 'unsuccessful';
  /** Why, when unsuccessful. */
  readonly reason: string;
  readonly mapping: Mapping;
  /** Complete replacement files at their target paths. */
  readonly files: readonly StoredFile[];
  readonly interface: PrimitiveInterface;
  readonly dependencies: Dependencies;
  readonly outgoing: readonly OutgoingRequirement[];
  readonly carriedTests: readonly CarriedTestMapping[];
  /** The rewritten test files, at the paths they will have in the target. */
  readonly testFiles: readonly StoredFile[];
  /** The lines of the primitive's sources that it is made of; absent when it is made of all of them. */
  readonly ranges?: readonly SourceRange[];
  /** What a person who merges it should know, as a sentence: why it brings more than was asked for. */
  readonly note?: string;
}

/** P̃: a proposal that the harness validated. */
export interface Adaptation extends AdaptationProposal {
  readonly requirementId: string;
  readonly primitiveId: string;
  readonly provenance: Provenance;
  readonly validation: ValidationLog;
}

/** The harness's record of a component's carried tests. */
export interface ValidationLog {
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly skipped: number;
  /** First lines of each failure. */
  readonly diagnostics: readonly string[];
  readonly durationMs: number;
}

/** One activated primitive with the local request it is given. */
export interface Activation {
  readonly requirementId: string;
  readonly primitiveId: string;
  readonly localRequest: string;
}

/** A: the smallest compatible set, and the requirements that nothing covers (g). */
export interface ActivationSet {
  readonly activations: readonly Activation[];
  readonly uncovered: readonly { readonly requirementId: string; readonly reason: string }[];
}

/** What a person should know of adaptations before merging them, one sentence each, with the module it is about. */
export function adaptationNotes(adaptations: readonly Adaptation[]): readonly string[] {
  return adaptations.flatMap(({ note, requirementId }) =>
    note === undefined ? [] : [`In \`${moduleOfRequirement(requirementId)}\`, ${note}`],
  );
}

/** Kept, rewritten and dropped carried tests, in that order. */
export function carriedCounts(
  adaptation: Pick<AdaptationProposal, 'carriedTests'>,
): readonly [number, number, number] {
  const of = (status: CarriedTestMapping['status']) =>
    adaptation.carriedTests.filter(test => test.status === status).length;
  return [of('kept'), of('rewritten'), of('dropped')];
}
