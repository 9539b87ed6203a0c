import { adaptRound } from './construction/adapt-round.js';
import { concludeRun, deadEnd, detailOfError, type Ending } from './construction/conclude-run.js';
import type { ConstructionInput, ConstructionServices } from './construction/construction-services.js';
import { isStopRequested, openRun, whyNothingToBuild, type OpenRun } from './construction/open-run.js';
import { baselineOf, executeRound, notesOf } from './construction/run-suite.js';
import { diagnose } from './diagnose/diagnose.js';
import { growContext } from './domain/context.js';
import { CodefaceError } from './domain/errors.js';
import { countTests } from './domain/execution.js';
import type { Baseline, ConstructionContext, Round, RunOutcome, StopReason } from './domain/run.js';
import { whyStop } from './domain/stopping.js';
import { applyChangeSet } from './execute/execute.js';
import { judge } from './execute/judge.js';
import { integrate } from './integrate/integrate.js';
import { retrieve } from './library/library.js';
import { planRound } from './plan/plan.js';
import { readProject } from './python/project-modules.js';

/**
 * Builds what was asked for: opens the run (or takes it up where it was left), then plan → retrieve and activate →
 * adapt → integrate → execute → diagnose → publish, a round at a time, until the suite is green or there is a reason
 * to stop (Code Primitives, section 3.4). Expected endings are values. It throws a `CodefaceError` when a store or
 * the host fails; the same key then takes the run up again.
 */
export async function construct(
  services: ConstructionServices,
  input: ConstructionInput,
): Promise<RunOutcome> {
  const run = await openRun(services, input);
  if (run.record.outcome !== undefined) return run.record.outcome;
  let context = run.context;
  try {
    const nothing = whyNothingToBuild(services, run);
    if (nothing !== undefined) return await concludeRun(services, run, context, 'nothing-to-build', nothing);
    await services.publisher.status(input.host, { ...run.progress, phase: 'preparing' });
    const baseline = await baselineOf(services, run);
    if ('ending' in baseline)
      return await concludeRun(services, run, context, baseline.ending, baseline.detail);
    const notes = [...run.progress.notes, ...notesOf(baseline)];
    const begun = { ...run, progress: { ...run.progress, baseline, notes } };
    for (;;) {
      input.signal.throwIfAborted();
      const stop = await reasonToStop(services, begun, context);
      if (stop !== undefined) return await concludeRun(services, begun, context, stop);
      const round = await buildRound(services, begun, baseline, context);
      if ('ending' in round) return await concludeRun(services, begun, context, round.ending, round.detail);
      await services.runs.saveRound(run.record.id, round);
      context = growContext(context, round);
    }
  } catch (error) {
    const reason = endingOf(error);
    if (reason === undefined || !(error instanceof CodefaceError)) throw error;
    services.logger.warn('A run ends before its time: see its error', {
      runId: run.record.id,
      reason,
      error,
    });
    return concludeRun(services, run, context, reason, detailOfError(error));
  }
}

/** Ends a run that was taken up too often without coming to an end; its best round so far stays. */
export async function abandon(
  services: ConstructionServices,
  input: ConstructionInput,
  detail: string,
): Promise<RunOutcome> {
  const run = await openRun(services, input);
  return run.record.outcome ?? concludeRun(services, run, run.context, 'given-up', detail);
}

/** Errors that end a run for good; any other leaves it to be taken up again. */
function endingOf(error: unknown): StopReason | undefined {
  if (!(error instanceof CodefaceError)) return undefined;
  if (error.code === 'sandbox') return 'environment-fault';
  const isRefusal = error.code === 'repository-host' || error.code === 'permission';
  return isRefusal && !error.retryable ? 'host-refused' : undefined;
}

/** One round, or why the run ends in the middle of it. */
async function buildRound(
  services: ConstructionServices,
  run: OpenRun,
  baseline: Baseline,
  context: ConstructionContext,
): Promise<Round | Ending> {
  const { target, input, progress } = run;
  const { publisher, clock } = services;
  const startedAt = clock.elapsed();
  const spentBefore = services.spent();

  const { plan } = planRound(input.request, target.files, context, run.suite.runtime);
  const soFar = { ...progress, plan, rounds: context.rounds };
  await publisher.status(input.host, { ...soFar, phase: 'planning' });
  const retrieval = await retrieve(services, {
    plan,
    context,
    snapshot: run.record.librarySnapshot,
    rules: run.rules,
  });

  const adapted = await adaptRound(services, context, plan, retrieval);
  if (!('activation' in adapted)) return deadEnd(adapted.uncovered, adapted.unsuccessful);

  const index = context.rounds.length + 1;
  const integration = integrate(target.files, plan, adapted.adaptations);
  const commit = await publisher.commit(
    input.host,
    { ...soFar, phase: 'executing' },
    {
      index,
      base: target.commit,
      parent: context.rounds.at(-1)?.commit ?? target.commit,
      changeSet: integration.changeSet,
    },
  );

  const changed = applyChangeSet(target.files, integration.changeSet);
  const needed = adapted.adaptations.flatMap(one => one.dependencies.distributions);
  const executed = await executeRound(services, run, { index, commit, changed, needed, baseline, context });
  if ('ending' in executed) return executed;
  const { execution, findings } = executed;
  const preconditions = {
    isCovered: adapted.activation.uncovered.length === 0,
    constraintsHold: integration.violations.length === 0,
  };
  const judgement = judge(baseline, execution, preconditions, executed.flaky);
  const project = readProject(changed);
  const diagnosis = diagnose({ plan, ...adapted, integration, execution, judgement, project, findings });
  const round: Round = {
    index,
    plan,
    assessments: retrieval.assessments,
    ...adapted,
    integration,
    execution,
    judgement,
    diagnosis,
    counts: countTests(execution),
    commit,
    tokens: services.spent().tokens - spentBefore.tokens,
    costUsd: services.spent().costUsd - spentBefore.costUsd,
    durationMs: clock.elapsed() - startedAt,
  };
  await publisher.round(
    input.host,
    { ...soFar, phase: 'executing', rounds: [...context.rounds, round] },
    round,
  );
  return round;
}

async function reasonToStop(
  services: ConstructionServices,
  run: OpenRun,
  context: ConstructionContext,
): Promise<StopReason | undefined> {
  if (await isStopRequested(services, run)) return 'stopped-by-request';
  const wallTimeMs = services.clock.now() - run.record.startedAtMs;
  const sumOf = (key: 'tokens' | 'costUsd') => context.rounds.reduce((sum, round) => sum + round[key], 0);
  return whyStop(context.rounds, run.budget, {
    wallTimeMs,
    tokens: sumOf('tokens'),
    costUsd: sumOf('costUsd'),
  });
}
