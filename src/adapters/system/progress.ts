import type { Clock } from '../../ports/clock.js';
import type { Progress } from '../../ports/progress.js';
import { createLiveProgress } from './live-progress.js';
import { createPlainProgress } from './plain-progress.js';
import type { Terminal, TerminalStream } from './terminal.js';

/** Progress drawn in place on a terminal, else one plain line at a time. */
export function createProgress(
  stream: TerminalStream,
  terminal: Terminal,
  clock: Pick<Clock, 'elapsed'>,
): Progress {
  return terminal.tty
    ? createLiveProgress(stream, terminal.colour, clock)
    : createPlainProgress(stream, clock);
}

/** Shows nothing: for `--quiet` and for machine-readable output. */
export const noProgress: Progress = {
  step: () => ({ update: () => undefined, finish: () => undefined, fail: () => undefined }),
};
