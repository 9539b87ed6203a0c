import { EMPTY_CONTEXT } from '../domain/context.js';
import type { FileTree } from '../domain/files.js';
import type { BuildRequest } from '../domain/run.js';
import { planRound, type Planning } from '../plan/plan.js';
import { declaredDistributions } from '../python/declarations/index.js';

/** The plan that a run's first round would begin with. */
export function previewPlan(request: BuildRequest, target: FileTree): Planning {
  return planRound(request, target, EMPTY_CONTEXT, declaredDistributions(target).runtime);
}
