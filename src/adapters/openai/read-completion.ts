import { z } from 'zod';
import { CodefaceError } from '../../domain/errors.js';
import type { ModelRequest } from '../../ports/language-model.js';
import type { Endpoint } from './endpoint.js';

/** The part of a chat completion that is used; servers differ in the rest. */
const chatCompletion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z.object({
    prompt_tokens: z.number().int().nonnegative(),
    completion_tokens: z.number().int().nonnegative(),
  }),
});

/** A chat completion in our words. */
export interface Completion {
  readonly text: string;
  readonly ending: 'stopped' | 'truncated' | 'refused';
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Longest part of an error's sentence that the reply has a say in, in characters. */
const LONGEST_QUOTE = 200;

/**
 * Reads what a server answered. Ends in a `CodefaceError` of code `language-model` when that is no chat completion
 * with its token counts, without which no budget could be kept.
 */
export function readCompletion(answer: unknown, { origin, model }: Endpoint): Completion {
  const parsed = chatCompletion.safeParse(answer);
  const choice = parsed.data?.choices[0];
  if (!parsed.success || choice === undefined)
    throw new CodefaceError(
      'language-model',
      `${origin} answered for ${model} with something that is no chat completion (${misfit(parsed.error)}); check CODEFACE_MODEL_BASE_URL.`,
    );
  const { finish_reason: reason, message } = choice;
  const isRefusal = Boolean(message.refusal) || reason === 'content_filter';
  return {
    text: message.content ?? '',
    ending: isRefusal ? 'refused' : reason === 'length' ? 'truncated' : 'stopped',
    inputTokens: parsed.data.usage.prompt_tokens,
    outputTokens: parsed.data.usage.completion_tokens,
  };
}

/**
 * The value a completion stands for. Ends in a `CodefaceError` of code `language-model` when the model refused, was
 * cut off, wrote no JSON, or wrote what does not fit the schema; the sentence says where, and never repeats the reply.
 */
export function readValue<T>(
  { text, ending }: Completion,
  { schema, schemaName, maxOutputTokens }: ModelRequest<T>,
  model: string,
): T {
  const unusable = (why: string) => new CodefaceError('language-model', `The reply of ${model} ${why}.`);
  if (ending === 'refused') throw new CodefaceError('language-model', `${model} refused to answer.`);
  if (ending === 'truncated')
    throw unusable(`was cut off at the limit of ${maxOutputTokens} tokens, before it was complete`);
  const parsed = schema.safeParse(parseJson(text, unusable));
  if (!parsed.success) throw unusable(`does not fit ${schemaName} (${misfit(parsed.error)})`);
  return parsed.data;
}

function parseJson(text: string, unusable: (why: string) => CodefaceError): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unusable(text.trim() === '' ? 'is empty' : 'is not JSON');
  }
}

/** The first thing that does not fit, with its place, and how many more there are; one line. */
function misfit(error: z.ZodError | undefined): string {
  const [first, ...others] = error?.issues ?? [];
  if (first === undefined) return 'nothing in it can be read';
  // Zod would spell the unknown fields out, and they are the reply's own words.
  const message =
    first.code === 'unrecognized_keys' ? 'there are fields that nobody asked for' : first.message;
  const place = z.core.toDotPath(first.path);
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${cut(`${place === '' ? '' : `${place}: `}${message}`)}${more}`;
}

function cut(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE - 1)}…` : line;
}
