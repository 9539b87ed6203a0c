import type { Execution } from '../domain/execution.js';
import { findingsOf, type EnvironmentFinding, type Finding } from '../domain/finding.js';
import type { Judgement } from '../domain/judgement.js';
import { hasFailed, isNotAwaited } from './outcomes.js';

/** What a suite's run comes to, for whoever asked for nothing but that. */
export type Verdict = 'green' | 'red' | 'untrusted' | 'environment-fault';

export interface VerdictInput {
  /** Against the baseline; without one every failure counts. */
  readonly judgement?: Judgement;
  readonly faults: readonly EnvironmentFinding[];
  /** Of the guard and of the baseline. */
  readonly findings?: readonly Finding[];
}

/**
 * The verdict on one run of a suite, and the findings it rests on. Green needs a completed, trusted run in which
 * something was shown to work and nothing counts against it: without a baseline any failure, with one what got worse or
 * is missing. `environment-fault` needs every one of those failures, or why it did not complete, to be explained by
 * a fault.
 */
export function verdictOf(
  execution: Execution,
  { judgement, faults, findings = [] }: VerdictInput,
): { readonly verdict: Verdict; readonly findings: readonly Finding[] } {
  const nothingShown = whyNothingShown(execution);
  const verdict = decide(
    execution,
    countedAgainst(execution, judgement),
    faults,
    nothingShown.length > 0,
    judgement !== undefined,
  );
  const told = [
    ...findings,
    ...(verdict === 'untrusted' && !findings.some(({ kind }) => kind === 'refused')
      ? [untrusted(execution)]
      : []),
    ...(verdict === 'red' ? nothingShown : []),
    ...faults,
    ...(judgement === undefined ? [] : findingsOf(judgement)),
  ];
  return { verdict, findings: told };
}

/** Faults that come and go. What passed at the base lacks nothing else but what the change did away with or newly asks for. */
const PASSING: ReadonlySet<string> = new Set(['disk-full', 'out-of-memory']);

function decide(
  { status }: Execution,
  counted: readonly string[],
  faults: readonly EnvironmentFinding[],
  isNothingShown: boolean,
  isCompared: boolean,
): Verdict {
  if (status === 'untrusted') return 'untrusted';
  if (status === 'environment-fault') return 'environment-fault';
  if (status !== 'completed')
    return faults.some(({ explains }) => explains.length === 0) ? 'environment-fault' : 'red';
  if (counted.length === 0) return isNothingShown ? 'red' : 'green';
  const strikes = isCompared ? faults.filter(({ kind }) => PASSING.has(kind)) : faults;
  const explained = new Set(strikes.flatMap(({ explains }) => explains));
  // The tests of a file that cannot be collected are missing for the reason that it cannot.
  const isExplained = (id: string) => explained.has(id) || explained.has(id.split('::', 1)[0] ?? id);
  return counted.every(isExplained) ? 'environment-fault' : 'red';
}

function countedAgainst(execution: Execution, judgement: Judgement | undefined): readonly string[] {
  if (judgement !== undefined)
    return [...judgement.requiredFailing, ...judgement.newlyFailing, ...judgement.missing];
  return [
    ...execution.tests.filter(hasFailed).map(({ id }) => id),
    ...execution.collectionErrors.map(({ path }) => path),
  ];
}

/** A suite in which nothing fails may still have shown nothing. */
function whyNothingShown({ status, tests, collectionErrors }: Execution): readonly Finding[] {
  if (status !== 'completed') return [];
  const found = (subject: string, message: string, remedy: string): Finding => ({
    kind: 'nothing-shown',
    subject,
    message,
    remedy,
  });
  const notAwaited = tests
    .filter(isNotAwaited)
    .map(({ id }) =>
      found(id, `\`${id}\` is async, and nothing awaited it.`, 'Declare a plug-in such as pytest-asyncio.'),
    );
  if (tests.length === 0 && collectionErrors.length === 0)
    return [
      found(
        'suite',
        'No test was collected.',
        'Say where the tests are with `tests.paths` in `.codeface.yml`, if there are any: source distributions often carry none.',
      ),
    ];
  const isShown = tests.some(test => test.outcome !== 'skipped' && !hasFailed(test));
  if (isShown || notAwaited.length > 0) return notAwaited;
  return tests.length === 0 || tests.some(hasFailed)
    ? [found('suite', 'No test passed.', 'See what fails on the untouched commit already.')]
    : [found('suite', 'Every test was skipped.', 'See the reasons that they give.')];
}

function untrusted({ detail }: Execution): Finding {
  return {
    kind: 'untrusted',
    subject: 'suite',
    message: `What the suite said cannot be believed: ${detail}`,
    remedy: 'Take out what reaches for the test framework, and run it again.',
  };
}
