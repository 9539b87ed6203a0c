import type { EntityKind } from '../../domain/entity.js';
import { fieldNumber, kindOf } from '../../syntax/grammar.js';
import { bindParameters, bindTypeParameters } from './bind-parameters.js';
import { LexicalScope } from './lexical-scope.js';
import { GIVES, kindNumber } from './module-outline.js';
import { isFixture, readTestNames } from './read-test-names.js';
import { MARK, type Reading } from './reading.js';

const FUNCTION = kindOf('function_definition');
const CLASS = kindOf('class_definition');
const DECORATOR = kindOf('decorator');
const FOR_IN = kindOf('for_in_clause');
const IDENTIFIER = kindOf('identifier');
const GENERIC = kindOf('generic_type');
const TYPE_PARAMETER = kindOf('type_parameter');
const NAME = fieldNumber('name');
const BODY = fieldNumber('body');
const LEFT = fieldNumber('left');
const RIGHT = fieldNumber('right');
const DEFINITION = fieldNumber('definition');
const PARAMETERS = fieldNumber('parameters');
const TYPE_PARAMETERS = fieldNumber('type_parameters');
const RETURN_TYPE = fieldNumber('return_type');
const SUPERCLASSES = fieldNumber('superclasses');

const CONSTANT = kindNumber('constant');
const STATEMENT = kindNumber('statement');
const CLASS_ENTITY = kindNumber('class');

/** A definition with its decorators: all of it is the entity's. */
export function readDecorated(reading: Reading, node: number): void {
  const definition = reading.child(node, DEFINITION);
  if (definition < 0) return;
  if (reading.kind(definition) === FUNCTION) define(reading, definition, node);
  else if (reading.kind(definition) === CLASS) defineClass(reading, definition, node);
}

/** A function or method; its defaults and annotations belong to what surrounds it. */
export function readFunction(reading: Reading, node: number): void {
  if (reading.defined.node !== node) define(reading, node, node);
  const entity = reading.owner;
  const outer = withTypeParameters(reading, node, entity);
  const scope = new LexicalScope('function', outer, entity);
  const parameters = reading.child(node, PARAMETERS);
  if (parameters >= 0) bindParameters(reading, parameters, scope, methodKind(reading, node, outer));
  const returned = reading.child(node, RETURN_TYPE);
  if (returned >= 0)
    reading.values.push({
      holder: entity,
      name: GIVES,
      value: { kind: 'annotation', node: returned, scope: outer },
    });
  const body = reading.child(node, BODY);
  if (body >= 0) reading.enterAt(body, scope);
}

/** A class: its bases are seen from outside, its body is a scope of its own. */
export function readClass(reading: Reading, node: number): void {
  if (reading.defined.node !== node) defineClass(reading, node, node);
  const outer = withTypeParameters(reading, node, reading.owner);
  const bases = reading.child(node, SUPERCLASSES);
  if (bases >= 0) reading.markChildren(bases, MARK.base);
  const body = reading.child(node, BODY);
  if (body >= 0) reading.enterAt(body, new LexicalScope('class', outer, reading.owner));
}

export function readLambda(reading: Reading, node: number): void {
  const { owner, scope } = reading;
  const place = { startLine: reading.startLine(node), endLine: reading.endLine(node) };
  const entity = reading.entities.addUnnamed('lambda', scope.entity, place);
  const ownerKind = reading.entities.kindOf(owner);
  if (ownerKind === CONSTANT || ownerKind === STATEMENT) reading.holdsLambda.push(owner, entity);
  reading.own(entity, reading.after(node));
  const inner = new LexicalScope('lambda', scope, entity);
  const parameters = reading.child(node, PARAMETERS);
  if (parameters >= 0) bindParameters(reading, parameters, inner, undefined);
  const body = reading.child(node, BODY);
  if (body >= 0) reading.enterAt(body, inner);
}

/** The first iterable is evaluated outside; everything else inside (Python reference, section 6.2.4). */
export function readComprehension(reading: Reading, node: number): void {
  const outer = reading.scope;
  const end = reading.after(node);
  reading.enter(new LexicalScope('comprehension', outer, outer.entity), end);
  for (let child = node + 1; child < end; child = reading.after(child)) {
    if (reading.kind(child) !== FOR_IN) continue;
    const iterable = reading.child(child, RIGHT);
    if (iterable >= 0) reading.enterAt(iterable, outer);
    return;
  }
}

/** `type X[T] = …` (PEP 695). */
export function readTypeAlias(reading: Reading, node: number): void {
  const left = reading.child(node, LEFT);
  if (left < 0) return;
  const target = left + 1;
  const isGeneric = reading.kind(target) === GENERIC;
  const name = isGeneric ? target + 1 : target;
  // The grammar takes `type(self).attribute = value` for an alias.
  if (reading.kind(name) !== IDENTIFIER) return;
  reading.marks[name] = MARK.skip;
  if (reading.scope === reading.module && reading.owner === 0) {
    const place = { startLine: reading.startLine(node), endLine: reading.endLine(node) };
    reading.own(reading.entities.add('constant', reading.word(name), 0, place), reading.after(node));
  }
  reading.scope.bind(reading.word(name));
  const list = isGeneric ? reading.after(name) : -1;
  if (list < 0 || reading.kind(list) !== TYPE_PARAMETER) return;
  const inner = new LexicalScope('type-parameters', reading.scope, reading.scope.entity);
  bindTypeParameters(reading, list, inner);
  reading.enter(inner, reading.after(node));
}

function define(reading: Reading, node: number, whole: number): void {
  const nameNode = reading.child(node, NAME);
  if (nameNode < 0) return;
  reading.marks[nameNode] = MARK.skip;
  const name = reading.word(nameNode);
  const kind = functionKind(reading, name, whole);
  const entity = addDefinition(reading, kind, name, whole);
  if (kind === 'test' || kind === 'fixture') readTestNames(reading, node, whole, entity);
  reading.defined = { node, from: whole };
}

function functionKind(reading: Reading, name: number, whole: number): EntityKind {
  const { scope, isTest } = reading;
  const isMember = scope.kind === 'class';
  if (isTest && (isMember || scope === reading.module)) {
    if (isFixture(reading, whole)) return 'fixture';
    if (reading.words.word(name).startsWith('test')) return 'test';
  }
  return isMember ? 'method' : 'function';
}

function defineClass(reading: Reading, node: number, whole: number): void {
  const nameNode = reading.child(node, NAME);
  if (nameNode < 0) return;
  reading.marks[nameNode] = MARK.skip;
  addDefinition(reading, 'class', reading.word(nameNode), whole);
  reading.defined = { node, from: whole };
}

function addDefinition(reading: Reading, kind: EntityKind, name: number, whole: number): number {
  const { scope } = reading;
  const place = { startLine: reading.startLine(whole), endLine: reading.endLine(whole) };
  const entity = reading.entities.add(kind, name, scope.entity, place);
  if (scope.declaration(name) === 'global')
    reading.module.define(name, reading.meaning({ kind: 'entity', entity }));
  else scope.define(name, reading.meaning({ kind: 'entity', entity }));
  reading.own(entity, reading.after(whole));
  return entity;
}

/** PEP 695: type parameters live in a scope between the definition and what surrounds it. */
function withTypeParameters(reading: Reading, node: number, entity: number): LexicalScope {
  const list = reading.child(node, TYPE_PARAMETERS);
  if (list < 0) return reading.scope;
  const scope = new LexicalScope('type-parameters', reading.scope, entity);
  bindTypeParameters(reading, list, scope);
  reading.enter(scope, reading.after(node));
  return scope;
}

/** What the first parameter of a function in a class stands for. */
function methodKind(reading: Reading, node: number, scope: LexicalScope): 'self' | 'class' | undefined {
  let owner: LexicalScope | undefined = scope;
  if (owner.kind === 'type-parameters') owner = owner.parent;
  if (owner?.kind !== 'class' || reading.entities.kindOf(owner.entity) !== CLASS_ENTITY) return undefined;
  const name = reading.child(node, NAME);
  const word = name < 0 ? '' : reading.textOf(name);
  if (word === '__new__' || word === '__init_subclass__' || word === '__class_getitem__') return 'class';
  const { from } = reading.defined;
  for (let before = from === node ? node : from + 1; before < node; before = reading.after(before)) {
    if (reading.kind(before) !== DECORATOR) continue;
    const decorator = reading.kind(before + 1) === IDENTIFIER ? reading.textOf(before + 1) : '';
    if (decorator === 'staticmethod') return undefined;
    if (decorator === 'classmethod') return 'class';
  }
  return 'self';
}
