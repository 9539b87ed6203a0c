import { ApiError } from './api-error.js';

/** Makes calls that would have succeeded fail, before they do anything. */
export interface Fault {
  readonly method: string;
  /** Tested against the path of the URL, `/api/v3/…` included. */
  readonly path: RegExp;
  /** HTTP status of the answer; 0 closes the connection without one. */
  readonly status: number;
  /** How many calls fail; 1 by default. */
  readonly times?: number;
  /** Sent as `Retry-After`; with status 403 or 429 the answer is GitHub's secondary rate limit. */
  readonly retryAfterSeconds?: number;
}

/** Faults that wait for a call they fit. */
export class Faults {
  private waiting: { readonly fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.waiting.push({ fault, left: fault.times ?? 1 });
  }

  /** The fault this call meets, which has then happened once more. */
  meet(method: string, path: string): Fault | undefined {
    const met = this.waiting.find(
      ({ fault }) => fault.method.toUpperCase() === method.toUpperCase() && fault.path.test(path),
    );
    if (met === undefined) return undefined;
    met.left -= 1;
    this.waiting = this.waiting.filter(each => each.left > 0);
    return met.fault;
  }
}

/** What the caller is told. */
export function faultError({ status, retryAfterSeconds }: Fault): ApiError {
  const limited = retryAfterSeconds !== undefined && (status === 403 || status === 429);
  const message = limited
    ? 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
    : status >= 500
      ? 'Server Error'
      : 'Injected failure';
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return new ApiError(status, message, {}, headers);
}
