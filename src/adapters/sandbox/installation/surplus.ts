/** A prepared environment as the clean-up sees it. */
export interface KeptEnvironment {
  readonly id: string;
  readonly bytes: number;
  readonly lastUsedMs: number;
  /** Something runs in it now. */
  readonly inUse?: boolean;
}

/** What all environments of a driver may take unless the configuration says otherwise. */
export const ENVIRONMENTS_BYTES = 20 * 1024 ** 3;
/** Whoever prepared it may be about to run in it. */
const FRESH_MS = 3_600_000;

/** Which to remove so that the rest fits: the least recently used first, never one in use or used within the hour. */
export function surplusOf(
  environments: readonly KeptEnvironment[],
  limitBytes: number,
  nowMs: number,
): readonly string[] {
  let excess = environments.reduce((sum, { bytes }) => sum + bytes, 0) - limitBytes;
  const surplus: string[] = [];
  for (const { id, bytes, lastUsedMs, inUse } of environments.toSorted(
    (a, b) => a.lastUsedMs - b.lastUsedMs,
  )) {
    if (excess <= 0) break;
    if (inUse === true || nowMs - lastUsedMs < FRESH_MS) continue;
    surplus.push(id);
    excess -= bytes;
  }
  return surplus;
}
