/** Injected time, so that everything above the adapters is a function of its inputs. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds of a clock that never goes back, for durations. */
  elapsed(): number;
  sleep(ms: number): Promise<void>;
}

/** Gives whole milliseconds since it was last asked, or made. */
export function stopwatch(clock: Pick<Clock, 'elapsed'>): () => number {
  let last = clock.elapsed();
  return () => {
    const now = clock.elapsed();
    const lap = Math.round(now - last);
    last = now;
    return lap;
  };
}
