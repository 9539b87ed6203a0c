/** How a command ends; documented in the README. */
export const EXIT = {
  /** It did what was asked. */
  done: 0,
  /** It could not: bad input, a missing tool, a failure of ours. */
  error: 1,
  /** It ran, and the answer is no: a build that stopped short, a primitive that does not verify. */
  fellShort: 2,
} as const;
