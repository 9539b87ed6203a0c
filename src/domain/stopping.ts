import type { Budget, Round, StopReason } from './run.js';

/** Rounds in a row without one more passing test, or timed out, after which a run stops (appendix F.2). */
const PATIENCE = 2;

/** Why no further round may begin, or undefined when one may. Spent is what was used so far. */
export function whyStop(
  rounds: readonly Round[],
  budget: Budget,
  spent: { readonly wallTimeMs: number; readonly tokens: number; readonly costUsd: number },
): StopReason | undefined {
  const last = rounds.at(-1);
  if (last?.judgement.green === true) return 'green';
  if (last?.execution.status === 'environment-fault') return 'environment-fault';
  if (last !== undefined && passesUnasked(last)) return 'nothing-shown';
  if (rounds.length >= budget.rounds) return 'rounds-spent';
  if (rounds.slice(-PATIENCE).filter(round => round.execution.status === 'timed-out').length === PATIENCE) {
    return 'timed-out-twice';
  }
  if (isStuck(rounds)) return 'no-progress';
  const isSpent =
    spent.wallTimeMs >= budget.wallTimeMs ||
    (budget.tokens > 0 && spent.tokens >= budget.tokens) ||
    (budget.costUsd > 0 && spent.costUsd >= budget.costUsd);
  return isSpent ? 'budget-spent' : undefined;
}

/**
 * Whether the target's own CI passes on a round that covers everything, with no check that failed before: another round
 * could show no more.
 */
function passesUnasked({ execution, judgement, activation, integration, counts }: Round): boolean {
  const { requiredPassing, requiredFailing, newlyFailing, missing } = judgement;
  const against = [
    ...activation.uncovered,
    ...integration.violations,
    ...requiredFailing,
    ...newlyFailing,
    ...missing,
  ];
  const isOfChecks = execution.driver === 'ci' && execution.status === 'completed';
  return isOfChecks && counts.passed > 0 && requiredPassing.length === 0 && against.length === 0;
}

/**
 * The round to deliver: of those that can be believed, the one with most required tests passing among those that broke
 * least; the earliest of equals.
 */
export function bestRound(rounds: readonly Round[]): Round | undefined {
  return rounds.reduce<Round | undefined>(
    (best, round) => (best === undefined || isBetter(round, best) ? round : best),
    undefined,
  );
}

function isBetter(a: Round, b: Round): boolean {
  if (isTrusted(a) !== isTrusted(b)) return isTrusted(a);
  if (a.judgement.green !== b.judgement.green) return a.judgement.green;
  const broken = (round: Round) => round.judgement.newlyFailing.length + round.judgement.missing.length;
  if (broken(a) !== broken(b)) return broken(a) < broken(b);
  return a.judgement.requiredPassing.length > b.judgement.requiredPassing.length;
}

function isStuck(rounds: readonly Round[]): boolean {
  if (rounds.length <= PATIENCE) return false;
  const before = Math.max(...rounds.slice(0, -PATIENCE).map(passedIn));
  return rounds.slice(-PATIENCE).every(round => passedIn(round) <= before);
}

/** What cannot be believed passed nothing. */
function passedIn(round: Round): number {
  return isTrusted(round) ? round.counts.passed : 0;
}

function isTrusted({ execution }: Round): boolean {
  return execution.status !== 'untrusted';
}
