import type { Assessment } from '../../domain/adaptation.js';
import type { ResidentInput } from '../resident.js';
import type { AssessmentReply } from './replies.js';

/**
 * A reply as an assessment. The capability match is counted from the exports it names, not believed; a primitive
 * that provides none of them is not suitable, whatever the reply says.
 */
export function readAssessment(reply: AssessmentReply, input: ResidentInput): Assessment {
  const required = input.context.requiredExports.map(({ name }) => name);
  const provided = required.filter(name => reply.provides.includes(name));
  const capabilityMatch = required.length === 0 ? 0 : provided.length / required.length;
  return {
    requirementId: input.localRequest.id,
    primitiveId: input.primitive.id,
    verdict: capabilityMatch > 0 ? reply.verdict : 'UNSUITABLE',
    capabilityMatch,
    usageProposal: reply.usageProposal,
    neededChanges: reply.neededChanges,
    compatibilityNotes: reply.compatibilityNotes,
  };
}

/** The assessment of a primitive that no usable reply was got about. */
export function unsuitable(input: ResidentInput, reason: string): Assessment {
  return {
    requirementId: input.localRequest.id,
    primitiveId: input.primitive.id,
    verdict: 'UNSUITABLE',
    capabilityMatch: 0,
    usageProposal: '',
    neededChanges: [],
    compatibilityNotes: [reason],
  };
}
