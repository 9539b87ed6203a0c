import { fieldNumber, kindOf } from '../../../syntax/grammar.js';
import { addItem } from './literals.js';
import { AWAIT, CONTAINER, ITERATE, MAKE, SET_ITEM_AT, YIELD_FROM } from './module-flow.js';
import type { Handler, Reader } from './reader.js';
import { assign } from './targets.js';

const K = {
  pair: kindOf('pair'),
  from: kindOf('from'),
  forIn: kindOf('for_in_clause'),
  async: kindOf('async'),
};
const F = {
  value: fieldNumber('value'),
  key: fieldNumber('key'),
  left: fieldNumber('left'),
  right: fieldNumber('right'),
  body: fieldNumber('body'),
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

export const ITERATION: readonly (readonly [string, Handler])[] = [
  ['await', readAwait],
  ['yield', readYield],
  ['list_comprehension', comprehension(CONTAINER.list)],
  ['set_comprehension', comprehension(CONTAINER.set)],
  ['generator_expression', comprehension(CONTAINER.list)],
  ['dictionary_comprehension', comprehension(CONTAINER.dict)],
];
