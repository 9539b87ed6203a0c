import type { ExclusionKind } from '../../domain/mined.js';
import type { CarriedTest } from '../../domain/primitive.js';
import type { ValidationRecord } from '../../domain/validation.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';

/** What running a component alone says of it. */
export type Verdict = Admitted | Refine | Excluded;

export interface Admitted {
  readonly kind: 'admitted';
  /** The carried tests that ran. */
  readonly tests: readonly CarriedTest[];
  readonly record: ValidationRecord;
  /** Which of the candidates for a usage example ran without an error; undefined when none did. */
  readonly example: number | undefined;
}

/** REFINE (Code Primitives, equation 19): what to take in, and which tests to leave behind, by id with the reason. */
export interface Refine {
  readonly kind: 'refine';
  readonly added: readonly SliceNode[];
  /** What further tests need besides the component; nothing when absent. */
  readonly supporting?: readonly SliceNode[];
  /** Whether more tests are to come along than came; as before when absent. */
  readonly isWide?: boolean;
  readonly refused: ReadonlyMap<string, string>;
  /** Why the component is excluded when no test is left. */
  readonly why: ExclusionKind;
}

export interface Excluded {
  readonly kind: 'excluded';
  readonly why: ExclusionKind;
  readonly reason: string;
}

/** An exclusion with its reason in words. */
export function excluded(why: ExclusionKind, reason: string): Excluded {
  return { kind: 'excluded', why, reason };
}
