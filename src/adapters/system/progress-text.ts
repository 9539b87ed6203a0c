/** Escape sequences and other control characters would let a file's name draw on the terminal. */
// eslint-disable-next-line no-control-regex
const CONTROL = /\u001b\[[0-?]*[ -/]*[@-~]|[\u0000-\u001f\u007f-\u009f]/g;

/** One line of harmless text. */
export function oneLine(text: string): string {
  return text.replace(CONTROL, ' ').replace(/ {2,}/g, ' ').trim();
}

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
