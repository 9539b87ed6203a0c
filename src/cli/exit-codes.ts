/** How a command ends; documented in the README. */
export const EXIT = {
  /** It did what was asked. */
  done: 0,
  /** It could not: bad input, a missing tool, a failure of ours. */
  error: 1,
  /** It ran, and the answer is no: a build that stopped short, a primitive that does not verify. */
  fellShort: 2,
} as const;

/** What a shell gives for a process that an interrupt (SIGINT) ended: 128 and the signal's number. */
const INTERRUPTED = 130;

/** The end of a command's help: what each code that it may end with means there. */
export function exitCodesHelp(meanings: {
  readonly done: string;
  readonly error?: string;
  readonly fellShort?: string;
  readonly interrupted?: string;
}): string {
  const { done, error = 'an error', fellShort, interrupted = 'interrupted' } = meanings;
  const told = [
    [EXIT.done, done],
    [EXIT.error, error],
    ...(fellShort === undefined ? [] : [[EXIT.fellShort, fellShort]]),
    [INTERRUPTED, interrupted],
  ];
  return `\nExit codes:\n${told.map(([code, meaning]) => `  ${String(code).padEnd(5)}${meaning}`).join('\n')}`;
}
