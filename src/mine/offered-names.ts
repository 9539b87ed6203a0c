import { undecorated } from '../python/exported-symbols.js';
import { declaredExports } from '../python/slicing/name-table.js';
import type { SourceModule } from '../python/slicing/source-module.js';
import type { Unit } from '../python/slicing/units.js';
import { fieldOf, textOf, type SyntaxNode } from '../syntax/parse-python.js';
import { definitionIn } from './roles.js';

/** A public name that a statement of a module binds for others. */
export interface OfferedName {
  readonly name: string;
  /** The statement that tells most about it: a definition, or an assignment. */
  readonly statement: SyntaxNode;
  /** Whether it may be asked for by itself: a function or class, or what is made of one; no mere value. */
  readonly isCapability: boolean;
  /** The function or class of the same module that it is another name for. */
  readonly aliasOf?: string;
}

/** Statements that stand at the top level of a module for all that is inside of others. */
const BRANCHES = new Set([
  'block',
  'elif_clause',
  'else_clause',
  'except_clause',
  'except_group_clause',
  'finally_clause',
  'if_statement',
  'try_statement',
  'with_statement',
]);
/** What a callable is made by: `OMD = OrderedMultiDict`, `first = partial(nth, 0)`, `lazy = property(f)`. */
const MAKES = new Set(['attribute', 'call', 'identifier', 'lambda', 'subscript']);

const known = new WeakMap<Unit, readonly OfferedName[]>();

/**
 * The public names that a unit of an implementation offers, in source order: functions and classes, also those under a
 * top-level `if`, `try` or `with`, and what is bound by assignment when the module's `__all__` lists it or when it is
 * another name for a function or class of the module, or for a method of an object that the module makes. The last binding of a name counts.
 */
export function offeredNames(module: SourceModule, unit: Unit): readonly OfferedName[] {
  const found = known.get(unit) ?? read(module, unit);
  known.set(unit, found);
  return found;
}

function read(module: SourceModule, unit: Unit): readonly OfferedName[] {
  const definition = definitionIn(module, unit);
  if (definition !== undefined) {
    const [statement] = unit.nodes;
    const isPublic = statement !== undefined && !definition.name.startsWith('_');
    return isPublic ? [{ name: definition.name, statement, isCapability: true }] : [];
  }
  if (unit.kind !== 'assignment' && unit.kind !== 'block') return [];
  if (![...unit.binds].some(name => !name.startsWith('_'))) return [];
  const found = new Map<string, OfferedName>();
  for (const statement of statementsIn(unit))
    for (const offered of boundBy(module, statement)) found.set(offered.name, offered);
  return [...found.values()].filter(({ name }) => unit.binds.has(name));
}

/** The statements of a unit that run as its module is loaded, without those that only hold others. */
function statementsIn({ nodes }: Unit): readonly SyntaxNode[] {
  const statements: SyntaxNode[] = [];
  const open = nodes.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (BRANCHES.has(node.type)) open.push(...node.children.toReversed());
    else statements.push(node);
  }
  return statements;
}

function boundBy(module: SourceModule, statement: SyntaxNode): readonly OfferedName[] {
  const { tree } = module;
  const { type } = undecorated(statement);
  if (type === 'function_definition' || type === 'class_definition') {
    const node = fieldOf(undecorated(statement), 'name');
    const name = node === undefined ? '_' : textOf(tree, node);
    return name.startsWith('_') ? [] : [{ name, statement, isCapability: true }];
  }
  const names: string[] = [];
  let value = statement.type === 'expression_statement' ? statement.children[0] : undefined;
  // `first = second = value` gives the value to both.
  while (value?.type === 'assignment') {
    const target = fieldOf(value, 'left');
    if (target?.type === 'identifier') names.push(textOf(tree, target));
    value = fieldOf(value, 'right');
  }
  if (value === undefined) return [];
  const listed = declaredExports(module);
  const original = value.type === 'identifier' ? textOf(tree, value) : undefined;
  const aliasOf = original !== undefined && definesPublicly(module, original) ? original : undefined;
  const isCapability = MAKES.has(value.type);
  const isMethod = isMethodOfOne(module, value);
  return names
    .filter(name => !name.startsWith('_') && name !== original)
    .filter(name => listed?.includes(name) === true || aliasOf !== undefined || isMethod)
    .map(name => ({ name, statement, isCapability, ...(aliasOf !== undefined && { aliasOf }) }));
}

/** Whether it is a method of an object that the module makes of a class of its own: `seed = _random.seed`. */
function isMethodOfOne(module: SourceModule, value: SyntaxNode): boolean {
  if (value.type !== 'attribute') return false;
  const [object = '', method, ...deeper] = textOf(module.tree, value).split('.');
  const maker = module.units.find(({ kind, binds }) => kind === 'assignment' && binds.has(object));
  const [assignment] = maker?.nodes[0]?.children ?? [];
  const call = assignment && fieldOf(assignment, 'right');
  const callee = call?.type === 'call' ? fieldOf(call, 'function') : undefined;
  if (callee?.type !== 'identifier' || deeper.length > 0) return false;
  const name = textOf(module.tree, callee);
  const [definition] = module.units.find(unit => definitionIn(module, unit)?.name === name)?.nodes ?? [];
  const members = definition && fieldOf(undecorated(definition), 'body')?.children;
  return (members ?? []).some(member => {
    const own = undecorated(member);
    const called = own.type === 'function_definition' ? fieldOf(own, 'name') : undefined;
    return called !== undefined && textOf(module.tree, called) === method;
  });
}

function definesPublicly(module: SourceModule, name: string): boolean {
  return !name.startsWith('_') && module.units.some(unit => definitionIn(module, unit)?.name === name);
}
