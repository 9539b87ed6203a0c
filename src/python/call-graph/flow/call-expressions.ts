import { fieldNumber, kindOf } from '../../../syntax/grammar.js';
import { constantKey, readHandedOn } from './literals.js';
import { ARGUMENT, CALLED } from './module-flow.js';
import type { Handler, Reader } from './reader.js';

const K = {
  attribute: kindOf('attribute'),
  listSplat: kindOf('list_splat'),
  dictionarySplat: kindOf('dictionary_splat'),
  keyword: kindOf('keyword_argument'),
  argumentList: kindOf('argument_list'),
  dictionary: kindOf('dictionary'),
  pair: kindOf('pair'),
};
const F = {
  object: fieldNumber('object'),
  attribute: fieldNumber('attribute'),
  function: fieldNumber('function'),
  arguments: fieldNumber('arguments'),
  value: fieldNumber('value'),
  key: fieldNumber('key'),
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

/** A call: the callee, the arguments, and what the methods of built-in containers write. */
export const readCall: Handler = (reader, node) => {
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
