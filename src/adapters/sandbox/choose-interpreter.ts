import { satisfies, validRange } from '@renovatebot/pep440';
import { CodefaceError } from '../../domain/errors.js';
import type { InterpreterWish } from '../../ports/sandbox.js';

/**
 * Which of the versions here (full ones such as `3.12.1`, the driver's favourite first) is wanted: the first preferred
 * one that satisfies `requires`, else the first that does (PEP 440); undefined when none does. Ends in a `CodefaceError`
 * of code `bad-input` when `requires` is no specifier.
 */
export function chooseInterpreter(available: readonly string[], wish: InterpreterWish): string | undefined {
  const requires = wish.requires.trim();
  if (requires !== '' && !validRange(requires))
    throw new CodefaceError(
      'bad-input',
      `${JSON.stringify(wish.requires)} is no version specifier: write requires-python as in ">=3.10, <4".`,
    );
  const fitting = available.filter(version => requires === '' || satisfies(version, requires));
  const preferred = wish.preferred.flatMap(
    wanted => fitting.find(version => version === wanted || version.startsWith(`${wanted}.`)) ?? [],
  );
  return preferred[0] ?? fitting[0];
}

/** The error when none will do; `remedy` is a sentence. */
export function wrongInterpreter(
  wish: InterpreterWish,
  available: readonly string[],
  remedy: string,
): CodefaceError {
  return new CodefaceError(
    'sandbox',
    `Python ${wish.requires} is needed, and here is only ${available.join(', ') || 'none'}. ${remedy}`,
    { fault: 'wrong-interpreter' },
  );
}
