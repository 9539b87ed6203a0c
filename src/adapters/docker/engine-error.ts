import { CodefaceError } from '../../domain/errors.js';

/** Statuses that are answers rather than failures (Docker Engine API). */
export const NOT_FOUND = 404;
export const NAME_TAKEN = 409;

/** The HTTP status the engine answered with; undefined when it did not answer. */
export function engineStatus(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
}

/** An engine's error in our words; one that did not answer at all may do so later. */
export function engineError(doing: string, cause: unknown): CodefaceError {
  if (cause instanceof CodefaceError) return cause;
  const message = cause instanceof Error ? cause.message.trim() : String(cause);
  const answered = engineStatus(cause) !== undefined;
  const advice = answered ? '' : ' Is the engine running, and may this user use its socket?';
  return new CodefaceError('sandbox', `Docker failed while ${doing}: ${message}.${advice}`, {
    cause,
    retryable: !answered,
  });
}
