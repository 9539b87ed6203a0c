/** What one execution says against the baseline; ids are pytest node ids. */
export interface Judgement {
  /** Every requirement covered, Γ holds, every required test passes, nothing got worse, nothing is missing. */
  readonly green: boolean;
  readonly requiredPassing: readonly string[];
  readonly requiredFailing: readonly string[];
  /** Passed before, fails now. */
  readonly newlyFailing: readonly string[];
  /** Collected before, gone now. */
  readonly missing: readonly string[];
  /** Failed before and now, and not required. */
  readonly alreadyFailing: readonly string[];
}
