import { fieldNumber, kindOf } from '../../../syntax/grammar.js';
import { constantKey } from './literals.js';
import { CONTAINER, MAKE, SET_ITEM_AT, UNPACK, UNPACK_REST } from './module-flow.js';
import type { Reader } from './reader.js';

const K = {
  identifier: kindOf('identifier'),
  attribute: kindOf('attribute'),
  subscript: kindOf('subscript'),
  slice: kindOf('slice'),
  parenthesized: kindOf('parenthesized_expression'),
  splat: new Set([kindOf('list_splat_pattern'), kindOf('list_splat')]),
  sequence: new Set(
    ['pattern_list', 'tuple_pattern', 'list_pattern', 'tuple', 'list', 'expression_list'].map(kindOf),
  ),
};
const F = {
  object: fieldNumber('object'),
  attribute: fieldNumber('attribute'),
  value: fieldNumber('value'),
  subscript: fieldNumber('subscript'),
};

/** Binds a target of any form to a value (Python's reference, section 7.2). */
export function assign(reader: Reader, target: number, value: number): void {
  const kind = reader.kind(target);
  if (kind === K.identifier) reader.bindName(reader.bindings.names[target] as number, value);
  else if (kind === K.attribute) {
    const object = reader.read(reader.child(target, F.object));
    reader.store(object, reader.bindings.names[reader.child(target, F.attribute)] as number, value);
  } else if (kind === K.subscript) assignItem(reader, target, value);
  else if (K.sequence.has(kind)) unpack(reader, reader.children(target), value, reader.text(target));
  else if (kind === K.parenthesized || K.splat.has(kind)) assign(reader, target + 1, value);
}

function assignItem(reader: Reader, target: number, value: number): void {
  const { environment, writer, scope } = reader;
  const object = reader.read(reader.child(target, F.value));
  const indices = reader.children(target, F.subscript);
  const [index = 0] = indices;
  const key = indices.length === 1 ? constantKey(reader, index) : undefined;
  if (key !== undefined) return reader.writeItem(object, key, value);
  const at = indices.map(part => reader.read(part));
  if (object === 0) return;
  environment.escape(value);
  environment.reveal(object);
  writer.emit(
    SET_ITEM_AT,
    object,
    indices.length === 1 && reader.kind(index) !== K.slice ? (at[0] as number) : 0,
    value,
    scope.id,
  );
}

/** Takes a value apart into targets of which one may be starred. */
export function unpack(reader: Reader, targets: readonly number[], value: number, text: string): void {
  const [only] = targets;
  // Brackets around one target are no tuple.
  if (targets.length === 1 && only !== undefined && text.startsWith('(') && !/,\s*\)$/.test(text))
    return assign(reader, only, value);
  const starred = targets.findIndex(target => K.splat.has(reader.kind(target)));
  const length = reader.environment.lengthOf(value);
  const parts = targets.map((_, index) => {
    if (value === 0) return 0;
    if (starred < 0 || index < starred) return part(reader, value, index);
    const after = targets.length - 1 - index;
    if (index === starred) return rest(reader, value, index, after, length);
    return part(reader, value, length === undefined ? -1 - after : length - 1 - after);
  });
  targets.forEach((target, index) => assign(reader, target, parts[index] as number));
}

function part(reader: Reader, value: number, index: number): number {
  const { environment, writer } = reader;
  const key = writer.intern(`i:${index}`);
  const known = environment.lookUp(value, key);
  if (known !== undefined) return known;
  reader.callOut();
  environment.reveal(value);
  const item = writer.newNode();
  writer.emit(UNPACK, value, index, item, reader.scope.id);
  return item;
}

function rest(
  reader: Reader,
  value: number,
  before: number,
  after: number,
  length: number | undefined,
): number {
  const { environment, writer, scope } = reader;
  const list = writer.newNode();
  if (length === undefined) {
    environment.reveal(value);
    writer.emit(UNPACK_REST, value, before, after, list, scope.id);
    return list;
  }
  writer.emit(MAKE, list, CONTAINER.list, Math.max(0, length - before - after));
  environment.created(list, length - before - after);
  for (let index = before; index < length - after; index += 1) {
    const item = part(reader, value, index);
    environment.fill(list, writer.intern(`i:${index - before}`), item, scope.id);
  }
  return list;
}
