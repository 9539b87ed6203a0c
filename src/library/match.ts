import type { Activation, ActivationSet, Assessment } from '../domain/adaptation.js';
import type { Primitive } from '../domain/primitive.js';
import type { Candidate, CapabilityRequirement, Plan } from '../domain/requirement.js';
import { conflictingRequirements } from '../python/distribution-conflicts.js';

/** What MATCH chooses from: candidates in order of preference, with what their residents said. */
export interface MatchInput {
  readonly plan: Plan;
  readonly candidates: readonly Candidate[];
  readonly assessments: readonly Assessment[];
  readonly primitives: ReadonlyMap<string, Primitive>;
  /** Pairs that have nothing left to propose. */
  readonly exhausted: readonly { readonly requirementId: string; readonly primitiveId: string }[];
  /** Choices of earlier rounds that the evidence does not contradict: taken again when still possible. */
  readonly preserved: ReadonlyMap<string, string>;
}

/**
 * MATCH (Code Primitives, equation 20): covers as many requirements as can be with mutually compatible primitives that
 * suit them, by as few of them as do, by the best scores. Which set is smallest is asked among sets that suit equally
 * well, since a primitive is not to be taken merely to reuse one more often: one that suits a requirement clearly less
 * than another, by more than `NEARLY_AS_GOOD`, is taken only where the others would leave a requirement uncovered.
 * Requirements are settled in plan order; a branch that cannot beat the best set so far is cut.
 */
export function match(input: MatchInput): ActivationSet {
  const choices = input.plan.requirements.map(requirement => suitable(input, requirement));
  const best = search(choices, input.primitives);
  const activations = input.plan.requirements.flatMap((requirement, index): readonly Activation[] => {
    const chosen = best[index];
    if (chosen === undefined) return [];
    return [
      {
        requirementId: requirement.id,
        primitiveId: chosen.primitiveId,
        localRequest: localRequest(requirement),
      },
    ];
  });
  const uncovered = input.plan.requirements
    .filter((_, index) => best[index] === undefined)
    .map(requirement => ({ requirementId: requirement.id, reason: whyUncovered(input, requirement) }));
  return { activations, uncovered };
}

type Choice = Candidate | undefined;

function suitable(input: MatchInput, requirement: CapabilityRequirement): readonly Candidate[] {
  const isExhausted = (candidate: Candidate) =>
    input.exhausted.some(
      pair => pair.requirementId === requirement.id && pair.primitiveId === candidate.primitiveId,
    );
  const candidates = input.candidates.filter(
    candidate =>
      candidate.requirementId === requirement.id &&
      !isExhausted(candidate) &&
      input.assessments.some(
        assessment =>
          assessment.requirementId === requirement.id &&
          assessment.primitiveId === candidate.primitiveId &&
          assessment.verdict === 'SUITABLE',
      ),
  );
  const kept = candidates.filter(candidate => input.preserved.get(requirement.id) === candidate.primitiveId);
  // The first of equals is taken: which that is must not depend on who named it first.
  return (kept.length > 0 ? kept : candidates).toSorted(
    (a, b) => b.score - a.score || (a.primitiveId < b.primitiveId ? -1 : 1),
  );
}

/** Depth-first over the requirements: at most 3 choices each (two candidates, or none). */
function search(
  choices: readonly (readonly Candidate[])[],
  primitives: ReadonlyMap<string, Primitive>,
): readonly Choice[] {
  let best: readonly Choice[] = choices.map(() => undefined);
  const bestScores = choices.map(some => Math.max(...some.map(({ score }) => score)));
  let bestWorth = worth(best, bestScores);
  const visit = (index: number, chosen: readonly Choice[]): void => {
    const covered = chosen.filter(choice => choice !== undefined).length;
    if (covered + choices.length - index < bestWorth[0]) return;
    if (index === choices.length) {
      const candidateWorth = worth(chosen, bestScores);
      if (isBetter(candidateWorth, bestWorth)) [best, bestWorth] = [chosen, candidateWorth];
      return;
    }
    for (const choice of choices[index] ?? []) {
      if (isCompatible(choice, chosen, primitives)) visit(index + 1, [...chosen, choice]);
    }
    // Leaving one out helps only where taking each of its candidates would shut out another.
    const isForced = (choices[index] ?? []).some(choice => isCompatible(choice, chosen, primitives));
    if (!isForced || hasConflicts(choices, primitives)) visit(index + 1, [...chosen, undefined]);
  };
  visit(0, []);
  return best;
}

/**
 * By so much a candidate's score may be below the best of its requirement and it still suits as well. Half of what the
 * words or the shape give at most: as much as exporting for other requirements too may take from a score, and less than
 * what tells a function of the required name and words from a stranger of the same shape.
 */
export const NEARLY_AS_GOOD = 0.5;

/** Covered requirements (more is better), clearly worse choices (fewer), distinct primitives (fewer), total score (more). */
type Worth = readonly [covered: number, worse: number, distinct: number, score: number];

function worth(chosen: readonly Choice[], bestScores: readonly number[]): Worth {
  const taken = chosen.filter(choice => choice !== undefined);
  const worse = chosen.filter(
    (choice, index) =>
      choice !== undefined && choice.score < (bestScores[index] ?? choice.score) - NEARLY_AS_GOOD,
  ).length;
  const distinct = new Set(taken.map(choice => choice.primitiveId)).size;
  return [taken.length, -worse, -distinct, taken.reduce((sum, choice) => sum + choice.score, 0)];
}

function isBetter(a: Worth, b: Worth): boolean {
  const index = a.findIndex((value, position) => value !== b[position]);
  return index >= 0 && (a[index] ?? 0) > (b[index] ?? 0);
}

function hasConflicts(
  choices: readonly (readonly Candidate[])[],
  primitives: ReadonlyMap<string, Primitive>,
): boolean {
  const all = choices.flat();
  return all.some(one => !isCompatible(one, all, primitives));
}

function isCompatible(
  choice: Candidate,
  others: readonly Choice[],
  primitives: ReadonlyMap<string, Primitive>,
): boolean {
  const mine = primitives.get(choice.primitiveId);
  return others.every(other => {
    const theirs = other === undefined ? undefined : primitives.get(other.primitiveId);
    if (mine === undefined || theirs === undefined || mine === theirs) return true;
    return (
      conflictingRequirements(mine.dependencies.distributions, theirs.dependencies.distributions).length === 0
    );
  });
}

function localRequest(requirement: CapabilityRequirement): string {
  const names = requirement.exports.map(symbol => `\`${symbol.name}\``).join(', ');
  return `Provide ${names} in \`${requirement.module}\`.${requirement.behaviour === '' ? '' : ` ${requirement.behaviour}`}`;
}

function whyUncovered(input: MatchInput, requirement: CapabilityRequirement): string {
  const own = input.candidates.filter(candidate => candidate.requirementId === requirement.id);
  if (own.length === 0) return 'The library has no primitive that may be used and resembles it.';
  const exhausted = own.filter(candidate =>
    input.exhausted.some(
      pair => pair.requirementId === requirement.id && pair.primitiveId === candidate.primitiveId,
    ),
  );
  if (exhausted.length > 0) {
    return `Everything that ${exhausted.map(candidate => candidate.primitiveId).join(', ')} could propose was refused.`;
  }
  const notes = input.assessments
    .filter(assessment => assessment.requirementId === requirement.id && assessment.verdict === 'UNSUITABLE')
    .map(
      assessment => `${assessment.primitiveId}: ${assessment.compatibilityNotes[0] ?? 'it does not fit.'}`,
    );
  return notes.length > 0
    ? `No candidate is suitable. ${notes.join(' ')}`
    : 'Its candidates exclude one another.';
}
