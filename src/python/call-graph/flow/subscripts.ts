import { fieldNumber, kindOf } from '../../../syntax/grammar.js';
import { constantKey } from './literals.js';
import { ITEM, ITEM_AT, SLICE, UNBOUND, UNKNOWN } from './module-flow.js';
import type { Handler, Reader } from './reader.js';

const K = {
  slice: kindOf('slice'),
};
const F = {
  value: fieldNumber('value'),
  subscript: fieldNumber('subscript'),
};

/** Reads the item that a subscript names, by a constant where it is one, or a slice. */
export const readSubscript: Handler = (reader, node) => {
  const object = reader.read(reader.child(node, F.value));
  const [index = 0, ...more] = reader.children(node, F.subscript);
  return readItem(reader, object, index, more);
};

function readItem(reader: Reader, object: number, index: number, more: readonly number[]): number {
  const { writer, environment, scope } = reader;
  const key = more.length === 0 ? constantKey(reader, index) : undefined;
  if (key !== undefined) {
    if (object === 0) return 0;
    const name = writer.intern(key);
    const known = environment.lookUp(object, name);
    if (known !== undefined) return known;
    environment.reveal(object);
    const value = writer.newNode();
    writer.emit(ITEM, object, name, value, scope.id);
    return value;
  }
  if (reader.kind(index) === K.slice) {
    const [start, stop] = sliceBounds(reader, index);
    if (object === 0) return 0;
    environment.escape(object);
    const value = writer.newNode();
    writer.emit(SLICE, object, start, stop, value, scope.id);
    return value;
  }
  const at = reader.read(index);
  more.forEach(part => reader.read(part));
  if (object === 0) return 0;
  environment.reveal(object);
  reader.callOut();
  const value = writer.newNode();
  writer.emit(ITEM_AT, object, more.length === 0 ? at : 0, value, scope.id);
  return value;
}

/** The bounds of `[start:stop]`, told apart by where the colon is. */
function sliceBounds(reader: Reader, slice: number): [start: number, stop: number] {
  const { tree } = reader;
  const parts = reader.children(slice);
  parts.forEach(part => reader.read(part));
  const colon = (part: number) => tree.text.slice(tree.starts[slice], tree.starts[part]).includes(':');
  const bound = (part: number | undefined) => {
    if (part === undefined) return UNBOUND;
    const key = constantKey(reader, part);
    return key?.startsWith('i:') === true ? Number(key.slice(2)) : UNKNOWN;
  };
  if (reader.text(slice).replace(/\s/g, '').split(':').length > 2 && parts.length > 2)
    return [UNKNOWN, UNKNOWN];
  const [first, second] = parts;
  if (first !== undefined && colon(first)) return [UNBOUND, bound(first)];
  return [bound(first), bound(second)];
}
