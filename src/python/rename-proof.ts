import { resolveName, type ModuleScopes, type Scope } from './scopes/index.js';

/**
 * True when two readings of a module differ in names alone: the same occurrences in the same scopes, each meaning
 * the binding that its counterpart meant, and no two bindings of a scope made one. This is what makes a rename
 * free of capture (Python reference, section 4.2.2). Names that no scope binds, builtins above all, must stay as
 * they were, save those of `freed`: what a star import provides under a new name.
 */
export function sameBindings(
  before: ModuleScopes,
  after: ModuleScopes,
  freed: ReadonlyMap<string, string> = new Map(),
): boolean {
  if (before.occurrences.length !== after.occurrences.length) return false;
  const numbersBefore = numberScopes(before.module);
  const numbersAfter = numberScopes(after.module);
  if (numbersBefore.size !== numbersAfter.size) return false;
  const renamed = new Map<string, string>();
  const original = new Map<string, string>();
  return before.occurrences.every((occurrence, index) => {
    const counterpart = after.occurrences[index];
    if (counterpart === undefined || counterpart.role !== occurrence.role) return false;
    if (numbersBefore.get(occurrence.scope) !== numbersAfter.get(counterpart.scope)) return false;
    const meant = resolveName(occurrence.name, occurrence.scope);
    const means = resolveName(counterpart.name, counterpart.scope);
    if (meant === undefined || means === undefined) {
      const expected = freed.get(occurrence.name) ?? occurrence.name;
      return meant === means && counterpart.name === expected;
    }
    if (numbersBefore.get(meant) !== numbersAfter.get(means)) return false;
    const scope = numbersBefore.get(meant);
    const from = `${scope}:${occurrence.name}`;
    const to = `${scope}:${counterpart.name}`;
    return remember(renamed, from, to) && remember(original, to, from);
  });
}

function remember(known: Map<string, string>, key: string, value: string): boolean {
  const earlier = known.get(key);
  if (earlier !== undefined) return earlier === value;
  known.set(key, value);
  return true;
}

/** Every scope with its place in a walk, parents first. */
function numberScopes(module: Scope): ReadonlyMap<Scope, number> {
  const numbers = new Map<Scope, number>();
  const visit = (scope: Scope): void => {
    numbers.set(scope, numbers.size);
    scope.children.forEach(visit);
  };
  visit(module);
  return numbers;
}
