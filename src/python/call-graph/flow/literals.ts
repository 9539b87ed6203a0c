import { fieldNumber, kindOf } from '../../../syntax/grammar.js';
import { ABSORB, CONTAINER, MAKE, SET_ITEM_AT } from './module-flow.js';
import type { Handler, Reader } from './reader.js';

const K = {
  integer: kindOf('integer'),
  unary: kindOf('unary_operator'),
  string: kindOf('string'),
  content: kindOf('string_content'),
  start: kindOf('string_start'),
  interpolation: kindOf('interpolation'),
  listSplat: kindOf('list_splat'),
  dictionarySplat: kindOf('dictionary_splat'),
  pair: kindOf('pair'),
  parenthesized: kindOf('parenthesized_expression'),
};
const F = { key: fieldNumber('key'), value: fieldNumber('value') };

const CONTAINERS = new Map([
  [kindOf('list'), 'list'],
  [kindOf('tuple'), 'tuple'],
  [kindOf('set'), 'set'],
  [kindOf('dictionary'), 'dict'],
]);
const DATA = new Set(
  'list tuple set dictionary pair integer float true false unary_operator - +'.split(' ').map(kindOf),
);

const isNumber = (reader: Reader, node: number) =>
  reader.kind(node) === K.integer || reader.kind(node) === K.unary;

/** Containers with more constants than this are tables of data: their constants are not told apart. */
const MOST_CONSTANTS = 16;

/** A constant that can be an index or a key: 's:a', 'i:1', undefined for anything else. */
export function constantKey(reader: Reader, node: number): string | undefined {
  switch (reader.kind(node)) {
    case K.integer: {
      const text = reader.text(node);
      return /^\d{1,4}$/.test(text) ? `i:${Number(text)}` : undefined;
    }
    case K.unary: {
      const text = reader.text(node).replace(/\s/g, '');
      return /^-\d{1,4}$/.test(text) ? `i:${Number(text)}` : undefined;
    }
    case K.string:
      return plainText(reader, node);
    case K.parenthesized:
      return constantKey(reader, node + 1);
    default:
      return undefined;
  }
}

/** The key of a string without escapes and interpolations. */
function plainText(reader: Reader, node: number): string | undefined {
  const { next } = reader.tree;
  const end = next[node] as number;
  if (node + 1 >= end || !/^[uU]?["']/.test(reader.text(node + 1))) return undefined;
  if (node + 3 === end) return 's:';
  if (node + 4 !== end || reader.kind(node + 2) !== K.content) return undefined;
  const text = reader.text(node + 2);
  return text.length <= 64 ? `s:${text}` : undefined;
}

const readInteger: Handler = (reader, node) => {
  const key = constantKey(reader, node);
  return key === undefined ? 0 : reader.constant(key);
};

const readString: Handler = (reader, node) => {
  const key = plainText(reader, node);
  if (key !== undefined) return reader.constant(key);
  if (/^[a-zA-Z]*[bB]/.test(reader.text(node + 1))) return 0;
  const { next } = reader.tree;
  for (let child = node + 1; child < (next[node] as number); child = next[child] as number)
    if (reader.kind(child) === K.interpolation) reader.readChildren(child);
  return reader.constant('s');
};

const readConcatenated: Handler = (reader, node) => {
  reader.readChildren(node);
  return reader.constant('s');
};

function make(reader: Reader, type: number, length: number): number {
  const container = reader.writer.newNode();
  reader.writer.emit(MAKE, container, type, length);
  reader.environment.created(container, length);
  return container;
}

/**
 * Reads a value that is handed on at once: a container of constants alone, such as a test's data, is one of its type
 * like any other, since nothing that could be called is in it.
 */
export function readHandedOn(reader: Reader, node: number): number {
  const type = CONTAINERS.get(reader.kind(node));
  if (type === undefined || !isData(reader, node)) return reader.read(node);
  return reader.constant(`${type}`);
}

/** Whether nothing but numbers and containers of them is below a node. */
function isData(reader: Reader, node: number): boolean {
  const { kinds, next } = reader.tree;
  const end = next[node] as number;
  if (end === node + 1) return false;
  for (let below = node + 1; below < end; below += 1) if (!DATA.has(kinds[below] as number)) return false;
  return true;
}

/** A list, tuple or set, with its items at their places as long as none before is starred. */
export function readSequence(reader: Reader, node: number, type: number): number {
  const items = reader.children(node);
  const isStarred = items.some(item => reader.kind(item) === K.listSplat);
  const keepsConstants = items.length <= MOST_CONSTANTS;
  const values = items.map(item =>
    reader.kind(item) === K.listSplat
      ? reader.read(item + 1)
      : !keepsConstants && constantKey(reader, item) !== undefined
        ? 0
        : isNumber(reader, item)
          ? 0
          : readHandedOn(reader, item),
  );
  const container = make(reader, type, isStarred ? -1 : items.length);
  let isPlaced = true;
  items.forEach((item, index) => {
    const value = values[index] as number;
    if (reader.kind(item) === K.listSplat) {
      reader.environment.escape(value);
      reader.writer.emit(ABSORB, container, value, reader.scope.id);
      isPlaced = false;
    } else if (isPlaced)
      reader.environment.fill(container, reader.writer.intern(`i:${index}`), value, reader.scope.id);
    else addItem(reader, container, value);
  });
  return container;
}

/** Adds an item at a place that is not known. */
export function addItem(reader: Reader, container: number, value: number): void {
  if (value === 0) return;
  reader.environment.escape(value);
  reader.environment.reveal(container);
  reader.writer.emit(SET_ITEM_AT, container, 0, value, reader.scope.id);
}

const readDictionary: Handler = (reader, node) => {
  const entries = reader.children(node);
  const container = make(reader, CONTAINER.dict, -1);
  for (const entry of entries) {
    if (reader.kind(entry) === K.dictionarySplat) {
      const other = reader.read(entry + 1);
      reader.environment.escape(other);
      reader.environment.reveal(container);
      reader.writer.emit(ABSORB, container, other, reader.scope.id);
    } else if (reader.kind(entry) === K.pair) readPair(reader, container, entry);
  }
  return container;
};

function readPair(reader: Reader, container: number, pair: number): void {
  const { environment, writer, scope } = reader;
  const key = reader.child(pair, F.key);
  const constant = constantKey(reader, key);
  const index = constant === undefined ? reader.read(key) : 0;
  const held = reader.child(pair, F.value);
  const value = isNumber(reader, held) ? 0 : readHandedOn(reader, held);
  if (constant !== undefined) return environment.fill(container, writer.intern(constant), value, scope.id);
  environment.escape(index);
  environment.escape(value);
  writer.emit(SET_ITEM_AT, container, index, value, scope.id);
}

export const LITERALS: readonly (readonly [string, Handler])[] = [
  ['integer', readInteger],
  ['string', readString],
  ['concatenated_string', readConcatenated],
  ['list', (reader, node) => readSequence(reader, node, CONTAINER.list)],
  ['tuple', (reader, node) => readSequence(reader, node, CONTAINER.tuple)],
  ['expression_list', (reader, node) => readSequence(reader, node, CONTAINER.tuple)],
  ['set', (reader, node) => readSequence(reader, node, CONTAINER.set)],
  ['dictionary', readDictionary],
];
