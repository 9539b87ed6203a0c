import { fieldNumber, kindOf } from '../../../syntax/grammar.js';
import { IMPORT, IMPORT_ALL, IMPORT_FROM } from './module-flow.js';
import type { Handler, Reader } from './reader.js';

const K = {
  aliased: kindOf('aliased_import'),
  relative: kindOf('relative_import'),
  prefix: kindOf('import_prefix'),
  dottedName: kindOf('dotted_name'),
  wildcard: kindOf('wildcard_import'),
};
const F = { name: fieldNumber('name'), alias: fieldNumber('alias'), moduleName: fieldNumber('module_name') };

/** A dotted name's text, whatever blanks are in it. */
const dotted = (reader: Reader, node: number) => reader.text(node).replace(/[\s\\]+/g, '');

const readImport: Handler = (reader, node) => {
  const { writer, bindings } = reader;
  reader.callOut();
  for (const entry of reader.children(node, F.name)) {
    const isAliased = reader.kind(entry) === K.aliased;
    const path = isAliased ? reader.child(entry, F.name) : entry;
    const name = dotted(reader, path);
    const bound = isAliased ? reader.child(entry, F.alias) : path + 1;
    const value = writer.newNode();
    writer.emit(IMPORT, value, writer.intern(isAliased ? name : (name.split('.')[0] ?? name)), 0);
    reader.bindName(bindings.names[bound] as number, value);
  }
  return 0;
};

/** The module of a `from` import, and its leading dots. */
function sourceOf(reader: Reader, node: number): { readonly module: string; readonly level: number } {
  const source = reader.child(node, F.moduleName);
  if (reader.kind(source) !== K.relative) return { module: dotted(reader, source), level: 0 };
  const parts = reader.children(source);
  const prefix = parts.find(part => reader.kind(part) === K.prefix);
  const name = parts.find(part => reader.kind(part) === K.dottedName);
  return {
    module: name === undefined ? '' : dotted(reader, name),
    level: prefix === undefined ? 0 : dotted(reader, prefix).length,
  };
}

const readImportFrom: Handler = (reader, node) => {
  const { writer, bindings } = reader;
  const { module, level } = sourceOf(reader, node);
  const from = writer.intern(module);
  reader.callOut();
  for (const entry of reader.children(node)) {
    if (reader.kind(entry) === K.wildcard) writer.emit(IMPORT_ALL, from, level);
    if (reader.tree.fields[entry] !== F.name) continue;
    const isAliased = reader.kind(entry) === K.aliased;
    const path = isAliased ? reader.child(entry, F.name) : entry;
    const bound = isAliased ? reader.child(entry, F.alias) : path + 1;
    const value = writer.newNode();
    writer.emit(IMPORT_FROM, value, from, level, writer.intern(dotted(reader, path)));
    reader.bindName(bindings.names[bound] as number, value);
  }
  return 0;
};

export const IMPORTS: readonly (readonly [string, Handler])[] = [
  ['import_statement', readImport],
  ['import_from_statement', readImportFrom],
  ['future_import_statement', () => 0],
];
