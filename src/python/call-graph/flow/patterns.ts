import { fieldNumber, kindOf } from '../../../syntax/grammar.js';
import { constantKey } from './literals.js';
import { ITEM, UNPACK, UNPACK_REST } from './module-flow.js';
import type { Reader } from './reader.js';

const K = {
  casePattern: kindOf('case_pattern'),
  dottedName: kindOf('dotted_name'),
  identifier: kindOf('identifier'),
  asPattern: kindOf('as_pattern'),
  list: kindOf('list_pattern'),
  tuple: kindOf('tuple_pattern'),
  dict: kindOf('dict_pattern'),
  splat: kindOf('splat_pattern'),
  union: kindOf('union_pattern'),
  class: kindOf('class_pattern'),
  keyword: kindOf('keyword_pattern'),
};
const F = { key: fieldNumber('key'), value: fieldNumber('value') };

/** Binds the captures of a pattern to what the value has at their places (PEP 634). */
export function readPattern(reader: Reader, pattern: number, value: number): void {
  const parts = reader.children(pattern);
  switch (reader.kind(pattern)) {
    case K.casePattern:
      // `case (a):` has brackets, and a sequence may be written without any: both are read as their parts.
      for (const part of parts) readPattern(reader, part, value);
      return;
    case K.dottedName:
      if (parts.length === 1) capture(reader, pattern + 1, value);
      return;
    case K.asPattern:
      for (const part of parts)
        if (reader.kind(part) === K.identifier) capture(reader, part, value);
        else readPattern(reader, part, value);
      return;
    case K.union:
      for (const part of parts) readPattern(reader, part, value);
      return;
    case K.list:
    case K.tuple:
      return readSequence(reader, parts, value);
    case K.dict:
      return readMapping(reader, parts, value);
    case K.class:
      return readClass(reader, parts, value);
  }
}

function capture(reader: Reader, identifier: number, value: number): void {
  reader.bindName(reader.bindings.names[identifier] as number, value);
}

const isSplat = (reader: Reader, part: number) =>
  reader.kind(part) === K.splat || (reader.kind(part) === K.casePattern && reader.kind(part + 1) === K.splat);

function readSequence(reader: Reader, parts: readonly number[], value: number): void {
  const { writer, scope } = reader;
  const starred = parts.findIndex(part => isSplat(reader, part));
  parts.forEach((part, index) => {
    const item = value === 0 ? 0 : writer.newNode();
    const after = parts.length - 1 - index;
    if (index !== starred) {
      if (value !== 0)
        writer.emit(UNPACK, value, starred >= 0 && index > starred ? -1 - after : index, item, scope.id);
      return readPattern(reader, part, item);
    }
    if (value !== 0) writer.emit(UNPACK_REST, value, index, after, item, scope.id);
    const splat = reader.kind(part) === K.splat ? part : part + 1;
    for (const name of reader.children(splat))
      if (reader.kind(name) === K.identifier) capture(reader, name, item);
  });
}

function readMapping(reader: Reader, parts: readonly number[], value: number): void {
  const { writer, tree, scope } = reader;
  let key: string | undefined;
  for (const part of parts) {
    if (tree.fields[part] === F.key) key = constantKey(reader, part);
    else if (tree.fields[part] === F.value) {
      const item = value === 0 || key === undefined ? 0 : writer.newNode();
      if (item !== 0 && key !== undefined) writer.emit(ITEM, value, writer.intern(key), item, scope.id);
      readPattern(reader, part, item);
    } else if (reader.kind(part) === K.splat) capture(reader, part + 1, value);
  }
}

/** Positional parts of a class pattern go by `__match_args__`, which is not followed. */
function readClass(reader: Reader, parts: readonly number[], value: number): void {
  for (const part of parts.slice(1)) {
    const inner = reader.kind(part) === K.casePattern ? part + 1 : part;
    if (reader.kind(inner) !== K.keyword) {
      readPattern(reader, part, 0);
      continue;
    }
    const [name = 0, pattern] = reader.children(inner);
    if (pattern !== undefined)
      readPattern(reader, pattern, reader.load(value, reader.bindings.names[name] as number));
  }
}
