/** What a check says of a commit: `failed` also when it was cancelled, timed out or waits for a person to act. */
export type CheckOutcome = 'passed' | 'failed' | 'skipped' | 'pending';

/** One check of a repository's own CI on one commit. */
export interface CommitCheck {
  /** As its host shows it; unique on the commit. */
  readonly name: string;
  readonly outcome: CheckOutcome;
  /** In one line, what it says of itself; somebody else's words. */
  readonly detail: string;
  /** Where its log is; empty when it says nowhere. */
  readonly url: string;
}

/** Everything that a repository's own CI says of a commit. */
export interface CommitChecks {
  /** No check is pending; so it is where there is none. */
  readonly isComplete: boolean;
  /** Sorted by name. */
  readonly checks: readonly CommitCheck[];
}

/** Worst first: of checks with one name, what the worst says is what the name says. */
const WORST_FIRST: readonly CheckOutcome[] = ['pending', 'failed', 'passed', 'skipped'];

/** The checks of a commit, one of each name: a name that two workflows share has passed when neither failed. */
export function commitChecks(reported: readonly CommitCheck[]): CommitChecks {
  const byName = new Map<string, CommitCheck>();
  for (const check of reported) {
    const other = byName.get(check.name);
    if (other === undefined || WORST_FIRST.indexOf(check.outcome) < WORST_FIRST.indexOf(other.outcome))
      byName.set(check.name, check);
  }
  const checks = [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { isComplete: checks.every(({ outcome }) => outcome !== 'pending'), checks };
}
