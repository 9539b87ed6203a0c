import type {
  AdaptationProposal,
  Assessment,
  Attempt,
  ContextSlice,
  OutgoingRequirement,
} from '../domain/adaptation.js';
import type { Primitive } from '../domain/primitive.js';
import type { CapabilityRequirement } from '../domain/requirement.js';

/**
 * The four things a resident gets, and nothing else (Code Primitives, appendix F.1, prompt contract): no test of
 * the target, no other module's source, no plan, no repository-level diagnosis.
 */
export interface ResidentInput {
  readonly primitive: Primitive;
  readonly localRequest: LocalRequest;
  readonly context: ContextSlice;
  readonly attempts: readonly Attempt[];
  /** Incoming μ. */
  readonly incoming: readonly OutgoingRequirement[];
}

/** The local requirement as repository level words it. */
export type LocalRequest = Pick<
  CapabilityRequirement,
  'id' | 'module' | 'path' | 'exports' | 'behaviour' | 'mayAssume'
>;

/** M: what applies a primitive. It never modifies the primitive, and never runs anything. */
export interface Resident {
  readonly name: 'exact' | 'model';
  assess(input: ResidentInput): Promise<Assessment>;
  /** The next proposal, or `unsuccessful` when it has none left. */
  adapt(input: ResidentInput): Promise<AdaptationProposal>;
}
