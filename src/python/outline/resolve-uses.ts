import { ROOT, relationNumber, type ModuleOutline } from './module-outline.js';
import { bindingOf } from './resolve-name.js';
import { ChainReader } from './read-chain-steps.js';
import type { Reading } from './reading.js';
import { RowTable } from './row-table.js';

const CALLS = relationNumber('calls');
const READS = relationNumber('reads');
const FIXTURE = relationNumber('fixture');

/**
 * Says where every use of a file leads as far as the file can tell, when all its bindings are known (Python reference,
 * section 4.2: a binding anywhere in a scope holds for the whole of it). Uses of plain local values and of builtins
 * are dropped; of their methods, the names are kept.
 */
export function resolveUses(reading: Reading): ModuleOutline {
  const { words } = reading;
  const chains = new ChainReader(reading);
  const uses = new RowTable(5, reading.uses.length);
  for (const use of reading.uses) {
    const steps = use.steps ?? chains.stepsOf(use.chain);
    const root = bindingOf(reading, chains, use.name, use.scope, steps);
    if (root === undefined) {
      const method = steps[steps.length - 1];
      if (use.relation === CALLS && method !== undefined && isName(method))
        uses.add(1, use.owner, CALLS, ROOT.unknown, words.number(method), -1);
      continue;
    }
    // To read a local name is no use of what it was given: giving it that was.
    if (use.relation === READS && root.isHeld && steps.length === 0) continue;
    uses.add(1, use.owner, use.relation, root.kind, root.number, chains.pathOf(root.steps));
  }
  for (let at = 0; at < reading.unknownCalls.length; at += 2)
    uses.add(1, at2(reading.unknownCalls, at), CALLS, ROOT.unknown, at2(reading.unknownCalls, at + 1), -1);
  for (let at = 0; at < reading.holdsLambda.length; at += 2)
    uses.add(1, at2(reading.holdsLambda, at), READS, ROOT.entity, at2(reading.holdsLambda, at + 1), -1);
  for (const { owner, name } of reading.fixtureNames) uses.add(1, owner, FIXTURE, ROOT.fixture, name, -1);
  return {
    path: reading.path,
    lines: reading.lineCount,
    entities: reading.entities.toArray(),
    imports: Int32Array.from(reading.imports),
    uses: uses.toArray(),
    values: valuesOf(reading, chains),
    bindings: Int32Array.from(reading.bindings),
    exports: Int32Array.from(reading.exports),
    texts: Int32Array.from(reading.texts),
    names: words.list,
  };
}

/** What names, attributes and calls hold or give, where that leads somewhere; the first value of each counts. */
function valuesOf(reading: Reading, chains: ChainReader): Int32Array {
  const rows: number[] = [];
  const seen = new Set<string>();
  for (const { holder, name, value } of reading.values) {
    const key = `${holder} ${name}`;
    if (seen.has(key)) continue;
    const root = chains.heldRoot(value);
    const found = root && bindingOf(reading, chains, root.name, value.scope, root.steps);
    if (found === undefined) continue;
    seen.add(key);
    rows.push(holder, name, found.kind, found.number, chains.pathOf(found.steps));
  }
  return Int32Array.from(rows);
}

const isName = (step: string): boolean => /^\w/.test(step);

const at2 = (list: readonly number[], at: number): number => list[at] as number;
