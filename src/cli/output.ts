import type { CodefaceError } from '../domain/errors.js';
import { oneLine, plainText } from '../domain/one-line.js';

/** Where a command's answer goes: one JSON object, or text for people. */
export interface Output {
  readonly isJson: boolean;
  /** Prints the answer: `value` as JSON, else the text. */
  answer(value: unknown, text: () => string): void;
  error(error: CodefaceError): void;
}

/**
 * Standard output carries the answer alone; errors and progress go to standard error. No text gets through that draws
 * on a terminal, whoever named the files; what has to stay on one line is cleaned with `oneLine` where it is put in.
 */
export function createOutput(
  isJson: boolean,
  streams: {
    readonly stdout: { write(text: string): unknown };
    readonly stderr: { write(text: string): unknown };
  },
): Output {
  return {
    isJson,
    answer(value, text) {
      streams.stdout.write(isJson ? `${JSON.stringify(value)}\n` : `${plainText(text()).trimEnd()}\n`);
    },
    error(error) {
      if (isJson)
        streams.stdout.write(`${JSON.stringify({ error: { code: error.code, message: error.message } })}\n`);
      streams.stderr.write(`codeface: ${plainText(error.message)}\n`);
    },
  };
}

/** A table in plain text: columns padded to their longest cell, none cut, each cell on one line. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map(row => row.map(oneLine));
  const all = [head, ...cells];
  const widths = head.map((_, column) => Math.max(...all.map(row => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    widths
      .map((width, column) => (row[column] ?? '').padEnd(width))
      .join('  ')
      .trimEnd();
  return [line(head), widths.map(width => '-'.repeat(width)).join('  '), ...cells.map(line)].join('\n');
}
