import type { AttackResult } from './attack.js';

const HEADINGS = ['attack', 'driver', 'must end in', 'ended in', 'escapes', 'left over'];

/** The results as a table of text, one row for each attack on each driver. */
export function renderTable(results: readonly AttackResult[]): string {
  const rows = results.map(({ attack, driver, outcome, escapes, leftovers }) => [
    `${attack.family}: ${attack.name}`,
    driver,
    shortly(attack.expected),
    outcome,
    escapes.join('; ') || '-',
    leftovers.join('; ') || '-',
  ]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map(row => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(HEADINGS), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Long lists of outcomes are all but one: green. */
function shortly(expected: readonly string[]): string {
  return expected.length > 4 ? 'not green' : expected.join(' | ');
}

/** The last line: true exactly when each number but the first two is 0. */
export function renderSum(results: readonly AttackResult[]): string {
  const attacks = new Set(results.map(({ attack }) => attack.name)).size;
  const drivers = new Set(results.map(({ driver }) => driver)).size;
  const { escapes, leftovers, wrongOutcomes } = sumOf(results);
  return `${attacks} attacks on ${drivers} drivers: ${escapes} escapes, ${leftovers} leftovers, ${wrongOutcomes} wrong outcomes`;
}

export function sumOf(results: readonly AttackResult[]) {
  const count = (number: (result: AttackResult) => number) =>
    results.reduce((sum, result) => sum + number(result), 0);
  return {
    escapes: count(({ escapes }) => escapes.length),
    leftovers: count(result => result.leftovers.length),
    wrongOutcomes: count(({ wrongOutcome }) => (wrongOutcome ? 1 : 0)),
  };
}

/** All that can be said of an attack that did not go as it must. */
export function renderProblem({ attack, driver, outcome, escapes, leftovers, said }: AttackResult): string {
  return [
    `${attack.family}: ${attack.name} on ${driver} ended in ${outcome}, must end in ${attack.expected.join(' or ')}`,
    ...escapes.map(escape => `  escape: ${escape}`),
    ...leftovers.map(left => `  left over: ${left}`),
    ...said
      .slice(-3_000)
      .split('\n')
      .map(line => `  | ${line}`),
  ].join('\n');
}

export function isProblem({ escapes, leftovers, wrongOutcome }: AttackResult): boolean {
  return escapes.length > 0 || leftovers.length > 0 || wrongOutcome;
}
