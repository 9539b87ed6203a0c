import { applyProposals, type ProposedPlan, type ProposedWords } from '../components/proposals.js';
import type { Capability } from '../components/capabilities.js';
import type { PlannedExports } from '../plans.js';
import { proposalsIn, type ProposalReply } from './reply.js';

/** What a model replied about some plans. */
export interface Answer {
  readonly plans: readonly PlannedExports[];
  readonly reply: ProposalReply;
}

/** Plans as evidence drew them, and the plans of the same capabilities that were proposed instead. */
export interface Redrawing {
  readonly before: readonly PlannedExports[];
  readonly after: readonly PlannedExports[];
}

/** What became of all answers. */
export interface Redrawn {
  readonly redrawings: readonly Redrawing[];
  /** The plans of all of them that are to be tried. */
  readonly after: readonly PlannedExports[];
  /** What is to be said of a component if it is admitted, by the key of what it is drawn around. */
  readonly words: ReadonlyMap<string, ProposedWords>;
  readonly proposals: number;
  /** Proposals that did not fit. */
  readonly ignored: number;
}

/**
 * Applies what was answered. Every capability is in as many plans after as before, which is one; each redrawing is
 * independent of the others, so that one that fails can be taken back alone.
 */
export function redrawn(answers: readonly Answer[]): Redrawn {
  const redrawings: Redrawing[] = [];
  const words = new Map<string, ProposedWords>();
  let [proposals, ignored] = [0, 0];
  for (const { plans, reply } of answers) {
    const known = new Map(plans.flat().map(one => [`${one.module.path}:${one.name}`, one]));
    const proposed = proposalsIn(reply);
    const applied = applyProposals(plans.map(asProposed), proposed);
    proposals += proposed.length;
    ignored += applied.refused.length;
    const after = applied.plans.flatMap((plan): readonly PlannedExports[] => {
      const [first, ...others] = plan.exports.flatMap(name => known.get(`${plan.path}:${name}`) ?? []);
      if (first === undefined) return [];
      const exports: PlannedExports = [first, ...others];
      if (plan.words !== undefined) words.set(contentOf(exports), plan.words);
      return [exports];
    });
    redrawings.push(...apart(plans, after));
  }
  return { redrawings, after: redrawings.flatMap(one => one.after), words, proposals, ignored };
}

function asProposed(plan: PlannedExports): ProposedPlan {
  const [{ module }, ...others] = plan;
  return {
    module: module.module,
    path: module.path,
    exports: [plan[0].name, ...others.map(one => one.name)],
  };
}

/** Divides the plans that changed into the smallest sets that have the same capabilities before and after. */
function apart(before: readonly PlannedExports[], after: readonly PlannedExports[]): readonly Redrawing[] {
  const [oldOf, newOf] = [byCapability(before), byCapability(after)];
  const known = new Set(before.map(drawingOf));
  const done = new Set<PlannedExports>();
  return after.flatMap((plan): readonly Redrawing[] => {
    if (done.has(plan) || known.has(drawingOf(plan))) return [];
    const olds = new Set<PlannedExports>();
    const news = new Set<PlannedExports>([plan]);
    for (const one of news)
      for (const old of plansOf(oldOf, one)) {
        olds.add(old);
        for (const other of plansOf(newOf, old)) news.add(other);
      }
    for (const one of news) done.add(one);
    return [{ before: [...olds], after: [...news] }];
  });
}

function byCapability(plans: readonly PlannedExports[]): ReadonlyMap<Capability, PlannedExports> {
  return new Map(plans.flatMap(plan => plan.map(one => [one, plan] as const)));
}

function plansOf(
  planOf: ReadonlyMap<Capability, PlannedExports>,
  capabilities: PlannedExports,
): readonly PlannedExports[] {
  return capabilities.map(one => planOf.get(one)).filter(plan => plan !== undefined);
}

/** What a plan is drawn around, whatever it is named after. */
export function contentOf(plan: readonly Capability[]): string {
  return JSON.stringify(plan.map(({ name, module }) => `${module.path}:${name}`).sort());
}

/** The same with what it is named after, and in which order. */
export function drawingOf(plan: readonly Capability[]): string {
  return JSON.stringify(plan.map(({ name, module }) => `${module.path}:${name}`));
}
