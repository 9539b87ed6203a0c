import type { CommitChecks } from '../domain/commit-checks.js';
import { checkId } from '../domain/execution.js';
import type { AwaitedChecks } from '../execute/execution-of-checks.js';
import type { ConstructionServices } from './construction-services.js';
import { isStopRequested, type OpenRun } from './open-run.js';

const MINUTE_MS = 60_000;
/** Between two looks. */
const POLL_MS = MINUTE_MS / 2;
/** For the checks of one commit to end; less when the run has less time left. */
const LONGEST_MS = 60 * MINUTE_MS;
/** For a check to appear, when nothing else happens meanwhile. */
export const APPEARANCE_MS = 10 * MINUTE_MS;

/** What to look for on a commit. */
export interface Wanted {
  readonly commit: string;
  /** Ids of checks that should appear; at least one of whatever name should. */
  readonly expected: ReadonlySet<string>;
  /** How long nothing must have happened before those that are not there are given up. */
  readonly appearanceMs: number;
}

/**
 * Looks at a commit's checks until all have ended: those that are there and those that are expected, since CI adds jobs
 * when the ones before them have ended. `stop` when somebody asks for it meanwhile. Throws the signal's reason when this
 * process no longer holds the run; ends in the host's `CodefaceError`.
 */
export async function awaitChecks(
  services: ConstructionServices,
  run: OpenRun,
  { commit, expected, appearanceMs }: Wanted,
): Promise<AwaitedChecks | 'stop'> {
  const { clock } = services;
  const { host, signal } = run.input;
  const startedAt = clock.elapsed();
  const leftMs = run.budget.wallTimeMs - (clock.now() - run.record.startedAtMs);
  const limitMs = Math.max(0, Math.min(LONGEST_MS, leftMs));
  let [seen, changedAt] = ['', startedAt];
  for (;;) {
    signal.throwIfAborted();
    if (await isStopRequested(services, run)) return 'stop';
    const found = await host.checksOf(commit);
    const nowMs = clock.elapsed();
    const shown = JSON.stringify(found.checks);
    if (shown !== seen) [seen, changedAt] = [shown, nowMs];
    const durationMs = nowMs - startedAt;
    const ids = new Set(found.checks.map(({ name }) => checkId(name)));
    const haveAppeared = ids.size > 0 && [...expected].every(id => ids.has(id));
    if (found.isComplete && (haveAppeared || nowMs - changedAt >= appearanceMs))
      return { ...found, ...endOf(found, commit, durationMs), durationMs };
    if (durationMs >= limitMs)
      return { ...found, status: 'timed-out', detail: whyNotEnded(found, durationMs), durationMs };
    await clock.sleep(Math.min(POLL_MS, limitMs - durationMs));
  }
}

function endOf(
  { checks }: CommitChecks,
  commit: string,
  durationMs: number,
): Pick<AwaitedChecks, 'status' | 'detail'> {
  if (checks.length > 0) return { status: 'completed', detail: '' };
  const after = durationMs === 0 ? '' : ` within ${minutes(durationMs)}`;
  return {
    status: 'environment-fault',
    detail:
      `The repository's own CI is to judge, and no check of it appeared on ${commit.slice(0, 12)}${after}. ` +
      'Have it run on pushes to the default branch and on pull requests, or take `judge: ci` out of `.codeface.yml`.',
  };
}

function whyNotEnded({ checks }: CommitChecks, durationMs: number): string {
  const pending = checks.filter(({ outcome }) => outcome === 'pending').map(({ name }) => `\`${name}\``);
  const what = pending.length === 0 ? 'not all have appeared' : `${pending.slice(0, 5).join(', ')} had not`;
  return `The repository's own CI did not end within ${minutes(durationMs)}: ${what}.`;
}

function minutes(durationMs: number): string {
  return `${Math.round(durationMs / MINUTE_MS)} min`;
}
