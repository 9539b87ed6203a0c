/** Every way a command or a job can end in an error; the code is stable and documented in the README. */
export type ErrorCode =
  | 'bad-input'
  | 'configuration'
  | 'not-found'
  | 'permission'
  | 'repository-host'
  | 'workspace'
  | 'sandbox'
  | 'language-model'
  | 'store'
  | 'interrupted'
  | 'internal';

/**
 * An error a person reads: the message says what happened, where, and what to do. Adapters translate foreign
 * errors into it and keep them as `cause`; nothing else crosses a port.
 */
export class CodefaceError extends Error {
  override readonly name = 'CodefaceError';
  /** True when the same call may succeed later without anybody changing anything. */
  readonly retryable: boolean;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: { readonly cause?: unknown; readonly retryable?: boolean } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.retryable = options.retryable ?? false;
  }
}

/** The error itself when it is ours, else an `internal` one that keeps it as the cause. */
export function asCodefaceError(error: unknown): CodefaceError {
  if (error instanceof CodefaceError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new CodefaceError('internal', `Unexpected failure: ${message}`, { cause: error });
}
