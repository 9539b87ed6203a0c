import type { Primitive, Visibility } from '../domain/primitive.js';
import { mayFlow } from '../licence/may-flow.js';

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
  /** Repositories held back for security; neither donors nor evaluated (appendix F, admission). */
  readonly holdSet: ReadonlySet<string>;
}

/** Whether a primitive may be retrieved for the target, and the reason when not. */
export function isEligible(
  primitive: Primitive,
  rules: EligibilityRules,
): { readonly eligible: true } | { readonly eligible: false; readonly reason: string } {
  const { repository, licence, visibility } = primitive.provenance;
  if (rules.holdSet.has(repository)) return refused(`${repository} is in the security hold set.`);
  if (rules.excludeSameRepository && repository === rules.target)
    return refused(`It comes from the target itself.`);
  if (visibility === 'private' && rules.targetVisibility === 'public')
    return refused(`${repository} is private and the target is public.`);
  const flow = mayFlow(licence, rules.targetLicence);
  return flow.allowed ? { eligible: true } : refused(flow.reason);
}

function refused(reason: string): { readonly eligible: false; readonly reason: string } {
  return { eligible: false, reason };
}
