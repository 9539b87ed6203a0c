import { fieldNumber, kindOf } from '../../../syntax/grammar.js';
import { constantKey, readHandedOn } from './literals.js';
import { OPERATE } from './module-flow.js';
import { methodOf, reflectedOf } from './operators.js';
import type { Handler, Reader } from './reader.js';

const K = {
  and: kindOf('and'),
};
const F = {
  left: fieldNumber('left'),
  right: fieldNumber('right'),
  operator: fieldNumber('operator'),
  operators: fieldNumber('operators'),
  argument: fieldNumber('argument'),
};

/** Values of which one is taken. */
function oneOf(reader: Reader, values: readonly number[]): number {
  const known = [...new Set(values)].filter(value => value !== 0);
  if (known.length <= 1) return known[0] ?? 0;
  const joined = reader.writer.newNode();
  for (const value of known) {
    reader.environment.escape(value);
    reader.writer.copy(value, joined);
  }
  return joined;
}

const readConditional: Handler = (reader, node) => {
  const [then = 0, condition = 0, otherwise = 0] = reader.children(node);
  reader.read(condition);
  return oneOf(reader, [reader.read(then), reader.read(otherwise)]);
};

/** `a or b` is either; `a and b` is `b` wherever `a` is something that can be called, which is always true. */
const readBoolean: Handler = (reader, node) => {
  const left = reader.read(reader.child(node, F.left));
  const right = reader.read(reader.child(node, F.right));
  return reader.kind(reader.child(node, F.operator)) === K.and ? right : oneOf(reader, [left, right]);
};

/** An operator's call of the method that defines it (Python's reference, section 3.3.8). */
export function operate(
  reader: Reader,
  left: number,
  right: number,
  operator: string,
  inPlace = false,
): number {
  reader.environment.escape(left);
  reader.environment.escape(right);
  if (left === 0 && right === 0) return 0;
  const { writer } = reader;
  const value = writer.newNode();
  const [method, reflected] = [methodOf(operator), reflectedOf(operator)];
  if (method === '') return 0;
  reader.callOut();
  writer.emit(
    OPERATE,
    left,
    right,
    writer.intern(method),
    writer.intern(reflected),
    Number(inPlace),
    value,
    reader.scope.id,
  );
  return value;
}

const readBinary: Handler = (reader, node) => {
  const left = reader.read(reader.child(node, F.left));
  const right = reader.read(reader.child(node, F.right));
  return operate(reader, left, right, reader.text(reader.child(node, F.operator)));
};

const readComparison: Handler = (reader, node) => {
  const { tree } = reader;
  let left = 0;
  let operator = '';
  for (const child of reader.children(node)) {
    if (tree.fields[child] === F.operators) operator = reader.text(child).replace(/\s+/g, ' ');
    else {
      const right = readHandedOn(reader, child);
      if (operator === 'in' || operator === 'not in') operate(reader, right, left, 'in');
      else if (operator !== '') operate(reader, left, right, operator);
      left = right;
    }
  }
  return 0;
};

const readUnary: Handler = (reader, node) => {
  const key = constantKey(reader, node);
  if (key !== undefined) return reader.constant(key);
  const value = reader.read(reader.child(node, F.argument));
  return operate(reader, value, 0, `unary ${reader.text(reader.child(node, F.operator))}`);
};

export const OPERATIONS: readonly (readonly [string, Handler])[] = [
  ['conditional_expression', readConditional],
  ['boolean_operator', readBoolean],
  ['binary_operator', readBinary],
  ['comparison_operator', readComparison],
  ['unary_operator', readUnary],
];
