/** Every way a command or a job can end in an error; the code is stable and documented in the README. */
export type ErrorCode =
  | 'bad-input'
  | 'configuration'
  | 'not-found'
  | 'permission'
  | 'repository-host'
  | 'package-index'
  | 'workspace'
  | 'sandbox'
  | 'language-model'
  | 'store'
  | 'interrupted'
  | 'internal';

/**
 * What of a target's surroundings is at fault, for callers that tell it from a failure of the driver: no interpreter
 * that satisfies it, an installation that failed, a distribution without a wheel, an index that wants credentials, too
 * little disk.
 */
export type EnvironmentFault =
  'wrong-interpreter' | 'installation' | 'no-wheel' | 'private-index' | 'disk-full';

/**
 * An error a person reads: the message says what happened, where, and what to do. Adapters translate foreign
 * errors into it and keep them as `cause`; nothing else crosses a port.
 */
export class CodefaceError extends Error {
  override readonly name = 'CodefaceError';
  /** True when the same call may succeed later without anybody changing anything. */
  readonly retryable: boolean;
  /** Set when an environment could not be prepared for a reason that lies in what was asked for. */
  readonly fault: EnvironmentFault | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: {
      readonly cause?: unknown;
      readonly retryable?: boolean;
      readonly fault?: EnvironmentFault;
    } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.retryable = options.retryable ?? false;
    this.fault = options.fault;
  }
}

/** What the operating system's refusals mean to a person, and what to do. */
const REFUSALS: ReadonlyMap<string, (place: string) => string> = new Map(
  Object.entries({
    ENOENT: (place: string) => `There is no ${place}. Check the path, and that nothing removed it meanwhile.`,
    ENOTDIR: (place: string) =>
      `${place} leads through a file where a folder is needed. Name another path, or move the file.`,
    EISDIR: (place: string) =>
      `${place} is a folder where a file is needed. Name another path, or move the folder.`,
    EACCES: (place: string) =>
      `${place} may not be used by this user. Check its permissions and those of its folder.`,
    EPERM: (place: string) => `${place} may not be changed by this user. Check its owner and permissions.`,
    EROFS: (place: string) =>
      `${place} cannot be written: its file system is read-only. Name a folder that can be written.`,
    ENOSPC: (place: string) => `There is no space left on the disk for ${place}. Free some and try again.`,
    EDQUOT: (place: string) => `The disk quota leaves no space for ${place}. Free some and try again.`,
  }),
);

/** Some calls are refused on an open file, which has no path any more. */
const PATHLESS: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/**
 * The error itself when it is ours; a `workspace` one where the operating system refused a path; else an `internal`
 * one. Both keep the foreign error as the cause.
 */
export function asCodefaceError(error: unknown): CodefaceError {
  if (error instanceof CodefaceError) return error;
  const refusal = refusalOf(error);
  if (refusal !== undefined) return new CodefaceError('workspace', refusal, { cause: error });
  const message = error instanceof Error ? error.message : String(error);
  return new CodefaceError('internal', `Unexpected failure: ${message}`, { cause: error });
}

function refusalOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  const { code } = error;
  if (typeof code !== 'string') return undefined;
  if ('path' in error && typeof error.path === 'string') return REFUSALS.get(code)?.(error.path);
  return PATHLESS.has(code) ? REFUSALS.get(code)?.('what was being written') : undefined;
}
