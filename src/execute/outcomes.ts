import type { TestOutcome, TestResult } from '../domain/execution.js';

const GOOD: readonly TestOutcome[] = ['passed', 'xpassed', 'xfailed', 'skipped'];
/** What pytest says of a coroutine that it cannot await; its body was never run. */
const NOT_AWAITED = /\basync def functions? (and no async plugin|are not natively supported)/i;

type Seen = Pick<TestResult, 'outcome' | 'message'>;

/** Whether a test counts as failing: also an async one that was skipped for lack of a plugin, which ran nothing. */
export function hasFailed(test: Seen): boolean {
  return !GOOD.includes(test.outcome) || isNotAwaited(test);
}

/** Whether a test ran to its end as its author wants it to. */
export function hasPassed({ outcome }: Seen): boolean {
  return outcome === 'passed' || outcome === 'xpassed';
}

/** Whether a test is an async one that nothing awaited. */
export function isNotAwaited({ outcome, message }: Seen): boolean {
  return outcome === 'skipped' && NOT_AWAITED.test(message ?? '');
}

/** A test that passed must pass; one that was skipped or expected to fail may also be so again, or pass. */
export function isAsGood(now: Seen, before: Seen): boolean {
  return hasPassed(before) ? hasPassed(now) : !hasFailed(now);
}
