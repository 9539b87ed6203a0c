import { OpenAI } from 'openai';
import { CodefaceError } from '../../domain/errors.js';
import type { LanguageModel, ModelReply, ModelRequest, ModelRole } from '../../ports/language-model.js';
import type { Logger } from '../../ports/logger.js';
import type { Endpoint } from './endpoint.js';
import { readCompletion, readValue } from './read-completion.js';
import { responseFormat } from './response-format.js';
import { translateError } from './translate-error.js';

export interface OpenAiOptions {
  /** Of an OpenAI-compatible endpoint with its version, e.g. `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** A secret: it goes into the Authorization header and nowhere else. Undefined for a server that asks for none. */
  readonly apiKey: string | undefined;
  /** A role that is absent has no model. */
  readonly models: Readonly<Partial<Record<ModelRole, string>>>;
  /** US dollars for a million tokens, by model. */
  readonly prices: Readonly<
    Record<string, { readonly inputPerMillion: number; readonly outputPerMillion: number }>
  >;
  readonly logger?: Logger;
  /** Longest time a call may take, its retries included; five minutes when absent. */
  readonly timeoutMs?: number;
  /** Node's own when absent. */
  readonly fetch?: typeof fetch;
}

/** Tries after the first one; the SDK waits between them as the server says, else 0.5 and 1 s. */
const RETRIES = 2;
const TIMEOUT_MS = 300_000;

/**
 * Models behind an OpenAI-compatible endpoint, with structured output by JSON schema. Making one ends in a
 * `CodefaceError` of code `configuration` when the address or the key cannot be used.
 */
export function createOpenAiLanguageModel(options: OpenAiOptions): LanguageModel {
  const { timeoutMs = TIMEOUT_MS, logger } = options;
  const client = openClient(options, timeoutMs);
  return {
    async complete<T>(request: ModelRequest<T>): Promise<ModelReply<T>> {
      const model = modelOf(options, request.role);
      const endpoint = { origin: new URL(options.baseUrl).origin, model, role: request.role };
      const answer = await ask(client, endpoint, request, { timeoutMs, apiKey: options.apiKey });
      const completion = readCompletion(answer, endpoint);
      const { inputTokens, outputTokens } = completion;
      const costUsd = costOf(options, model, inputTokens, outputTokens);
      // Before the reply is judged: what cannot be used was paid for as well.
      logger?.info('A language model answered', {
        model,
        role: request.role,
        schema: request.schemaName,
        inputTokens,
        outputTokens,
        costUsd,
      });
      return { value: readValue(completion, request, model), inputTokens, outputTokens, costUsd };
    },
  };
}

/** Everything the SDK would otherwise take from the environment is said here: it knows other keys and logs prompts. */
function openClient({ baseUrl, apiKey, fetch }: OpenAiOptions, timeoutMs: number): OpenAI {
  const { username, password } = new URL(baseUrl);
  if (username !== '' || password !== '')
    throw new CodefaceError(
      'configuration',
      'CODEFACE_MODEL_BASE_URL holds a user name or a password; leave them out and set CODEFACE_MODEL_API_KEY.',
    );
  if (apiKey !== undefined && !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(apiKey))
    throw new CodefaceError(
      'configuration',
      'CODEFACE_MODEL_API_KEY holds characters that no key has; set it again without spaces and quotes.',
    );
  return new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    ...(apiKey === undefined && { defaultHeaders: { Authorization: null } }),
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: RETRIES,
    timeout: timeoutMs,
    // A redirect would carry the prompt to another server.
    fetchOptions: { redirect: 'manual' },
    ...(fetch !== undefined && { fetch }),
  });
}

function modelOf({ models, prices }: OpenAiOptions, role: ModelRole): string {
  const model = models[role];
  const variable = `CODEFACE_MODEL_${role.toUpperCase()}`;
  if (model === undefined)
    throw new CodefaceError(
      'configuration',
      `No language model is set for the role ${role}; set ${variable}.`,
    );
  if (!Object.hasOwn(prices, model))
    throw new CodefaceError('configuration', `No price is known for ${model}; add it to CODEFACE_PRICES.`);
  return model;
}

async function ask<T>(
  client: OpenAI,
  endpoint: Endpoint,
  request: ModelRequest<T>,
  { timeoutMs, apiKey }: { readonly timeoutMs: number; readonly apiKey: string | undefined },
): Promise<unknown> {
  // The SDK's own timeout ends with the headers; this one lasts until the answer is read.
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await client.chat.completions.create(
      {
        model: endpoint.model,
        messages: [
          { role: 'system', content: request.system },
          { role: 'user', content: request.user },
        ],
        response_format: responseFormat(request),
        // Counts reasoning too; `max_tokens` is refused by reasoning models.
        max_completion_tokens: request.maxOutputTokens,
      },
      { signal },
    );
  } catch (error) {
    throw translateError(error, endpoint, apiKey, signal.aborted ? timeoutMs : undefined);
  }
}

/** US dollars; a server's discount for repeated input is not counted, so the cost is never too low. */
function costOf({ prices }: OpenAiOptions, model: string, inputTokens: number, outputTokens: number): number {
  const { inputPerMillion = 0, outputPerMillion = 0 } = prices[model] ?? {};
  return (inputTokens * inputPerMillion + outputTokens * outputPerMillion) / 1_000_000;
}
