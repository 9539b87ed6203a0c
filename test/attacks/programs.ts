import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToldLures } from './lures.js';

const FOLDER = join(import.meta.dirname, 'programs');

/** The text of a program in `programs/`. */
export function program(name: string): string {
  return readFileSync(join(FOLDER, `${name}.py`), 'utf8');
}

/** Lines of a program, with the way to attempt things imported. */
export function attempting(...lines: readonly string[]): string {
  return lines.length === 0 ? '' : `from attempts import *\n${lines.join('\n')}\n`;
}

/** Lines of a file. */
export function text(...lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

/** What lies beside every hostile program: the way to attempt things, and where. */
export function accomplices(told: ToldLures): Readonly<Record<string, string>> {
  return { 'attempts.py': program('attempts'), 'lures.json': JSON.stringify(told) };
}
