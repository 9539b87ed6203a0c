import { testBaseId, type Execution, type TestResult } from '../domain/execution.js';
import type { Judgement, Standing, TestStanding } from '../domain/judgement.js';
import type { Baseline } from '../domain/run.js';
import { hasFailed, hasPassed, isAsGood } from './outcomes.js';

/** What besides the tests must hold for green. */
export interface Preconditions {
  readonly isCovered: boolean;
  readonly constraintsHold: boolean;
}

/** What an execution is compared with. */
export type Reference = Pick<Baseline, 'execution' | 'flaky' | 'requiredTests'>;

/**
 * Compares an execution with the baseline (DESIGN: green). A required test passes when it was collected and every
 * one of its instances passed: a skipped one has not passed, and none is excused as flaky. A run with no required
 * test is never green, nor is one that did not complete. `flaky` are tests that failed now and passed when only they
 * were run again.
 */
export function judge(
  baseline: Reference,
  execution: Execution,
  preconditions: Preconditions,
  flaky: ReadonlySet<string> = new Set(),
): Judgement {
  const standings = standingsOf(baseline, execution, flaky);
  const idsOf = (...wanted: Standing[]) =>
    standings.filter(({ standing }) => wanted.includes(standing)).map(({ id }) => id);
  const failing = new Set(idsOf('required-failing').map(testBaseId));
  const requiredFailing = baseline.requiredTests.filter(id => failing.has(id));
  const uncollected = new Set(baseline.execution.collectionErrors.map(({ path }) => path));
  const newlyUncollected = execution.collectionErrors.map(({ path }) => path);
  const newlyFailing = [
    ...idsOf('newly-failing'),
    ...newlyUncollected.filter(path => !uncollected.has(path)),
  ];
  const missing = idsOf('missing');
  return {
    green:
      preconditions.isCovered &&
      preconditions.constraintsHold &&
      execution.status === 'completed' &&
      baseline.requiredTests.length > 0 &&
      requiredFailing.length === 0 &&
      newlyFailing.length === 0 &&
      missing.length === 0,
    requiredPassing: baseline.requiredTests.filter(id => !failing.has(id)),
    requiredFailing,
    newlyFailing,
    missing,
    alreadyFailing: idsOf('already-failing'),
    flaky: idsOf('flaky'),
    standings,
  };
}

/** Every test of the baseline and of now, once, in the baseline's order with the new ones last. */
function standingsOf(
  { execution: before, flaky: knownFlaky, requiredTests }: Reference,
  execution: Execution,
  flaky: ReadonlySet<string>,
): readonly TestStanding[] {
  const required = new Set(requiredTests);
  const unstable = new Set(knownFlaky);
  const was = byId(before);
  const now = byId(execution);
  const collected = new Set(execution.tests.map(test => testBaseId(test.id)));
  const standing = (id: string, one: TestResult | undefined, other: TestResult | undefined): Standing => {
    if (required.has(testBaseId(id)))
      return one !== undefined && hasPassed(one) ? 'required-passing' : 'required-failing';
    if (one === undefined) {
      // Ids that change from run to run (a time or an address in them) are no loss while the test itself is there.
      return unstable.has(id) && collected.has(testBaseId(id)) ? 'flaky' : 'missing';
    }
    if (flaky.has(id)) return 'flaky';
    if (other === undefined) return hasFailed(one) ? 'newly-failing' : whenFine(one, 'newly-passing');
    if (isAsGood(one, other)) {
      if (unstable.has(id)) return 'flaky';
      return whenFine(one, hasFailed(other) ? 'newly-passing' : 'passing');
    }
    if (!hasFailed(other)) return 'newly-failing';
    return unstable.has(id) ? 'flaky' : 'already-failing';
  };
  const ids = [...new Set([...was.keys(), ...now.keys()])].filter(
    // The instance that a required test had on the untouched commit says nothing of the ones it has now.
    id => now.has(id) || !required.has(testBaseId(id)),
  );
  const absent = requiredTests.filter(id => !collected.has(id));
  return [...ids, ...absent].map(id => {
    const [one, other] = [now.get(id), was.get(id)];
    return {
      id,
      standing: standing(id, one, other),
      ...(one && { outcome: one.outcome }),
      ...(other && { was: other.outcome }),
    };
  });
}

function whenFine(test: TestResult, otherwise: Standing): Standing {
  return test.outcome === 'skipped' ? 'skipped' : otherwise;
}

function byId({ tests }: Execution): ReadonlyMap<string, TestResult> {
  return new Map(tests.map(test => [test.id, test]));
}
