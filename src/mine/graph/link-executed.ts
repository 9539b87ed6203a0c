import type { Entity } from '../../domain/entity.js';
import { relationNumber } from '../../python/outline/module-outline.js';
import type { Association } from '../association.js';
import { ONE, type EdgeTable } from './edge-table.js';

const EXECUTES = relationNumber('executes');

/**
 * Ties tests to the functions and methods that they entered when their suite was run (Code Primitives, section 3.3). An edge
 * weighs the share of the test's runs that entered: 1 for a test without parameters. A test that its class inherits is the
 * class's.
 */
export function linkExecuted(
  entities: readonly Entity[],
  edges: EdgeTable,
  { functions, byTest }: Association,
): void {
  const tests = new Map<string, number>();
  const callables = new Map<string, number[]>();
  entities.forEach(({ path, kind, qualifiedName, inTests }, number) => {
    if (inTests) tests.set(`${path}::${qualifiedName.replaceAll('.', '::')}`, number);
    else if (kind === 'function' || kind === 'method') {
      const known = callables.get(path);
      if (known === undefined) callables.set(path, [number]);
      else known.push(number);
    }
  });
  const lines = new Map<string, Int32Array>();
  const targets = functions.map(([path, line]) => {
    const known = lines.get(path) ?? innermostByLine(entities, callables.get(path) ?? []);
    lines.set(path, known);
    return known[line] ?? -1;
  });
  for (const [id, entered] of byTest) {
    const from = tests.get(id) ?? tests.get(id.slice(0, Math.max(0, id.lastIndexOf('::'))));
    if (from === undefined) continue;
    for (const { number, share } of entered) {
      const to = targets[number] ?? -1;
      if (to >= 0) edges.addUnits(from, to, EXECUTES, Math.max(1, Math.round(ONE * share)));
    }
  }
}

/** For each line of a file, the innermost of these entities around it; -1 where there is none. */
function innermostByLine(entities: readonly Entity[], numbers: readonly number[]): Int32Array {
  const [start, end] = [
    (number: number) => entities[number]?.startLine ?? 0,
    (number: number) => entities[number]?.endLine ?? 0,
  ];
  const last = numbers.reduce((most, number) => Math.max(most, end(number)), 0);
  const innermost = new Int32Array(last + 1).fill(-1);
  const outerFirst = numbers.toSorted((a, b) => start(a) - start(b) || end(b) - end(a));
  for (const number of outerFirst) innermost.fill(number, start(number), end(number) + 1);
  return innermost;
}
