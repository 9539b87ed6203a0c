import { EMPTY_CONTEXT, growContext } from '../domain/context.js';
import { CodefaceError } from '../domain/errors.js';
import type { RepositorySnapshot } from '../domain/mined.js';
import type { Budget, ConstructionContext, RunProgress } from '../domain/run.js';
import type { EligibilityRules } from '../library/eligibility.js';
import { detectLicence } from '../licence/detect-licence.js';
import { OWNER_LICENCE } from '../licence/owner-licence.js';
import { planRound } from '../plan/plan.js';
import type { RepositoryHost } from '../ports/repository-host.js';
import type { RunRecord } from '../ports/run-store.js';
import type { ConstructionInput, ConstructionServices } from './construction-services.js';
import { targetSuite, type TargetSuite } from './target-suite.js';

/** A run whose target, plan and baseline are known: what every round needs. */
export interface OpenRun {
  readonly input: ConstructionInput;
  readonly record: RunRecord;
  readonly target: RepositorySnapshot;
  readonly rules: EligibilityRules;
  readonly suite: TargetSuite;
  /** The installation's, narrowed by the repository's own settings. */
  readonly budget: Budget;
  readonly context: ConstructionContext;
  /** As it was when the run was opened; rounds are added to it. */
  readonly progress: RunProgress;
}

/** The run as far as it can be known before anything is executed. */
export async function openRun(services: ConstructionServices, asked: ConstructionInput): Promise<OpenRun> {
  const newest = await asked.host.snapshot();
  const record = await services.runs.begin(asked.key, {
    id: services.ids.next(),
    request: asked.request,
    baseCommit: newest.commit,
    librarySnapshot: await services.library.snapshot(),
    branch: await freeBranch(asked.host, asked.branch),
    startedAtMs: services.clock.now(),
  });
  // A run that is taken up again goes on with what was asked when it began.
  const input = { ...asked, request: record.request };
  const target = record.baseCommit === newest.commit ? newest : await input.host.snapshot(record.baseCommit);
  const licence = detectLicence(target.files);
  const suite = targetSuite(target.files);
  const context = record.rounds.reduce(growContext, EMPTY_CONTEXT);
  const planning = planRound(input.request, target.files, context, suite.runtime);
  return {
    input,
    record,
    target,
    rules: {
      ...input.rules,
      target: target.repository,
      targetVisibility: target.visibility,
      targetLicence: licence.expression === OWNER_LICENCE ? undefined : licence.expression,
    },
    suite,
    budget: { ...input.budget, rounds: Math.min(input.budget.rounds, suite.rounds) },
    context,
    progress: {
      runId: record.id,
      request: input.request,
      branch: record.branch,
      phase: 'preparing',
      judge: suite.judge,
      plan: planning.plan,
      notes: [...suite.problems, ...planning.notes],
      rounds: record.rounds,
      ...(record.baseline && { baseline: record.baseline }),
    },
  };
}

/** Whether somebody asked for the run to end. */
export async function isStopRequested({ runs }: ConstructionServices, run: OpenRun): Promise<boolean> {
  return run.input.stopping?.aborted === true || (await runs.stopRequested(run.record.id));
}

/** Why there is nothing to build, in a sentence for the person who asked, or undefined. */
export function whyNothingToBuild({ holdSet }: ConstructionServices, run: OpenRun): string | undefined {
  const { files } = run.target;
  const held = holdSet?.ofTree(run.target);
  if (held !== undefined) return `Nothing is built here. ${held.reason}`;
  if (files.size === 0) return 'The repository is empty: there is nothing to build on.';
  if (![...files.keys()].some(path => path.endsWith('.py'))) {
    return 'The repository has no Python file, and Codeface builds Python only.';
  }
  if (run.progress.plan.requirements.length > 0) return undefined;
  return 'The request states no interface, and nothing that the repository imports is missing.';
}

/** How many runs of one request may each hold a branch. */
const BRANCHES = 50;

/** The wanted branch, or the first numbered one that does not exist. */
async function freeBranch(host: RepositoryHost, wanted: string): Promise<string> {
  for (let number = 1; number <= BRANCHES; number += 1) {
    const branch = number === 1 ? wanted : `${wanted}-${number}`;
    if ((await host.branchHead(branch)) === undefined) return branch;
  }
  throw new CodefaceError(
    'repository-host',
    `The branches ${wanted} to ${wanted}-${BRANCHES} all exist: delete those that are no longer needed.`,
  );
}
