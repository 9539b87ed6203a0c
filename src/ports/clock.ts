/** Injected time, so that everything above the adapters is a function of its inputs. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds of a clock that never goes back, for durations. */
  elapsed(): number;
  sleep(ms: number): Promise<void>;
}
