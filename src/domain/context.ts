import type { PastAttempt } from './adaptation.js';
import type { DiagnosisClass } from './diagnosis.js';
import type { ConstructionContext, Round } from './run.js';

export const EMPTY_CONTEXT: ConstructionContext = { rounds: [], attempts: [] };

/** Classes of failure that speak against the mapping a component was adapted with. */
const AGAINST_MAPPING: readonly DiagnosisClass[] = [
  'incorrect-implementation',
  'interface-mismatch',
  'representation-mismatch',
];

/**
 * C_{t+1} = C_t ∪ {φ_t} (Code Primitives, section 3.4): it never forgets. A failed round adds, for each implicated
 * component, that its mapping was refused, and nothing of why: that stays at repository level. Proposals that their own tests
 * rejected are remembered with the diagnostics of those tests.
 */
export function growContext(context: ConstructionContext, round: Round): ConstructionContext {
  return {
    rounds: [...context.rounds, round],
    attempts: [...context.attempts, ...round.rejections, ...refusedBy(round)],
    diagnosis: round.diagnosis,
  };
}

/** Requirements that a round's diagnosis implicates in a way that a new mapping may mend. */
export function implicatedRequirements(round: Round): ReadonlySet<string> {
  const failures = round.diagnosis.failures.filter(failure =>
    AGAINST_MAPPING.includes(failure.diagnosisClass),
  );
  return new Set(failures.flatMap(failure => failure.requirementIds));
}

function refusedBy(round: Round): readonly PastAttempt[] {
  const implicated = implicatedRequirements(round);
  return round.adaptations
    .filter(adaptation => implicated.has(adaptation.requirementId))
    .map(({ requirementId, primitiveId, mapping }) => ({
      requirementId,
      primitiveId,
      mapping,
      outcome: 'refused',
      diagnostics: [],
    }));
}
