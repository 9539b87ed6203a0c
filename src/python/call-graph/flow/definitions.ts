import { fieldNumber, kindOf } from '../../../syntax/grammar.js';
import type { NameScope } from './name-scope.js';
import { ARGUMENT, CALLED, CLASS, FUNCTION, FUNCTION_FLAG, PARAMETER } from './module-flow.js';
import type { Handler, Reader } from './reader.js';

const K = {
  identifier: kindOf('identifier'),
  decorator: kindOf('decorator'),
  async: kindOf('async'),
  lambda: kindOf('lambda'),
  classDefinition: kindOf('class_definition'),
  keyword: kindOf('keyword_argument'),
  listSplat: kindOf('list_splat'),
  dictionarySplat: kindOf('dictionary_splat'),
  keywordSeparator: kindOf('keyword_separator'),
  positionalSeparator: kindOf('positional_separator'),
  listSplatPattern: kindOf('list_splat_pattern'),
  dictionarySplatPattern: kindOf('dictionary_splat_pattern'),
};
const F = {
  name: fieldNumber('name'),
  parameters: fieldNumber('parameters'),
  body: fieldNumber('body'),
  value: fieldNumber('value'),
  definition: fieldNumber('definition'),
  superclasses: fieldNumber('superclasses'),
};

interface Parameter {
  readonly name: number;
  readonly kind: number;
  readonly node: number;
}

/** A signature's parameters, with their defaults flowing into them: these are evaluated where the function stands. */
function readParameters(reader: Reader, list: number): readonly Parameter[] {
  const parameters: Parameter[] = [];
  let kind: number = PARAMETER.positional;
  for (const entry of list === 0 ? [] : reader.children(list)) {
    if (reader.kind(entry) === K.keywordSeparator) kind = PARAMETER.keywordOnly;
    else if (reader.kind(entry) === K.positionalSeparator)
      parameters.forEach((one, index) => {
        parameters[index] = { ...one, kind: PARAMETER.positionalOnly };
      });
    else {
      const parameter = readParameter(reader, entry, kind);
      if (parameter === undefined) continue;
      parameters.push(parameter);
      if (parameter.kind === PARAMETER.star) kind = PARAMETER.keywordOnly;
    }
  }
  return parameters;
}

function readParameter(reader: Reader, entry: number, kind: number): Parameter | undefined {
  const { tree, bindings, writer } = reader;
  let star = kind;
  for (let node = entry; node < (tree.next[entry] as number); node += 1) {
    if (reader.kind(node) === K.listSplatPattern) star = PARAMETER.star;
    else if (reader.kind(node) === K.dictionarySplatPattern) star = PARAMETER.doubleStar;
    else if (reader.kind(node) === K.identifier) {
      const parameter = { name: bindings.names[node] as number, kind: star, node: writer.newNode() };
      const value = reader.child(entry, F.value);
      if (value !== 0) {
        const otherwise = reader.read(value);
        reader.environment.escape(otherwise);
        writer.copy(otherwise, parameter.node);
      }
      return parameter;
    }
  }
  return undefined;
}

/** Makes a function of a definition or a lambda; its body is read later. */
function makeFunction(reader: Reader, node: number, name: string): number {
  const { writer, bindings } = reader;
  const scope = bindings.scopeAt.get(node) as NameScope;
  const parameters = readParameters(reader, reader.child(node, F.parameters));
  reader.nameScope(scope, name);
  const [value, returns] = [writer.newNode(), writer.newNode()];
  const yields = scope.hasYield ? writer.newNode() : 0;
  const flags =
    (reader.kind(node + 1) === K.async ? FUNCTION_FLAG.isAsync : 0) |
    (scope.hasYield ? FUNCTION_FLAG.isGenerator : 0) |
    (reader.scope.kind === 'class' ? FUNCTION_FLAG.isMethod : 0);
  writer.emit(
    FUNCTION,
    value,
    scope.id,
    returns,
    yields,
    flags,
    parameters.length,
    ...parameters.flatMap(parameter => [parameter.name, parameter.kind, parameter.node]),
  );
  reader.later(scope, () => {
    reader.frame = { returns, yields, parameters: parameters.map(parameter => parameter.node) };
    for (const parameter of parameters) reader.bindName(parameter.name, parameter.node);
    const result = reader.read(reader.child(node, F.body));
    if (reader.kind(node) === K.lambda) reader.returnValue(result);
  });
  return value;
}

const readLambda: Handler = (reader, node) => makeFunction(reader, node, reader.nextLambda());

function makeClass(reader: Reader, node: number, name: string): number {
  const { writer, bindings, environment } = reader;
  const scope = bindings.scopeAt.get(node) as NameScope;
  const bases: number[] = [];
  const list = reader.child(node, F.superclasses);
  for (const base of list === 0 ? [] : reader.children(list)) {
    if (reader.kind(base) === K.keyword) reader.read(reader.child(base, F.value));
    else if (reader.kind(base) === K.dictionarySplat) reader.readChildren(base);
    else bases.push(reader.read(reader.kind(base) === K.listSplat ? base + 1 : base));
  }
  bases.forEach(base => environment.escape(base));
  reader.nameScope(scope, name);
  const value = writer.newNode();
  const attributes: number[] = [];
  const body = reader.child(node, F.body);
  for (const [attribute, held] of reader.within(scope, () => reader.read(body)))
    attributes.push(attribute, held);
  writer.emit(CLASS, value, scope.id, bases.length, ...bases, attributes.length / 2, ...attributes);
  return value;
}

function makeDefinition(reader: Reader, node: number): number {
  const name = reader.writer.strings[reader.nameOf(node)] ?? '';
  return reader.kind(node) === K.classDefinition
    ? makeClass(reader, node, name)
    : makeFunction(reader, node, name);
}

const readDefinition: Handler = (reader, node) => {
  const value = makeDefinition(reader, node);
  reader.bindName(reader.nameOf(node), value);
  return value;
};

/** Decorators are evaluated from the first on, and applied from the last on (Python's reference, section 8.7). */
const readDecorated: Handler = (reader, node) => {
  const decorators = reader.children(node).filter(child => reader.kind(child) === K.decorator);
  const values = decorators.map(decorator => reader.read(decorator + 1));
  const definition = reader.child(node, F.definition);
  let value = makeDefinition(reader, definition);
  for (const decorator of values.toReversed()) {
    const decorated = reader.call(decorator, CALLED.asDecorator, [ARGUMENT.positional, value, 0]);
    if (decorated !== 0) value = decorated;
  }
  reader.bindName(reader.nameOf(definition), value);
  return value;
};

export const DEFINITIONS: readonly (readonly [string, Handler])[] = [
  ['function_definition', readDefinition],
  ['class_definition', readDefinition],
  ['decorated_definition', readDecorated],
  ['lambda', readLambda],
];
