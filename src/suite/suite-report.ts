import type { CodefaceError, EnvironmentFault } from '../domain/errors.js';
import {
  countTests,
  type CollectionError,
  type ExecutedLines,
  type Execution,
  type TestCounts,
  type TestOutcome,
  type TestResult,
} from '../domain/execution.js';
import type { Finding } from '../domain/finding.js';
import type { Judgement, Standing, TestStanding } from '../domain/judgement.js';

/** A suite that was run, before its verdict. */
export interface Judged {
  readonly execution: Execution;
  readonly judgement?: Judgement;
  readonly findings?: readonly Finding[];
  /** The execution is the base's: it did not complete, so nothing was compared. */
  readonly isOfBase?: boolean;
}

/** One test of a report. */
export interface ReportedTest {
  /** pytest node id; the path of a file that could not be collected. */
  readonly id: string;
  readonly outcome: TestOutcome | 'missing';
  /** What it was at the base; null without one, or when it was not collected there. */
  readonly was: TestOutcome | null;
  /** Against the base; absent without one. */
  readonly standing?: Standing;
  readonly durationMs: number;
  /** Why it failed or was skipped; empty otherwise. */
  readonly reason: string;
  /** The lines of the tree that it executed, when they were asked for and could be recorded. */
  readonly lines?: readonly ExecutedLines[];
}

/** What a verdict rests on or leaves aside. */
export interface ReportedFinding {
  /** Of `FindingKind`, of `EnvironmentFault`, `incomplete-base`, `left-out`, `crashed` or `timed-out`. */
  readonly kind: string;
  readonly message: string;
  readonly remedy: string;
}

/** What `codeface suite --json` prints: the verdict, what it rests on, and enough to run it again. */
export interface SuiteReport extends TestCounts {
  readonly verdict: 'green' | 'red' | 'untrusted' | 'environment-fault';
  readonly driver: string;
  readonly interpreter: string;
  readonly collected: number;
  readonly tests: readonly ReportedTest[];
  readonly findings: readonly ReportedFinding[];
  readonly durationMs: { readonly prepare: number; readonly run: number; readonly total: number };
  /** What the suite ran in and how, to run it again. */
  readonly replay: {
    readonly command: readonly string[];
    readonly environment: string;
    readonly digest: string;
    readonly distributions: readonly string[];
    readonly seeds: Readonly<Record<string, string>>;
  };
}

type Durations = SuiteReport['durationMs'];

/** The report of a suite that was run. */
export function describeSuite(
  suite: Judged & {
    readonly verdict: SuiteReport['verdict'];
    readonly findings: readonly Finding[];
  },
  durationMs: Durations,
): SuiteReport {
  const { execution, judgement, verdict } = suite;
  const findings = suite.findings.map(({ kind, message, remedy }) => ({ kind, message, remedy }));
  return {
    verdict,
    driver: execution.driver,
    interpreter: execution.interpreter,
    collected: execution.tests.length,
    ...countTests(execution),
    tests: judgement === undefined ? testsOf(execution) : testsAgainst(judgement, execution),
    findings: [...incompleteness(suite), ...findings],
    durationMs,
    replay: {
      command: execution.command,
      environment: execution.environment,
      digest: execution.digest,
      distributions: execution.distributions,
      seeds: execution.seeds,
    },
  };
}

/** The report of a suite whose environment cannot be made from what it declares. */
export function reportFault(
  driver: string,
  kind: EnvironmentFault,
  { message, retryable }: Pick<CodefaceError, 'message' | 'retryable'>,
  durationMs: Durations,
): SuiteReport {
  return {
    verdict: 'environment-fault',
    driver,
    interpreter: '',
    collected: 0,
    ...{ passed: 0, failed: 0, errors: 0, skipped: 0 },
    tests: [],
    findings: [{ kind, message, remedy: retryable ? TRY_AGAIN : REMEDIES[kind] }],
    durationMs,
    replay: { command: [], environment: '', digest: '', distributions: [], seeds: {} },
  };
}

const OWN_CI =
  "or set `judge: ci` in `.codeface.yml`, and rounds are judged by the repository's own CI alone.";
const TRY_AGAIN = 'Run it again: it may succeed without a change to the repository.';
const REMEDIES: Readonly<Record<EnvironmentFault, string>> = {
  'wrong-interpreter': 'Make that interpreter available to the sandbox, or widen `requires-python`.',
  installation:
    'Correct what the repository declares, or name what the suite needs under `install` in `.codeface.yml`.',
  'no-wheel': 'Allow building with `builds: true` in `.codeface.yml`, or require a version that has a wheel.',
  'private-index': `Give its index and credentials with CODEFACE_INDEX_CREDENTIALS, ${OWN_CI}`,
  'disk-full': 'Free space for environments, or require less.',
};

function incompleteness({ execution, isOfBase }: Judged): readonly ReportedFinding[] {
  const { status, detail } = execution;
  if (isOfBase === true) {
    const message = `The suite does not complete at the base, so nothing was compared: ${detail}`;
    return [{ kind: 'incomplete-base', message, remedy: 'Mend the suite at the base first.' }];
  }
  if (status !== 'timed-out' && status !== 'crashed') return [];
  return [{ kind: status, message: detail, remedy: 'See the test that was running.' }];
}

function testsOf({ tests, collectionErrors }: Execution): readonly ReportedTest[] {
  return [...tests.map(test => reported(test)), ...collectionErrors.map(uncollected)];
}

function testsAgainst({ standings }: Judgement, execution: Execution): readonly ReportedTest[] {
  const byId = new Map(execution.tests.map(test => [test.id, test]));
  const tests = standings.map(standing => {
    const test = byId.get(standing.id);
    return test === undefined
      ? gone(standing)
      : { ...reported(test), was: standing.was ?? null, standing: standing.standing };
  });
  return [...tests, ...execution.collectionErrors.map(uncollected)];
}

function reported({ id, outcome, durationMs, errorType, message = '', lines }: TestResult): ReportedTest {
  const reason = [errorType, message].filter(Boolean).join(': ');
  return { id, outcome, was: null, durationMs, reason, ...(lines && { lines }) };
}

function uncollected({ path, errorType, message }: CollectionError): ReportedTest {
  const reason = `It could not be collected: ${errorType}: ${message}`;
  return { id: path, outcome: 'error', was: null, durationMs: 0, reason };
}

function gone({ id, standing, was }: TestStanding): ReportedTest {
  const reason = 'It was collected at the base and is not any more.';
  return { id, outcome: 'missing', was: was ?? null, standing, durationMs: 0, reason };
}
