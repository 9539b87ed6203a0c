import { z } from 'zod';

const text = z.string();
const texts = z.array(text);

/** What a model answers when asked whether its primitive fits. */
export const assessmentReply = z.strictObject({
  verdict: z.enum(['SUITABLE', 'UNSUITABLE']),
  /** Names of required exports. */
  provides: texts,
  usageProposal: text,
  neededChanges: texts,
  compatibilityNotes: texts,
});

/** A complete file: written anew after one of the primitive's own, or (without content) a copy of it. */
const file = z.strictObject({ path: text, from: text, content: text.nullable() });

/** What a model answers when asked to adapt its primitive. Every field is required: an omission is a rejection. */
export const adaptationReply = z.strictObject({
  status: z.enum(['adapted', 'unsuccessful']),
  reason: text,
  exports: z.array(
    z.strictObject({
      from: text,
      to: text,
      parameters: z.array(z.strictObject({ from: text, to: text })),
    }),
  ),
  behaviour: text,
  files: z.array(file),
  dependencies: z.strictObject({
    /** Names without versions. */
    distributions: texts,
    standardLibrary: texts,
    environmentVariables: texts,
    systemTools: texts,
  }),
  outgoing: z.array(z.strictObject({ module: text, demand: text })),
  carriedTests: z.array(
    z.strictObject({
      id: text,
      status: z.enum(['kept', 'rewritten', 'dropped']),
      adaptedId: text.nullable(),
      reason: text,
    }),
  ),
  testFiles: z.array(file),
});

export type AssessmentReply = z.infer<typeof assessmentReply>;
export type AdaptationReply = z.infer<typeof adaptationReply>;
export type ReplyFile = z.infer<typeof file>;
