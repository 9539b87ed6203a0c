import { fieldNumber } from '../../../syntax/grammar.js';
import { readCall } from './call-expressions.js';
import { ITERATION } from './iteration.js';
import { OPERATIONS } from './operations.js';
import type { Handler } from './reader.js';
import { readSubscript } from './subscripts.js';

const F = {
  object: fieldNumber('object'),
  attribute: fieldNumber('attribute'),
  value: fieldNumber('value'),
};

const readIdentifier: Handler = (reader, node) => reader.readName(reader.bindings.names[node] as number);

const readAttribute: Handler = (reader, node) => {
  const object = reader.read(reader.child(node, F.object));
  return reader.load(object, reader.bindings.names[reader.child(node, F.attribute)] as number);
};

const readNamed: Handler = (reader, node) => {
  const value = reader.read(reader.child(node, F.value));
  reader.bindName(reader.nameOf(node), value);
  return value;
};

export const EXPRESSIONS: readonly (readonly [string, Handler])[] = [
  ['identifier', readIdentifier],
  ['attribute', readAttribute],
  ['call', readCall],
  ['subscript', readSubscript],
  ['named_expression', readNamed],
  ['parenthesized_expression', (reader, node) => reader.read(node + 1)],
  ['type', () => 0],
  ...OPERATIONS,
  ...ITERATION,
];
