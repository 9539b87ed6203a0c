import type { SuiteAttack, Texts } from './attack.js';
import { NOT_GREEN } from './attack.js';
import { program, text } from './programs.js';

/** Fails, unless somebody lies. */
export const ILL = text('def test_ill():', '    assert 1 == 2');
/** What is printed stays visible. */
export const SHOWN: Texts = { 'pytest.ini': '[pytest]\naddopts = -s\n' };

/** Lines that begin a hostile test file which holds the failing test, too. */
export function beside(...lines: readonly string[]): Texts {
  return { 'test_forged.py': text(...lines) + ILL };
}

/** A hostile conftest beside an honest test file. */
export function conftest(...lines: readonly string[]): Texts {
  return { 'conftest.py': text(...lines), 'test_honest.py': ILL };
}

/** A program from `programs/` in the place of the lines. */
export function besideProgram(name: string): Texts {
  return { ...SHOWN, 'test_forged.py': program(name) + ILL };
}

export function suiteAttack(
  family: SuiteAttack['family'],
  name: string,
  files: Texts,
  more: Partial<SuiteAttack> = {},
): SuiteAttack {
  return { name, family, against: 'suite', expected: NOT_GREEN, files, ...more };
}
