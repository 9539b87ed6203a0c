import type { ConstructionContext, RunOutcome, StopReason } from '../domain/run.js';
import type { ActivationSet, UnsuccessfulAdaptation } from '../domain/adaptation.js';
import type { CodefaceError } from '../domain/errors.js';
import { moduleOfRequirement } from '../domain/requirement.js';
import { bestRound } from '../domain/stopping.js';
import { renderTrailer } from '../publish/markers.js';
import type { ConstructionServices } from './construction-services.js';
import type { OpenRun } from './open-run.js';

const DETAILS: Readonly<Record<StopReason, string>> = {
  green: 'Every requirement is covered, every required test passes and nothing that passed before fails.',
  'rounds-spent': 'The rounds are spent.',
  'no-progress': 'Two rounds in a row brought no further passing test.',
  'timed-out-twice': 'Two rounds timed out.',
  'nothing-left-to-try': 'Nothing is left to try.',
  'stopped-by-request': 'It was asked to stop.',
  'budget-spent': 'The budget is spent.',
  'environment-fault': 'The suite could not be run.',
  untrusted: 'What the suite says on the untouched commit cannot be believed.',
  'host-refused': 'The repository refused a change.',
  'given-up': 'It was taken up too often without coming to an end.',
  'nothing-shown':
    "The repository's own CI passes; nothing in it failed before, so nothing shows that the request is met.",
  'nothing-to-build': 'There is nothing to build.',
};

/** Why a run ends before its first round, or in the middle of one. */
export interface Ending {
  readonly ending: StopReason;
  /** Why, with the remedy, in sentences; the usual one of the reason when absent. */
  readonly detail?: string;
}

/**
 * Ends a run: delivers its best round (an earlier one is restored by a last commit, history stays), tells the host
 * and records the outcome. Doing it again after a crash changes nothing. `detail` replaces the usual sentence.
 */
export async function concludeRun(
  services: ConstructionServices,
  run: OpenRun,
  context: ConstructionContext,
  reason: StopReason,
  detail = detailOf(reason, context),
): Promise<RunOutcome> {
  const { rounds } = context;
  const best = bestRound(rounds);
  const progress = { ...run.progress, plan: rounds.at(-1)?.plan ?? run.progress.plan, rounds };
  const commits = rounds.flatMap(round => round.commit ?? []);
  const head = await run.input.host.branchHead(progress.branch);
  const isOurs = head?.message.includes(renderTrailer(run.record.id)) === true;
  const isRestored = head?.message.includes(renderTrailer(run.record.id, 'restored')) === true;
  if (head !== undefined && isOurs && !commits.includes(head.commit)) {
    commits.push(head.commit);
    // The commit of a round that did not come to its verdict.
    if (!isRestored) await services.publisher.leave(run.input.host, head.commit, detail);
  }
  const parent = commits.at(-1);
  // Where somebody else's commit is on top, nothing is written over it.
  if (best !== undefined && isOurs && !isRestored && parent !== undefined && best.commit !== parent) {
    const from = { base: run.target.commit, parent };
    commits.push(await services.publisher.restore(run.input.host, progress, best, from));
  }
  const outcome: RunOutcome = {
    runId: run.record.id,
    outcome: outcomeOf(reason),
    reason,
    detail,
    ...(progress.baseline && { baseline: progress.baseline }),
    rounds,
    notes: progress.notes,
    ...(best && { deliveredRound: best.index }),
    ...(commits.length > 0 && { branch: progress.branch }),
    commits,
    costUsd: rounds.reduce((sum, round) => sum + round.costUsd, 0),
    durationMs: services.clock.now() - run.record.startedAtMs,
  };
  const finished = { ...progress, phase: 'finished', outcome } as const;
  const pullRequest = await services.publisher.outcome(run.input.host, finished);
  const ended = { ...outcome, ...(pullRequest && { pullRequest: pullRequest.url }) };
  await services.runs.finish(run.record.id, ended);
  return ended;
}

function outcomeOf(reason: StopReason): RunOutcome['outcome'] {
  if (reason === 'green' || reason === 'nothing-to-build' || reason === 'environment-fault') return reason;
  return 'stopped-short';
}

/** The reason in a sentence, with what stayed open and what the newest round was blamed on. */
function detailOf(reason: StopReason, { rounds }: ConstructionContext): string {
  const last = rounds.at(-1);
  if (reason === 'green' || reason === 'nothing-shown' || last === undefined) return DETAILS[reason];
  const open = last.activation.uncovered.map(uncoveredSentence);
  return [DETAILS[reason], ...open, last.diagnosis.summary].join(' ');
}

function uncoveredSentence(pair: ActivationSet['uncovered'][number]): string {
  return `\`${moduleOfRequirement(pair.requirementId)}\` is uncovered: ${pair.reason}`;
}

/** The end of a run whose next round could only repeat what was refused. */
export function deadEnd(
  uncovered: ActivationSet['uncovered'],
  unsuccessful: readonly UnsuccessfulAdaptation[],
): Ending {
  const tried = unsuccessful.map(
    pair => `\`${moduleOfRequirement(pair.requirementId)}\` with ${pair.primitiveId}: ${pair.reason}`,
  );
  const open = uncovered.map(uncoveredSentence);
  return {
    ending: 'nothing-left-to-try',
    detail: [DETAILS['nothing-left-to-try'], ...tried, ...open].join(' '),
  };
}

/** An error that ends a run; what no sandbox can install can still be judged where the target's owner has it. */
export function detailOfError({ message, fault }: CodefaceError): string {
  const isPrivate = fault === 'private-index';
  if (!isPrivate) return message;
  return `${message} Or set \`judge: ci\` in \`.codeface.yml\`, and rounds are judged by the target's own CI alone.`;
}
