import type { SourceModule } from '../../python/slicing/source-module.js';
import type { Unit } from '../../python/slicing/units.js';
import { wordsOf } from '../exact/carry/test-units.js';

/** What pytest or unittest takes up by its name, whoever mentions it: definitions, and assignments. */
const TAKEN_UP = { definition: /^([tT]est|pytest|set[uU]p|tear[dD]own|__)/, assignment: /^(pytest|__)/ };
/** The name that a fixture is asked for by, where it is not the function's. */
const FIXTURE_NAME = /\bfixture\([^()]{0,200}?\bname\s*=\s*["'](\w+)["']/g;

/**
 * The statements of a test file that its tests use, directly or through others, by the words in them: whatever is
 * collected or done as the file is loaded, and all that it mentions. More may be held to be used than is.
 */
export function usedUnits(module: SourceModule): ReadonlySet<Unit> {
  const named = new Map<string, Unit[]>();
  for (const unit of module.units)
    for (const name of namesOf(module, unit)) named.set(name, [...(named.get(name) ?? []), unit]);
  const used = new Set(module.units.filter(unit => isTakenUp(module, unit)));
  for (const unit of used)
    for (const word of wordsOf(textOfUnit(module, unit)))
      for (const other of named.get(word) ?? []) used.add(other);
  return used;
}

/** Everything in these statements that looks like a name. */
export function wordsIn(module: SourceModule, units: Iterable<Unit>): ReadonlySet<string> {
  return new Set([...units].flatMap(unit => [...wordsOf(textOfUnit(module, unit))]));
}

function namesOf(module: SourceModule, unit: Unit): readonly string[] {
  if (unit.kind !== 'definition' && unit.kind !== 'assignment') return [];
  const asked = [...textOfUnit(module, unit).matchAll(FIXTURE_NAME)].flatMap(([, name]) => name ?? []);
  return [...unit.binds, ...asked];
}

function isTakenUp(module: SourceModule, unit: Unit): boolean {
  if (unit.kind === 'import') return unit.imports.length === 0;
  if (unit.kind !== 'definition' && unit.kind !== 'assignment') return true;
  const pattern = TAKEN_UP[unit.kind];
  if ([...unit.binds].some(name => pattern.test(name))) return true;
  // A class of tests may be called anything: its methods tell.
  return (
    unit.kind === 'definition' && /\bautouse\b|^\s+(async\s+)?def\s+test/m.test(textOfUnit(module, unit))
  );
}

function textOfUnit({ tree }: SourceModule, { start, end }: Unit): string {
  return tree.text.slice(start, end);
}
