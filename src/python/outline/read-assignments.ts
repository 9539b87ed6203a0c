import { fieldNumber, kindOf } from '../../syntax/grammar.js';
import { bindTarget } from './bind-target.js';
import { scopeBinding, withoutComprehensions } from './lexical-scope.js';
import { readExportStep } from './read-exports.js';
import { MARK, type HeldValue, type Reading } from './reading.js';

const IDENTIFIER = kindOf('identifier');
const ATTRIBUTE = kindOf('attribute');
const CALL = kindOf('call');
const NONE = kindOf('none');
const LEFT = fieldNumber('left');
const RIGHT = fieldNumber('right');
const TYPE = fieldNumber('type');
const NAME = fieldNumber('name');

/** An assignment: its targets are bound, one name with what it is known to hold. */
export function readAssignment(reading: Reading, node: number): void {
  const left = reading.child(node, LEFT);
  if (left < 0) return;
  const right = reading.child(node, RIGHT);
  const held = heldBy(reading, node, right);
  const kind = reading.kind(left);
  if (kind === IDENTIFIER) {
    reading.marks[left] = MARK.skip;
    if (readExportStep(reading, node, left, right)) return;
    // A name that is `None` at first is known by what it holds later.
    const isUnset = right >= 0 && reading.kind(right) === NONE && held === undefined;
    if (!isUnset || !reading.scope.bound.has(reading.word(left)))
      bindTarget(reading, left, reading.scope, held);
    return;
  }
  reading.marks[left] = MARK.target;
  if (kind === ATTRIBUTE && held !== undefined) readOwnAttribute(reading, left, held);
}

/** `x += …`: what the module binds is written to. */
export function readAugmented(reading: Reading, node: number): void {
  const left = reading.child(node, LEFT);
  if (left < 0) return;
  if (reading.kind(left) === IDENTIFIER && readExportStep(reading, node, left, reading.child(node, RIGHT)))
    return;
  if (reading.kind(left) === IDENTIFIER) {
    const { scope } = reading;
    if (scope === reading.module || scope.declaration(reading.word(left)) === 'global')
      reading.use('writes', left, left);
    else bindTarget(reading, left, scope);
    reading.marks[left] = MARK.skip;
  } else reading.marks[left] = MARK.target;
}

/** A walrus binds outside of the comprehensions that it stands in (PEP 572). */
export function readWalrus(reading: Reading, node: number): void {
  const name = reading.child(node, NAME);
  if (name < 0) return;
  reading.marks[name] = MARK.skip;
  bindTarget(reading, name, withoutComprehensions(reading.scope));
}

/** The annotation, or else a value that leads somewhere. */
function heldBy(reading: Reading, node: number, right: number): HeldValue | undefined {
  const annotation = reading.child(node, TYPE);
  const { scope } = reading;
  if (annotation >= 0) return { kind: 'annotation', node: annotation, scope };
  if (right < 0) return undefined;
  const kind = reading.kind(right);
  return kind === IDENTIFIER || kind === ATTRIBUTE || kind === CALL
    ? { kind: 'value', node: right, scope }
    : undefined;
}

/** `self.name = …`: an attribute of the class whose method it stands in. */
function readOwnAttribute(reading: Reading, target: number, held: HeldValue): void {
  const object = target + 1;
  if (reading.kind(object) !== IDENTIFIER) return;
  const name = reading.word(object);
  const meaning = reading.meanings[scopeBinding(name, reading.scope)?.bound.get(name) ?? -1];
  if (meaning?.kind !== 'self' && meaning?.kind !== 'class') return;
  const holder = meaning.scope.parent?.entity;
  const attribute = reading.after(object);
  if (holder !== undefined) reading.values.push({ holder, name: reading.word(attribute), value: held });
}
