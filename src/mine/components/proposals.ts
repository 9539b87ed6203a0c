import { oneLine } from '../../domain/one-line.js';
import type { ComponentPlan } from './discover.js';

/** A component as others speak of it: `module:export`, by any of its exports. */
export type PlanReference = string;

/** What was proposed to say of a component; nobody has shown it to be true. */
export interface ProposedWords {
  /** What somebody would ask for it by, one line of at most 80 characters. */
  readonly title?: string;
  /** What it does, one line of at most 400 characters. */
  readonly summary?: string;
}

/** What a model, or a person, may propose for planned components; validation decides on what comes of it as on any. */
export type Proposal =
  /** Name it after another of its exports, or say what it does. */
  | ({ readonly kind: 'describe'; readonly component: PlanReference; readonly lead?: string } & ProposedWords)
  /** Divide it: every export in one part. */
  | {
      readonly kind: 'split';
      readonly component: PlanReference;
      readonly parts: readonly (readonly string[])[];
    }
  /** Put components of one module together. */
  | { readonly kind: 'merge'; readonly components: readonly PlanReference[] };

/** A plan with what was proposed to say of it; what is drawn anew has to be described anew. */
export interface ProposedPlan extends ComponentPlan {
  readonly words?: ProposedWords;
}

/** A proposal that does not fit the plans, with why, in words that end a sentence. */
export interface RefusedProposal {
  readonly proposal: Proposal;
  readonly reason: string;
}

const LONGEST_TITLE = 80;
const LONGEST_SUMMARY = 400;

/**
 * Applies proposals one after the other. No export is lost, invented or moved to another module, whatever is proposed:
 * what would do so is refused with the reason.
 */
export function applyProposals(
  plans: readonly ProposedPlan[],
  proposals: readonly Proposal[],
): { readonly plans: readonly ProposedPlan[]; readonly refused: readonly RefusedProposal[] } {
  let current = plans;
  const refused: RefusedProposal[] = [];
  for (const proposal of proposals) {
    const next = applied(current, proposal);
    if (typeof next === 'string') refused.push({ proposal, reason: next });
    else current = next;
  }
  return { plans: current, refused };
}

/** The plans after one proposal, or why it is refused. */
function applied(plans: readonly ProposedPlan[], proposal: Proposal): readonly ProposedPlan[] | string {
  switch (proposal.kind) {
    case 'describe': {
      const plan = planOf(plans, proposal.component);
      if (plan === undefined) return `there is no component ${proposal.component}`;
      const { lead = plan.exports[0] } = proposal;
      if (!plan.exports.includes(lead)) return `${proposal.component} does not export ${lead}`;
      const words = { ...plan.words, ...wordsOf(proposal) };
      const told = Object.keys(words).length === 0 ? {} : { words };
      return replaced(plans, [plan], [{ ...plan, ...told, exports: ledBy(lead, plan.exports) }]);
    }
    case 'split': {
      const plan = planOf(plans, proposal.component);
      if (plan === undefined) return `there is no component ${proposal.component}`;
      const names = proposal.parts.flat();
      const isPartition =
        names.length === plan.exports.length && plan.exports.every(name => names.includes(name));
      if (!isPartition) return 'its parts do not have every export of it exactly once';
      const parts = proposal.parts.flatMap(([first, ...others]) =>
        first === undefined
          ? []
          : [{ module: plan.module, path: plan.path, exports: [first, ...others] as const }],
      );
      return replaced(plans, [plan], parts);
    }
    case 'merge': {
      const merged = proposal.components.map(one => planOf(plans, one));
      const known = [...new Set(merged)].filter(plan => plan !== undefined);
      const [first, ...others] = known;
      if (first === undefined || merged.includes(undefined)) return 'not every component of it is there';
      if (others.some(({ path }) => path !== first.path)) return 'its components lie in different modules';
      const { module, path } = first;
      const exports = [...first.exports, ...others.flatMap(plan => plan.exports)] as const;
      return replaced(plans, known, [{ module, path, exports: ledBy(first.exports[0], exports) }]);
    }
  }
}

/** What a proposal says, as harmless lines; what is empty says nothing. */
function wordsOf({ title, summary }: ProposedWords): ProposedWords {
  const [name, told] = [shortened(title, LONGEST_TITLE), shortened(summary, LONGEST_SUMMARY)];
  return { ...(name !== '' && { title: name }), ...(told !== '' && { summary: told }) };
}

/** Half a character, which a limit or a reply may leave, cannot be stored everywhere. */
function shortened(text: string | undefined, longest: number): string {
  return oneLine(text ?? '')
    .slice(0, longest)
    .replace(/\p{Surrogate}/gu, '')
    .trim();
}

function planOf(plans: readonly ProposedPlan[], reference: PlanReference): ProposedPlan | undefined {
  const colon = reference.lastIndexOf(':');
  const [module, name] = [reference.slice(0, colon), reference.slice(colon + 1)];
  return plans.find(plan => plan.module === module && plan.exports.includes(name));
}

/** The new plans stand where the first of the old ones stood. */
function replaced(
  plans: readonly ProposedPlan[],
  old: readonly ProposedPlan[],
  fresh: readonly ProposedPlan[],
): readonly ProposedPlan[] {
  return plans.flatMap(plan => (plan === old[0] ? fresh : old.includes(plan) ? [] : [plan]));
}

function ledBy(lead: string, exports: readonly string[]): ComponentPlan['exports'] {
  return [lead, ...exports.filter(name => name !== lead)];
}
