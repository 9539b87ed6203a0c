import { durationText } from './progress-text.js';

/** An estimate from less time than this, or from nothing done in it, would be a guess. */
const LEAST_MS = 2_000;

/** Estimates how long a step still takes. */
export interface TimeLeft {
  /** To be told of every update. */
  update(done: number, nowMs: number): void;
  /** `about 3 min left`; nothing while it cannot be said. */
  text(nowMs: number): string;
}

/**
 * An estimate by the pace since the step's first update: what that one counts was done before, at no pace that tells
 * anything of the rest. The pace is that of what was done, so that a long item makes the estimate late, not wrong for
 * good.
 */
export function createTimeLeft(total: number | undefined): TimeLeft {
  let first: { readonly done: number; readonly atMs: number } | undefined;
  let last = { done: 0, atMs: 0 };
  return {
    update: (done, nowMs) => {
      // Work that is begun anew, such as a further round, has a pace of its own.
      if (first === undefined || done < last.done) first = { done, atMs: nowMs };
      if (done !== last.done) last = { done, atMs: nowMs };
    },
    text: nowMs => {
      if (total === undefined || first === undefined || last.done <= first.done || last.done >= total)
        return '';
      const tookMs = last.atMs - first.atMs;
      if (tookMs < LEAST_MS) return '';
      const leftMs = (tookMs / (last.done - first.done)) * (total - last.done) - (nowMs - last.atMs);
      return leftMs < 1_000 ? '' : `about ${durationText(leftMs)} left`;
    },
  };
}
