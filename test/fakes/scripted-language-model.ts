import { CodefaceError } from '../../src/domain/errors.js';
import type { LanguageModel, ModelRequest, ModelRole } from '../../src/ports/language-model.js';

/**
 * What a model is to answer next. A script shows how Codeface treats a reply, and nothing about any model: nothing
 * that comes out of one is a measured result.
 */
export type ScriptedReply =
  | {
      /** The text of the reply; a value is written as JSON. */
      readonly text: string | object;
      readonly ending?: 'stopped' | 'truncated';
      readonly inputTokens?: number;
      readonly outputTokens?: number;
    }
  | { readonly refusal: string }
  /** The server is busy, also when it is asked again. */
  | 'unavailable';

export type Script = Readonly<Partial<Record<ModelRole, readonly ScriptedReply[]>>>;

export interface ScriptedLanguageModel extends LanguageModel {
  /** Every request, in order, also those that ended in an error. */
  readonly requests: readonly ModelRequest<unknown>[];
  /** How many replies nobody asked for. */
  readonly unused: number;
}

/** A model that answers by a script, by role and in order; a role that the script does not name has no model. */
export function createScriptedLanguageModel(script: Script): ScriptedLanguageModel {
  const requests: ModelRequest<unknown>[] = [];
  const queues = new Map(
    (Object.entries(script) as [ModelRole, readonly ScriptedReply[]][]).map(([role, replies]) => [
      role,
      [...replies],
    ]),
  );
  return {
    requests,
    get unused() {
      return [...queues.values()].reduce((sum, queue) => sum + queue.length, 0);
    },
    async complete(request) {
      requests.push(request);
      const queue = queues.get(request.role);
      if (queue === undefined)
        throw new CodefaceError(
          'configuration',
          `No language model is set for the role ${request.role}; set CODEFACE_MODEL_${request.role.toUpperCase()}.`,
        );
      const reply = queue.shift();
      if (reply === undefined) throw new Error(`The script has no reply left for the role ${request.role}.`);
      return answer(reply, request);
    },
  };
}

function answer<T>(reply: ScriptedReply, { schema, schemaName }: ModelRequest<T>) {
  if (reply === 'unavailable')
    throw new CodefaceError('language-model', 'The scripted model is busy; try again later.', {
      retryable: true,
    });
  if ('refusal' in reply) throw new CodefaceError('language-model', 'The scripted model refused to answer.');
  if (reply.ending === 'truncated')
    throw new CodefaceError('language-model', 'The reply of the scripted model was cut off at the limit.');
  const parsed = schema.safeParse(valueOf(reply.text));
  if (!parsed.success) {
    const { path = [], message } = parsed.error.issues[0] ?? {};
    throw new CodefaceError(
      'language-model',
      `The scripted reply does not fit ${schemaName} (${path.join('.')}: ${message}).`,
    );
  }
  const { inputTokens = 0, outputTokens = 0 } = reply;
  return { value: parsed.data, inputTokens, outputTokens, costUsd: 0 };
}

function valueOf(text: string | object): unknown {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new CodefaceError('language-model', 'The scripted reply is not JSON.');
  }
}
