import type { FileTree } from '../domain/files.js';
import type { Baseline } from '../domain/run.js';
import type { Executed } from '../execute/execute.js';
import { absentChecks, executionOfChecks, requiredChecks } from '../execute/execution-of-checks.js';
import { guardCommit } from '../execute/guard/guard-commit.js';
import { inStep } from '../ports/progress.js';
import { importableNames } from '../python/importable-names.js';
import { APPEARANCE_MS, awaitChecks } from './await-checks.js';
import type { Ending } from './conclude-run.js';
import type { ConstructionServices } from './construction-services.js';
import type { OpenRun } from './open-run.js';

/** Checks named in a note. */
const NAMED = 10;

/**
 * What the target's own CI says of the untouched commit, which it has had time to look at: none of its checks is waited
 * for to appear. Those that fail are required.
 */
export async function ciBaseline(services: ConstructionServices, run: OpenRun): Promise<Baseline | Ending> {
  const { commit } = run.target;
  const waited = await inStep(services.progress, "Reading what the repository's own CI says", () =>
    awaitChecks(services, run, { commit, expected: new Set(), appearanceMs: 0 }),
  );
  if (waited === 'stop') return { ending: 'stopped-by-request' };
  const execution = executionOfChecks(commit, waited);
  const { status, detail } = execution;
  if (status !== 'completed') return { ending: 'environment-fault', detail };
  return { execution, flaky: [], findings: [], requiredTests: requiredChecks(execution) };
}

/**
 * What the target's own CI says of a round's commit. A commit that touches what decides over the verdict is not to be
 * believed, whatever its checks say, so they are not waited for.
 */
export async function executeByCi(
  services: ConstructionServices,
  run: OpenRun,
  round: {
    readonly index: number;
    readonly commit: string;
    readonly changed: FileTree;
    readonly baseline: Baseline;
  },
): Promise<Executed | Ending> {
  const { commit, baseline } = round;
  const installed = importableNames(run.suite.environment.distributions);
  const refused = guardCommit(run.target.files, round.changed, { installed });
  if (refused.length > 0) {
    const detail = refused
      .slice(0, 3)
      .map(({ message }) => message)
      .join(' ');
    const unheard = { status: 'untrusted', detail, durationMs: 0, isComplete: true, checks: [] } as const;
    const execution = executionOfChecks(commit, unheard);
    return { execution, flaky: new Set(), findings: refused };
  }
  const expected = new Set(baseline.execution.tests.map(({ id }) => id));
  const waited = await inStep(
    services.progress,
    `Round ${round.index}: waiting for the repository's own CI`,
    () => awaitChecks(services, run, { commit, expected, appearanceMs: APPEARANCE_MS }),
  );
  if (waited === 'stop') return { ending: 'stopped-by-request' };
  const execution = executionOfChecks(commit, waited);
  return { execution, flaky: new Set(), findings: absentChecks(baseline.execution, execution) };
}

/** What the person who asked has to know about a verdict of CI. */
export function ciNotes({ requiredTests }: Baseline): readonly string[] {
  const names = requiredTests.slice(0, NAMED).map(id => `\`${id}\``);
  const more = requiredTests.length > names.length ? ` and ${requiredTests.length - names.length} more` : '';
  return [
    "Rounds are judged by the repository's own CI alone (`judge: ci`): the suite never runs in the sandbox, only the tests that travel with a primitive do.",
    requiredTests.length === 0
      ? 'No check fails on the untouched commit, so no check can show that the request is met: the pull request stays a draft.'
      : `Required are the checks that fail on the untouched commit: ${names.join(', ')}${more}. The name of a check cannot tell whether it fails for want of what was asked.`,
  ];
}
