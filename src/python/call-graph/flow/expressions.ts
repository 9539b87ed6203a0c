import { fieldNumber, kindOf } from '../../../syntax/grammar.js';
import { assign } from './targets.js';
import { addItem, constantKey, readHandedOn } from './literals.js';
import {
  ARGUMENT,
  AWAIT,
  CALLED,
  CONTAINER,
  ITEM,
  ITEM_AT,
  ITERATE,
  MAKE,
  OPERATE,
  SET_ITEM_AT,
  SLICE,
  UNBOUND,
  UNKNOWN,
  YIELD_FROM,
} from './module-flow.js';
import { methodOf, reflectedOf } from './operators.js';
import type { Handler, Reader } from './reader.js';

const K = {
  attribute: kindOf('attribute'),
  slice: kindOf('slice'),
  listSplat: kindOf('list_splat'),
  dictionarySplat: kindOf('dictionary_splat'),
  keyword: kindOf('keyword_argument'),
  argumentList: kindOf('argument_list'),
  dictionary: kindOf('dictionary'),
  pair: kindOf('pair'),
  from: kindOf('from'),
  forIn: kindOf('for_in_clause'),
  async: kindOf('async'),
  and: kindOf('and'),
};
const F = {
  object: fieldNumber('object'),
  attribute: fieldNumber('attribute'),
  function: fieldNumber('function'),
  arguments: fieldNumber('arguments'),
  value: fieldNumber('value'),
  name: fieldNumber('name'),
  key: fieldNumber('key'),
  subscript: fieldNumber('subscript'),
  left: fieldNumber('left'),
  right: fieldNumber('right'),
  operator: fieldNumber('operator'),
  operators: fieldNumber('operators'),
  argument: fieldNumber('argument'),
  body: fieldNumber('body'),
  parameters: fieldNumber('parameters'),
};

const readIdentifier: Handler = (reader, node) => reader.readName(reader.bindings.names[node] as number);

const readAttribute: Handler = (reader, node) => {
  const object = reader.read(reader.child(node, F.object));
  return reader.load(object, reader.bindings.names[reader.child(node, F.attribute)] as number);
};

/** The values of a call's arguments, as the instruction has them. */
function readArguments(reader: Reader, list: number): number[] {
  if (list === 0) return [];
  if (reader.kind(list) !== K.argumentList) return [ARGUMENT.positional, reader.read(list), 0];
  return reader.children(list).flatMap(argument => {
    switch (reader.kind(argument)) {
      case K.listSplat:
        return [ARGUMENT.star, reader.read(argument + 1), 0];
      case K.dictionarySplat:
        return [ARGUMENT.doubleStar, reader.read(argument + 1), 0];
      case K.keyword:
        return [
          ARGUMENT.keyword,
          reader.nameOf(argument),
          readHandedOn(reader, reader.child(argument, F.value)),
        ];
      default:
        return [ARGUMENT.positional, readHandedOn(reader, argument), 0];
    }
  });
}

const readCall: Handler = (reader, node) => {
  const callee = reader.child(node, F.function);
  const list = reader.child(node, F.arguments);
  const isMethod = reader.kind(callee) === K.attribute;
  const object = isMethod ? reader.read(reader.child(callee, F.object)) : 0;
  const name = isMethod ? (reader.bindings.names[reader.child(callee, F.attribute)] as number) : 0;
  const method = isMethod ? reader.load(object, name) : reader.read(callee);
  const args = readArguments(reader, list);
  const updates = object === 0 ? [] : updatesOf(reader, reader.writer.strings[name], list);
  const writes = updates.map(([key, value]) => [key, reader.read(value)] as const);
  const changes = MUTATORS.has(reader.writer.strings[name] ?? '') && updates.length === 0;
  if (changes) reader.environment.reveal(object);
  const result = reader.call(method, CALLED.plain, args);
  for (const [key, value] of writes) reader.writeItem(object, key, value);
  return result;
};

/** Methods of the built-in containers that change what they hold. */
const MUTATORS = new Set(
  'append extend insert pop popitem remove clear sort reverse add discard update setdefault'.split(' '),
);

/** What `d.update({"a": f})` and `d.update(a=f)` write, where every key is a constant. */
function updatesOf(reader: Reader, method: string | undefined, list: number): [key: string, value: number][] {
  if (method !== 'update' || reader.kind(list) !== K.argumentList) return [];
  const [first, ...rest] = reader.children(list);
  if (first === undefined || rest.length > 0 || reader.kind(first) !== K.dictionary) return [];
  const found: [string, number][] = [];
  for (const pair of reader.children(first)) {
    const key = reader.kind(pair) === K.pair ? constantKey(reader, reader.child(pair, F.key)) : undefined;
    if (key === undefined) return [];
    found.push([key, reader.child(pair, F.value)]);
  }
  return found;
}

const readSubscript: Handler = (reader, node) => {
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

const readNamed: Handler = (reader, node) => {
  const value = reader.read(reader.child(node, F.value));
  reader.bindName(reader.nameOf(node), value);
  return value;
};

const readAwait: Handler = (reader, node) => {
  const value = reader.read(node + 1);
  if (value === 0) return 0;
  reader.callOut();
  const result = reader.writer.newNode();
  reader.writer.emit(AWAIT, value, result, reader.scope.id);
  return result;
};

const readYield: Handler = (reader, node) => {
  const { writer, environment, frame } = reader;
  const [first, second] = reader.children(node);
  if (first === undefined) return 0;
  const isFrom = reader.kind(first) === K.from;
  const value = reader.read(isFrom ? (second ?? first) : first);
  environment.escape(value);
  reader.callOut();
  if (!isFrom) {
    writer.copy(value, frame.yields);
    return 0;
  }
  if (value === 0) return 0;
  const result = writer.newNode();
  writer.emit(YIELD_FROM, value, frame.yields, result, reader.scope.id);
  return result;
};

/** What iterating over a value gives. */
export function iterate(reader: Reader, iterable: number, isAsync: boolean): number {
  if (iterable === 0) return 0;
  reader.environment.reveal(iterable);
  reader.callOut();
  const item = reader.writer.newNode();
  reader.writer.emit(ITERATE, iterable, item, reader.scope.id, Number(isAsync));
  return item;
}

/** A comprehension: its clauses in order, its own names gone afterwards (PEP 572 leaves those of `:=`). */
const comprehension =
  (type: number): Handler =>
  (reader, node) => {
    const { environment, writer, scope } = reader;
    const own: number[] = [];
    const body = reader.child(node, F.body);
    environment.openRegion([]);
    for (const clause of reader.children(node)) {
      if (clause === body) continue;
      if (reader.kind(clause) !== K.forIn) {
        reader.readChildren(clause);
        continue;
      }
      const target = reader.child(clause, F.left);
      const iterable = reader.read(reader.child(clause, F.right));
      const isAsync = reader.children(clause).some(part => reader.kind(part) === K.async);
      own.push(...reader.openInner(target));
      assign(reader, target, iterate(reader, iterable, isAsync));
    }
    const container = writer.newNode();
    writer.emit(MAKE, container, type, -1);
    if (reader.kind(body) === K.pair) {
      const key = reader.read(reader.child(body, F.key));
      const value = reader.read(reader.child(body, F.value));
      environment.escape(key);
      environment.escape(value);
      writer.emit(SET_ITEM_AT, container, key, value, scope.id);
    } else addItem(reader, container, reader.read(body));
    environment.closeRegion();
    reader.closeInner(own);
    return container;
  };

export const EXPRESSIONS: readonly (readonly [string, Handler])[] = [
  ['identifier', readIdentifier],
  ['attribute', readAttribute],
  ['call', readCall],
  ['subscript', readSubscript],
  ['conditional_expression', readConditional],
  ['boolean_operator', readBoolean],
  ['binary_operator', readBinary],
  ['comparison_operator', readComparison],
  ['unary_operator', readUnary],
  ['named_expression', readNamed],
  ['parenthesized_expression', (reader, node) => reader.read(node + 1)],
  ['await', readAwait],
  ['yield', readYield],
  ['list_comprehension', comprehension(CONTAINER.list)],
  ['set_comprehension', comprehension(CONTAINER.set)],
  ['generator_expression', comprehension(CONTAINER.list)],
  ['dictionary_comprehension', comprehension(CONTAINER.dict)],
  ['type', () => 0],
];
