import { z } from 'zod';
import type { PlanReference, Proposal } from '../components/proposals.js';
import { isFreeOfSecrets } from '../admit/secrets.js';

const text = z.string();
const texts = z.array(text);

/** What a model answers when asked about components; empty lists leave them as they are. */
export const proposalReply = z.strictObject({
  splits: z.array(z.strictObject({ component: text, parts: z.array(texts) })),
  merges: z.array(z.strictObject({ components: texts })),
  names: z.array(
    z.strictObject({
      component: text,
      lead: text.nullable(),
      title: text.nullable(),
      summary: text.nullable(),
    }),
  ),
});

export type ProposalReply = z.infer<typeof proposalReply>;

/** More than so many of a reply are not looked at: a question tells of fewer components. */
const MOST_PROPOSALS = 400;

/**
 * The proposals of a reply, what is drawn anew before what is said of it, so that words are about what came of a split
 * or a merge. Words that look like a secret are left out.
 */
export function proposalsIn({ splits, merges, names }: ProposalReply): readonly Proposal[] {
  const proposals: readonly Proposal[] = [
    ...splits.map(one => ({ kind: 'split' as const, ...one })),
    ...merges.map(one => ({ kind: 'merge' as const, ...one })),
    ...names.map(described),
  ];
  return proposals.slice(0, MOST_PROPOSALS);
}

function described({ component, lead, title, summary }: ProposalReply['names'][number]): Proposal {
  const reference: PlanReference = component;
  const isTold = (words: string | null): words is string => words !== null && isFreeOfSecrets(words);
  return {
    kind: 'describe',
    component: reference,
    ...(lead !== null && { lead }),
    ...(isTold(title) && { title }),
    ...(isTold(summary) && { summary }),
  };
}

/** A reply with what it cost, as it is remembered. */
export interface PaidReply {
  readonly reply: ProposalReply;
  readonly tokens: number;
  readonly costUsd: number;
}

const paidReply = z.strictObject({
  reply: proposalReply,
  tokens: z.number().nonnegative(),
  costUsd: z.number().nonnegative(),
});

/** Of what sort remembered replies are, for a `MiningMemory`. */
export const REPLIES_KIND = 'proposals/1';

export function encodeReply(paid: PaidReply): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(paid));
}

/** Undefined for bytes that are no remembered reply. */
export function decodeReply(bytes: Uint8Array | undefined): PaidReply | undefined {
  if (bytes === undefined) return undefined;
  try {
    return paidReply.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    return undefined;
  }
}
