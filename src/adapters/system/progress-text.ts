/** `12/40`, `12`, or nothing before there is anything to count. */
export function countText(done: number, total: number | undefined): string {
  if (total !== undefined) return `${done}/${total}`;
  return done > 0 ? String(done) : '';
}

/** `0.4 s`, `12 s`, `3 min 5 s`. */
export function durationText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
