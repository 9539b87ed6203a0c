import { APIError } from 'openai';
import { CodefaceError } from '../../domain/errors.js';
import type { Endpoint } from './endpoint.js';

/**
 * What the SDK threw as a sentence with what to do. `timedOutAfterMs` is set when the time of the call was over. The
 * cause is a copy without the key, which a server may have repeated.
 */
export function translateError(
  error: unknown,
  { origin, model, role }: Endpoint,
  apiKey: string | undefined,
  timedOutAfterMs: number | undefined,
): CodefaceError {
  const cause = withoutKey(error, apiKey);
  const variable = `CODEFACE_MODEL_${role.toUpperCase()}`;
  const busy = (message: string) => new CodefaceError('language-model', message, { cause, retryable: true });
  const unset = (message: string) => new CodefaceError('configuration', message, { cause });
  const refused = (message: string) => new CodefaceError('language-model', message, { cause });
  if (timedOutAfterMs !== undefined)
    return busy(`${model} at ${origin} did not answer within ${timedOutAfterMs / 1000} s; try again later.`);
  if (cause.name === 'SyntaxError')
    return refused(
      `${origin} answered for ${model} with something that is not JSON; check CODEFACE_MODEL_BASE_URL.`,
    );
  const status = statusOf(error);
  if (status === undefined)
    return busy(
      `${origin} cannot be reached or broke off its answer${reasonOf(error)}; check CODEFACE_MODEL_BASE_URL or try again later.`,
    );
  if (status === 401 || status === 403)
    return unset(
      `${origin} does not accept the key for ${model} (status ${status}); check CODEFACE_MODEL_API_KEY.`,
    );
  if (status === 404)
    return unset(
      `${origin} has no model ${model} (status 404); check ${variable} and CODEFACE_MODEL_BASE_URL.`,
    );
  if (status >= 300 && status < 400)
    return unset(
      `${origin} points to another address (status ${status}); set CODEFACE_MODEL_BASE_URL to the one that answers.`,
    );
  if ([408, 409, 429].includes(status))
    return busy(`${model} at ${origin} is busy, or its quota is spent (status ${status}); try again later.`);
  if (status >= 500) return busy(`${model} at ${origin} failed (status ${status}); try again later.`);
  return refused(`${origin} refused the request to ${model}: ${oneLine(cause.message)}.`);
}

function statusOf(error: unknown): number | undefined {
  return error instanceof APIError ? (error as APIError).status : undefined;
}

/** The system's code for a broken connection, e.g. ` (ECONNREFUSED)`; fetch hides it in the causes. */
function reasonOf(error: unknown): string {
  for (let at = error; isObject(at); at = at.cause) if (typeof at.code === 'string') return ` (${at.code})`;
  return '';
}

/** Name, message and stack only: the SDK's errors also hold headers and bodies, where a server may repeat anything. */
function withoutKey(error: unknown, apiKey: string | undefined): Error {
  const { name, message, stack } = isObject(error) ? error : { message: error };
  const clean = (text: unknown) =>
    apiKey === undefined ? String(text) : String(text).replaceAll(apiKey, '[key]');
  return Object.assign(new Error(clean(message)), { name: clean(name), stack: clean(stack) });
}

/** Not by class: what Node itself throws may come from another realm than the SDK's. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/\.$/, '')
    .slice(0, 300);
}
