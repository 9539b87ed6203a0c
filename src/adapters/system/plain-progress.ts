import type { Clock } from '../../ports/clock.js';
import type { Progress } from '../../ports/progress.js';
import { oneLine } from '../../domain/one-line.js';
import { countText, durationText } from './progress-text.js';
import type { TerminalStream } from './terminal.js';
import { createTimeLeft } from './time-left.js';

/** A log file stays readable: at most one line of a step in this time, besides its first and last. */
const QUIET_MS = 5_000;

/** Whole lines for a pipe, a file or a build server. */
export function createPlainProgress(stream: TerminalStream, clock: Pick<Clock, 'elapsed'>): Progress {
  return {
    step: (title, total) => {
      const startedMs = clock.elapsed();
      const left = createTimeLeft(total);
      let spokeMs = startedMs;
      let ended = false;
      const say = (...parts: string[]) =>
        stream.write(`${[title, ...parts].map(oneLine).filter(Boolean).join(': ')}\n`);
      const end = (...parts: string[]) => {
        if (ended) return;
        ended = true;
        say(...parts, durationText(clock.elapsed() - startedMs));
      };
      say('started');
      return {
        update: (done, detail = '') => {
          const nowMs = clock.elapsed();
          left.update(done, nowMs);
          if (ended || nowMs - spokeMs < QUIET_MS) return;
          spokeMs = nowMs;
          say(countText(done, total), left.text(nowMs), detail);
        },
        finish: (outcome = 'done') => end(outcome),
        fail: reason => end('failed', reason),
      };
    },
  };
}
