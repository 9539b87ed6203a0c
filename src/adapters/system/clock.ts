import { setTimeout as delay } from 'node:timers/promises';

import type { Clock } from '../../ports/clock.js';

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: async ms => {
    await delay(ms);
  },
};
