import { adaptAll } from '../adapt/adapt.js';
import type { ActivationSet, Adaptation, PastAttempt, UnsuccessfulAdaptation } from '../domain/adaptation.js';
import { implicatedRequirements } from '../domain/context.js';
import type { Plan } from '../domain/requirement.js';
import type { ConstructionContext } from '../domain/run.js';
import { activate, type Retrieval } from '../library/library.js';
import type { ConstructionServices } from './construction-services.js';

/** What a round integrates. */
export interface Adapted {
  readonly activation: ActivationSet;
  readonly adaptations: readonly Adaptation[];
  readonly unsuccessful: readonly UnsuccessfulAdaptation[];
  /** Proposals that were rejected on the way. */
  readonly rejections: readonly PastAttempt[];
}

/** Nothing new came of it: another round would only repeat what was refused. */
export interface DeadEnd {
  readonly uncovered: ActivationSet['uncovered'];
  readonly unsuccessful: readonly UnsuccessfulAdaptation[];
}

/**
 * Activates and adapts the components of one round. Those that the newest diagnosis does not implicate are kept as
 * they are; a pair that comes back without an adaptation makes room for the next candidate within the same round.
 * An implicated component that nobody can better stays while another one changes: the blame may have been that
 * one's.
 */
export async function adaptRound(
  services: ConstructionServices,
  context: ConstructionContext,
  plan: Plan,
  retrieval: Retrieval,
): Promise<Adapted | DeadEnd> {
  const last = context.rounds.at(-1);
  const implicated = last === undefined ? new Set<string>() : implicatedRequirements(last);
  const preserved = new Map(last?.activation.activations.map(pair => [pair.requirementId, pair.primitiveId]));
  const kept = (last?.adaptations ?? []).filter(adaptation => !implicated.has(adaptation.requirementId));
  const adaptations = new Map(kept.map(adaptation => [adaptation.requirementId, adaptation]));
  const exhausted = context.rounds.flatMap(round => round.unsuccessful);
  const unsuccessful: UnsuccessfulAdaptation[] = [];
  const rejections: PastAttempt[] = [];
  for (;;) {
    const activation = activate(plan, retrieval, [...exhausted, ...unsuccessful], preserved);
    const open = activation.activations.filter(
      pair => adaptations.get(pair.requirementId)?.primitiveId !== pair.primitiveId,
    );
    const attempts = [...context.attempts, ...rejections];
    const result = await adaptAll(services, { activations: open, plan, retrieval, attempts });
    for (const adaptation of result.adaptations) adaptations.set(adaptation.requirementId, adaptation);
    unsuccessful.push(...result.unsuccessful);
    rejections.push(...result.attempts);
    if (result.unsuccessful.length > 0) continue;
    const active = activation.activations.flatMap(pair => adaptations.get(pair.requirementId) ?? []);
    if (!active.some(adaptation => isNew(adaptation, context)))
      return { uncovered: activation.uncovered, unsuccessful };
    return { ...retain(activation, active, last?.adaptations ?? []), unsuccessful, rejections };
  }
}

/** Puts back what an earlier round had for requirements that would otherwise be uncovered now. */
function retain(
  activation: ActivationSet,
  active: readonly Adaptation[],
  before: readonly Adaptation[],
): Pick<Adapted, 'activation' | 'adaptations'> {
  const open = new Set(activation.uncovered.map(pair => pair.requirementId));
  const retained = before.filter(adaptation => open.has(adaptation.requirementId));
  const covered = new Set(retained.map(adaptation => adaptation.requirementId));
  return {
    activation: {
      activations: [
        ...activation.activations,
        ...retained.map(({ requirementId, primitiveId }) => ({
          requirementId,
          primitiveId,
          localRequest: 'Stay as you are.',
        })),
      ],
      uncovered: activation.uncovered.filter(pair => !covered.has(pair.requirementId)),
    },
    adaptations: [...active, ...retained],
  };
}

/** Whether no earlier round had this primitive adapted like this for this requirement. */
function isNew(adaptation: Adaptation, context: ConstructionContext): boolean {
  const key = ({ requirementId, primitiveId, mapping, files }: Adaptation) =>
    JSON.stringify([requirementId, primitiveId, mapping, files]);
  return !context.rounds.some(round => round.adaptations.some(earlier => key(earlier) === key(adaptation)));
}
