import type { ActivationSet, Adaptation, UnsuccessfulAdaptation } from '../domain/adaptation.js';
import type { Integration } from '../domain/change-set.js';
import type { DiagnosedFailure, Diagnosis, Guidance } from '../domain/diagnosis.js';
import { isCheckId, testBaseId, type Execution } from '../domain/execution.js';
import { findingsOf, type Finding } from '../domain/finding.js';
import type { Judgement } from '../domain/judgement.js';
import type { Plan } from '../domain/requirement.js';
import type { ProjectModules } from '../python/project-modules.js';
import { suspectsOf, type Attribution } from './attribute.js';
import { classify, classOfConstraint } from './classify.js';
import { objectiveFor, summarise } from './describe.js';
import { smallestExplanation, type Suspicion } from './smallest-explanation.js';

/** Everything a round produced, as diagnosis reads it; `project` is the target with the round's change. */
export interface DiagnosisInput {
  readonly plan: Plan;
  readonly activation: ActivationSet;
  readonly adaptations: readonly Adaptation[];
  readonly unsuccessful: readonly UnsuccessfulAdaptation[];
  readonly integration: Integration;
  readonly execution: Execution;
  readonly judgement: Judgement;
  readonly project: ProjectModules;
  /** What the execution found that is not the change's: environment faults, and what was put back or left out. */
  readonly findings: readonly Finding[];
}

/**
 * DIAGNOSE (Code Primitives, equation 23): ties every failure to its evidence and to the smallest set of
 * components that explains it. It judges nothing: the verdict is the execution's.
 */
export function diagnose(input: DiagnosisInput): Diagnosis {
  const isTrusted = input.execution.status !== 'untrusted';
  const seen = isTrusted ? testFailures(input) : distrust(input);
  const failures = [...uncovered(input), ...violations(input), ...seen];
  const guidance = guidanceFor(input, failures);
  const findings = [...input.findings, ...findingsOf(input.judgement)];
  const verdict = input.judgement.green ? 'pass' : 'fail';
  return { verdict, failures, findings, guidance, summary: summarise(input, failures) };
}

function uncovered({ activation, unsuccessful }: DiagnosisInput): readonly DiagnosedFailure[] {
  return activation.uncovered.map(({ requirementId, reason }) => {
    const tried = unsuccessful.filter(pair => pair.requirementId === requirementId);
    const evidence = [reason, ...tried.map(pair => `${pair.primitiveId}: ${pair.reason}`)].join(' ');
    return {
      subject: requirementId,
      diagnosisClass: 'missing-capability',
      evidence,
      requirementIds: [requirementId],
    };
  });
}

function violations({ integration }: DiagnosisInput): readonly DiagnosedFailure[] {
  return integration.violations.map(violation => ({
    subject: `Γ ${violation.constraint}`,
    diagnosisClass: classOfConstraint(violation.constraint),
    evidence: violation.message,
    requirementIds: violation.requirementIds,
  }));
}

/** A failing test or a file that could not be collected, in the words of what was observed. */
interface Observed extends Suspicion {
  readonly errorType: string;
  readonly message: string;
  readonly where: string;
}

function testFailures(input: DiagnosisInput): readonly DiagnosedFailure[] {
  const attribution: Attribution = input;
  const observed = observe(input, attribution);
  const passing = input.execution.tests
    .filter(test => test.outcome === 'passed')
    .map(test => ({ subject: test.id, suspects: suspectsOf(test, pathOf(test.id), attribution) }));
  const guilty = smallestExplanation(observed, passing);
  const byId = new Map(input.plan.requirements.map(requirement => [requirement.id, requirement]));
  return observed.map(failure => {
    // A check names no file: everything that was delivered to it may be why it fails.
    const requirementIds = isCheckId(failure.subject)
      ? input.adaptations.map(adaptation => adaptation.requirementId)
      : failure.suspects.filter(suspect => guilty.has(suspect));
    const implicated = requirementIds.flatMap(id => byId.get(id) ?? []);
    return {
      subject: failure.subject,
      diagnosisClass: classify({ ...failure, implicated, ownNames: input.project.ownNames }),
      evidence: `${failure.errorType}: ${failure.message}${failure.where}`,
      requirementIds,
    };
  });
}

/** Only what counts against the round: required tests, what got worse, and what could not be collected. */
function observe(input: DiagnosisInput, attribution: Attribution): readonly Observed[] {
  const { judgement, execution } = input;
  const counted = new Set([...judgement.requiredFailing, ...judgement.newlyFailing]);
  const tests = execution.tests
    .filter(test => test.outcome === 'failed' || test.outcome === 'error')
    .filter(test => counted.has(test.id) || counted.has(testBaseId(test.id)))
    .map(test => ({
      subject: test.id,
      suspects: suspectsOf(test, pathOf(test.id), attribution),
      errorType: test.errorType ?? 'Error',
      message: test.message ?? '',
      where: placeOf(test.trace?.at(-1)),
    }));
  const files = execution.collectionErrors.map(error => ({
    subject: error.path,
    suspects: suspectsOf(error, error.path, attribution),
    errorType: error.errorType,
    message: error.message,
    where: placeOf(error.trace.at(-1)),
  }));
  return [...tests, ...files];
}

/** A run that cannot be believed speaks against everything that was delivered to it, and its tests say nothing. */
function distrust({ execution, adaptations }: DiagnosisInput): readonly DiagnosedFailure[] {
  return [
    {
      subject: 'suite',
      diagnosisClass: 'incorrect-implementation',
      evidence: execution.detail,
      requirementIds: adaptations.map(({ requirementId }) => requirementId),
    },
  ];
}

function guidanceFor(input: DiagnosisInput, failures: readonly DiagnosedFailure[]): readonly Guidance[] {
  return input.plan.requirements.flatMap(requirement => {
    const own = failures.filter(failure => failure.requirementIds.includes(requirement.id));
    return own.length === 0
      ? []
      : [{ requirementId: requirement.id, objective: objectiveFor(requirement, own) }];
  });
}

function pathOf(testId: string): string {
  return testId.split('::', 1)[0] ?? testId;
}

function placeOf(frame: { readonly path: string; readonly line: number } | undefined): string {
  return frame === undefined ? '' : ` (${frame.path}:${frame.line})`;
}
