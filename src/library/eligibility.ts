import type { Primitive, Visibility } from '../domain/primitive.js';
import { mayFlow } from '../licence/may-flow.js';
import { areOfOneOwner } from '../licence/owner-licence.js';

/** What decides who may donate, before anything is searched. */
export interface EligibilityRules {
  /** The repository that is built. */
  readonly target: string;
  /** Its SPDX expression; undefined when it states none. */
  readonly targetLicence: string | undefined;
  /** Absent for a folder, which is the caller's own. */
  readonly targetVisibility: Visibility | undefined;
  /** Same-repository donors are excluded (Code Primitives, appendix G.17). */
  readonly excludeSameRepository: boolean;
}

/** How few may read: code goes to repositories that as few or fewer may read. */
const SECRECY: Readonly<Record<Visibility, number>> = { public: 0, internal: 1, private: 2 };

/**
 * Whether a primitive may be retrieved for the target, and the reason when not. What a repository shows to fewer people
 * than the target never goes there: private code to no repository of the whole organisation, and neither to the public.
 */
export function isEligible(
  primitive: Primitive,
  rules: EligibilityRules,
): { readonly eligible: true } | { readonly eligible: false; readonly reason: string } {
  const { repository, licence, visibility } = primitive.provenance;
  const { target, targetVisibility } = rules;
  if (rules.excludeSameRepository && repository === target)
    return refused(`It comes from the target itself.`);
  if (
    visibility !== undefined &&
    targetVisibility !== undefined &&
    SECRECY[visibility] > SECRECY[targetVisibility]
  )
    return refused(`${repository} is ${visibility} and the target is ${targetVisibility}.`);
  const flow = mayFlow(licence, rules.targetLicence, areOfOneOwner(repository, target));
  return flow.allowed ? { eligible: true } : refused(flow.reason);
}

function refused(reason: string): { readonly eligible: false; readonly reason: string } {
  return { eligible: false, reason };
}
