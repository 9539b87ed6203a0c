import type { CheckOutcome, CommitCheck, CommitChecks } from '../domain/commit-checks.js';
import { checkId, type Execution, type TestOutcome, type TestResult } from '../domain/execution.js';
import type { Finding } from '../domain/finding.js';
import { hasFailed } from './outcomes.js';

/** A commit's checks, how long they were waited for, and why no longer when they have not ended. */
export interface AwaitedChecks extends CommitChecks {
  readonly status: Execution['status'];
  /** Empty when they ended. */
  readonly detail: string;
  readonly durationMs: number;
}

const OUTCOMES: Readonly<Record<Exclude<CheckOutcome, 'pending'>, TestOutcome>> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
};

/**
 * What the target's own CI says of a commit, as an execution of driver `ci`: each check is a test. One that is pending
 * has no outcome and is left out, so that it counts as missing.
 */
export function executionOfChecks(
  commit: string,
  { status, detail, durationMs, checks }: AwaitedChecks,
): Execution {
  return {
    status,
    detail,
    durationMs,
    command: [],
    driver: 'ci',
    environment: commit,
    digest: commit,
    seeds: {},
    interpreter: '',
    distributions: [],
    exitCode: null,
    tests: checks.flatMap(asTest),
    collectionErrors: [],
    output: '',
  };
}

function asTest({ name, outcome, detail, url }: CommitCheck): readonly TestResult[] {
  if (outcome === 'pending') return [];
  const test = { id: checkId(name), outcome: OUTCOMES[outcome], durationMs: 0 };
  if (outcome === 'passed') return [test];
  const message = url === '' ? detail : `${detail} (${url})`;
  return [{ ...test, message, ...(outcome === 'failed' && { errorType: 'CheckFailure' }) }];
}

/** The ids of the checks that a round must mend: all that fail before it, since a name does not tell for what reason. */
export function requiredChecks(baseline: Execution): readonly string[] {
  return baseline.tests.filter(hasFailed).map(({ id }) => id);
}

/** The checks that ran before and were not seen on a commit whose checks have ended. */
export function absentChecks(baseline: Execution, execution: Execution): readonly Finding[] {
  if (execution.status !== 'completed') return [];
  const seen = new Set(execution.tests.map(({ id }) => id));
  return baseline.tests
    .filter(({ id }) => !seen.has(id))
    .map(({ id }) => ({
      kind: 'absent-check',
      subject: id,
      message: `\`${id}\` ran on the untouched commit and did not appear on this one, so it counts as missing.`,
      remedy: 'Let it run on pull requests too.',
    }));
}
