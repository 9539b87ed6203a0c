import type { Clock } from '../../ports/clock.js';
import type { Logger } from '../../ports/logger.js';

/** A terminal and npx each pass the same interrupt on; one that comes this much later is a person's second. */
const SECOND_AFTER_MS = 1_000;
/** What a shell gives for a process that SIGINT ended. */
const INTERRUPTED = 130;

/** A signal that the first SIGINT or SIGTERM aborts, instead of ending the process; a second one ends it at once. */
export function interruption(clock: Pick<Clock, 'elapsed'>, logger: Logger): AbortSignal {
  const controller = new AbortController();
  let firstAt: number | undefined;
  const stop = () => {
    if (firstAt !== undefined && clock.elapsed() - firstAt > SECOND_AFTER_MS) process.exit(INTERRUPTED);
    if (firstAt !== undefined) return;
    firstAt = clock.elapsed();
    logger.warn('Stopping after this round; interrupt again to end at once');
    controller.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  return controller.signal;
}
