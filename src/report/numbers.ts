/** A number with its thousands apart, the same everywhere. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** A share of 0 to 1 in whole percent. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Milliseconds as a person says them. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
