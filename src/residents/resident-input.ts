import type { OutgoingRequirement, PastAttempt } from '../domain/adaptation.js';
import type { Primitive } from '../domain/primitive.js';
import type { CapabilityRequirement, Plan } from '../domain/requirement.js';
import { deliverable } from '../domain/test-support.js';
import type { ResidentInput } from './resident.js';

/**
 * Builds the four things a resident gets (Code Primitives, appendix F.1): its primitive, its local requirement, the
 * module it must become with the signatures of the siblings it depends on, and its own attempts. Nothing else of
 * the plan, the target or its tests goes in.
 */
export function residentInput(
  primitive: Primitive,
  requirement: CapabilityRequirement,
  plan: Plan,
  attempts: readonly PastAttempt[],
  incoming: readonly OutgoingRequirement[] = [],
): ResidentInput {
  const { id, module, path, exports, behaviour, mayAssume } = requirement;
  return {
    primitive: deliverable(primitive),
    localRequest: { id, module, path, exports, behaviour, mayAssume },
    context: {
      module,
      path,
      requiredExports: exports,
      siblings: plan.requirements
        .filter(other => requirement.dependsOn.includes(other.id))
        .map(other => ({ module: other.module, exports: other.exports })),
    },
    attempts: attempts
      .filter(attempt => attempt.requirementId === id && attempt.primitiveId === primitive.id)
      .map(({ mapping, outcome, diagnostics }) => ({ mapping, outcome, diagnostics })),
    incoming,
  };
}
