import type { SandboxResult } from '../../ports/sandbox.js';

/** 128 + SIGKILL, as shells and container engines count it. */
const KILLED_EXIT_CODE = 137;

/** What a driver saw of a command that is no more. */
export interface Observation {
  readonly timedOut: boolean;
  /** The kernel killed something in the sandbox for want of memory. */
  readonly outOfMemory: boolean;
  /** 128 + n after signal n; null when nobody saw it end. */
  readonly exitCode: number | null;
}

/**
 * Names the ending. A command that outlives the loss of a child and ends well has exited; the exit code is known
 * only then.
 */
export function endingOf({
  timedOut,
  outOfMemory,
  exitCode,
}: Observation): Pick<SandboxResult, 'ending' | 'exitCode'> {
  if (timedOut) return { ending: 'timed-out', exitCode: null };
  if (outOfMemory && exitCode !== 0) return { ending: 'out-of-memory', exitCode: null };
  if (exitCode === null || exitCode === KILLED_EXIT_CODE) return { ending: 'killed', exitCode: null };
  return { ending: 'exited', exitCode };
}
