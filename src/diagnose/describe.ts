import type { Adaptation } from '../domain/adaptation.js';
import type { DiagnosedFailure, DiagnosisClass } from '../domain/diagnosis.js';
import type { Execution } from '../domain/execution.js';
import type { Judgement } from '../domain/judgement.js';
import type { CapabilityRequirement, Plan } from '../domain/requirement.js';
import { hasInterchangeableParameters } from './classify.js';

const OBJECTIVES: Readonly<Record<DiagnosisClass, string>> = {
  'incorrect-implementation': 'Give another result: the tests that reach it see a wrong one.',
  'missing-capability': 'Find another primitive, or write it by hand: nothing provides it now.',
  'interface-mismatch': 'Offer the interface as it is called.',
  'representation-mismatch': 'Take and return data as the required signature has them.',
  'dependency-failure': 'Declare the distribution, or do without it.',
  'configuration-failure': 'Bring the file or setting it reads.',
  'integration-failure': 'Fit what surrounds it.',
};

/** What one implicated component should achieve next, in a sentence. */
export function objectiveFor(
  requirement: CapabilityRequirement,
  failures: readonly DiagnosedFailure[],
): string {
  const [first] = failures;
  if (first === undefined) return '';
  const isOrder = first.diagnosisClass === 'interface-mismatch' && hasInterchangeableParameters(requirement);
  if (isOrder)
    return 'Map its parameters in another order: two of them have the same type, and this order is refused.';
  return OBJECTIVES[first.diagnosisClass];
}

/** The round in one or two sentences that name the implicated components. */
export function summarise(
  round: {
    readonly plan: Plan;
    readonly adaptations: readonly Adaptation[];
    readonly execution: Execution;
    readonly judgement: Judgement;
  },
  failures: readonly DiagnosedFailure[],
): string {
  const { judgement, execution } = round;
  const required = judgement.requiredPassing.length + judgement.requiredFailing.length;
  if (judgement.green) return `All ${required} required tests pass, and nothing that passed before fails.`;
  if (execution.status === 'untrusted') return `What the suite said cannot be believed: ${execution.detail}`;
  if (execution.status !== 'completed') return `The suite did not complete: ${execution.detail}`;
  const implicated = round.plan.requirements.filter(requirement =>
    failures.some(failure => failure.requirementIds.includes(requirement.id)),
  );
  const worse = judgement.newlyFailing.length + judgement.missing.length;
  const counts = [
    `${judgement.requiredFailing.length} of ${required} required tests fail`,
    ...(worse > 0 ? [`${worse} that were fine are not`] : []),
  ].join(', and ');
  const names = implicated.map(requirement => nameOf(requirement, round.adaptations, failures));
  return names.length === 0
    ? `${counts}; no component explains it.`
    : `${counts}. Implicated: ${names.join('; ')}.`;
}

function nameOf(
  requirement: CapabilityRequirement,
  adaptations: readonly Adaptation[],
  failures: readonly DiagnosedFailure[],
): string {
  const own = failures.filter(failure => failure.requirementIds.includes(requirement.id));
  const source = adaptations.find(adaptation => adaptation.requirementId === requirement.id)?.primitiveId;
  const classes = [...new Set(own.map(failure => failure.diagnosisClass))].join(', ');
  return `\`${requirement.module}\`${source === undefined ? '' : ` from ${source}`} (${classes})`;
}
