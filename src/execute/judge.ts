import { testBaseId, type Execution, type TestOutcome } from '../domain/execution.js';
import type { Judgement } from '../domain/judgement.js';
import type { Baseline } from '../domain/run.js';

/** What besides the tests must hold for green. */
export interface Preconditions {
  readonly isCovered: boolean;
  readonly constraintsHold: boolean;
}

const GOOD: readonly TestOutcome[] = ['passed', 'xpassed', 'xfailed', 'skipped'];

/**
 * Compares an execution with the baseline (DESIGN: green). A required test passes when it was collected and every
 * one of its instances passed: a skipped one has not passed. A run with no required test is never green, nor is one
 * that did not complete.
 */
export function judge(baseline: Baseline, execution: Execution, preconditions: Preconditions): Judgement {
  const instances = groupByBase(execution);
  const passes = (id: string) => {
    const outcomes = instances.get(id) ?? [];
    return outcomes.length > 0 && outcomes.every(outcome => outcome === 'passed' || outcome === 'xpassed');
  };
  const requiredPassing = baseline.requiredTests.filter(passes);
  const requiredFailing = baseline.requiredTests.filter(id => !passes(id));
  const required = new Set(baseline.requiredTests);

  const now = new Map(execution.tests.map(test => [test.id, test.outcome]));
  const before = baseline.execution.tests.filter(test => !required.has(testBaseId(test.id)));
  const isGood = (outcome: TestOutcome | undefined) => outcome !== undefined && GOOD.includes(outcome);
  const missing = before.filter(test => !now.has(test.id)).map(test => test.id);
  const newlyFailing = before
    .filter(test => isGood(test.outcome) && now.has(test.id) && !isAsGood(test.outcome, now.get(test.id)))
    .map(test => test.id);
  const alreadyFailing = before
    .filter(test => !isGood(test.outcome) && now.has(test.id) && !isGood(now.get(test.id)))
    .map(test => test.id);
  const known = new Set(before.map(test => test.id));
  const newTestsFailing = execution.tests
    .filter(test => !known.has(test.id) && !required.has(testBaseId(test.id)) && !isGood(test.outcome))
    .map(test => test.id);
  const newCollectionErrors = execution.collectionErrors
    .map(error => error.path)
    .filter(path => !baseline.execution.collectionErrors.some(error => error.path === path));

  const worse = [...newlyFailing, ...newTestsFailing, ...newCollectionErrors];
  return {
    green:
      preconditions.isCovered &&
      preconditions.constraintsHold &&
      execution.status === 'completed' &&
      baseline.requiredTests.length > 0 &&
      requiredFailing.length === 0 &&
      worse.length === 0 &&
      missing.length === 0,
    requiredPassing,
    requiredFailing,
    newlyFailing: worse,
    missing,
    alreadyFailing,
  };
}

/** A test that passed must pass; one that was skipped or expected to fail may also be so again, or pass. */
function isAsGood(before: TestOutcome, now: TestOutcome | undefined): boolean {
  if (now === undefined) return false;
  return before === 'passed' || before === 'xpassed'
    ? now === 'passed' || now === 'xpassed'
    : GOOD.includes(now);
}

function groupByBase(execution: Execution): ReadonlyMap<string, readonly TestOutcome[]> {
  const groups = new Map<string, TestOutcome[]>();
  for (const test of execution.tests) {
    const id = testBaseId(test.id);
    groups.set(id, [...(groups.get(id) ?? []), test.outcome]);
  }
  return groups;
}
