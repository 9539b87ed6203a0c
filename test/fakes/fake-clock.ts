import type { Clock } from '../../src/ports/clock.js';

export interface FakeClock extends Clock {
  /** Moves both clocks on. */
  advance(ms: number): void;
}

/** A clock that stands still until it is told; sleeping moves it on at once. */
export function createFakeClock(startMs = Date.UTC(2030, 0, 1)): FakeClock {
  let passedMs = 0;
  const advance = (ms: number) => {
    passedMs += ms;
  };
  return {
    now: () => startMs + passedMs,
    elapsed: () => passedMs,
    sleep: async ms => advance(ms),
    advance,
  };
}
