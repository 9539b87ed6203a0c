import type { TestOutcome } from './execution.js';

/**
 * Where a test stands against the baseline. `passing` also when it was expected to fail and did; `flaky` when identical
 * runs differ; `newly-passing` when it failed on the untouched commit, or was not there; `missing` when it was collected
 * there and is gone.
 */
export type Standing =
  | 'required-passing'
  | 'required-failing'
  | 'passing'
  | 'skipped'
  | 'already-failing'
  | 'flaky'
  | 'newly-failing'
  | 'newly-passing'
  | 'missing';

/** One test, now and on the untouched commit. */
export interface TestStanding {
  /** pytest node id with parameters; of a required test that was not collected, the one without. */
  readonly id: string;
  readonly standing: Standing;
  /** Absent when it was not collected now. */
  readonly outcome?: TestOutcome;
  /** On the untouched commit; absent when it was not collected there. */
  readonly was?: TestOutcome;
}

/** What one execution says against the baseline; ids are pytest node ids. */
export interface Judgement {
  /** Every requirement covered, Γ holds, every required test passes, nothing got worse, nothing is missing. */
  readonly green: boolean;
  readonly requiredPassing: readonly string[];
  readonly requiredFailing: readonly string[];
  /** Passed before, fails now; delivered tests that fail and files that can no longer be collected too. */
  readonly newlyFailing: readonly string[];
  /** Collected before, gone now. */
  readonly missing: readonly string[];
  /** Failed before and now, and not required. */
  readonly alreadyFailing: readonly string[];
  /** Failed now, and not in an identical run. */
  readonly flaky: readonly string[];
  /** Every test of this execution and of the baseline, once. */
  readonly standings: readonly TestStanding[];
}
