import { outermost, type LexicalScope } from './lexical-scope.js';
import { relationNumber } from './module-outline.js';
import type { HeldValue, Reading } from './reading.js';

const WRITES = relationNumber('writes');

/**
 * Binds the name at a node in a scope, with what it is known to hold. A name that is declared `global` is the
 * module's, and to bind it is to write to it.
 */
export function bindTarget(reading: Reading, node: number, scope: LexicalScope, held?: HeldValue): void {
  const name = reading.word(node);
  const declared = scope.declaration(name);
  if (declared === 'global') {
    outermost(scope).bind(name);
    reading.uses.push({ name, scope, owner: reading.owner, relation: WRITES, chain: node });
  } else if (declared === undefined) {
    bindName(reading, name, scope, held);
  }
}

/** Binds a name in a scope. */
export function bindName(reading: Reading, name: number, scope: LexicalScope, held?: HeldValue): void {
  scope.bind(name, held === undefined ? undefined : reading.meaning(held));
  // An entity of this very name is found by it.
  if (scope === reading.module && reading.owner !== 0 && reading.entities.nameOf(reading.owner) !== name)
    reading.bindings.push(name, reading.owner);
  if (held !== undefined && (scope === reading.module || scope.kind === 'class'))
    reading.values.push({ holder: scope.entity, name, value: held });
}
