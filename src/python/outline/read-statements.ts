import { fieldNumber, kindOf } from '../../syntax/grammar.js';
import { MARK, type Reading } from './reading.js';

const IDENTIFIER = kindOf('identifier');
const ATTRIBUTE = kindOf('attribute');
const SUBSCRIPT = kindOf('subscript');
const CALL = kindOf('call');
const ASSIGNMENT = kindOf('assignment');
const AS_TARGET = kindOf('as_pattern_target');
const STRING = kindOf('string');
const BLOCK = kindOf('block');
const AS_PATTERN = kindOf('as_pattern');
const GLOBAL = kindOf('global_statement');
const LEFT = fieldNumber('left');
const CAUSE = fieldNumber('cause');
const CONDITION = fieldNumber('condition');
const CONSEQUENCE = fieldNumber('consequence');

/** Statements that only hold others: what stands in them is the module's own. */
const CLAUSES = new Set(['elif_clause', 'else_clause', 'except_clause', 'finally_clause'].map(kindOf));

export function readModule(reading: Reading, node: number): void {
  reading.markChildren(node, MARK.top);
}

/** `if` and `try` hold definitions and imports that are the module's; a guarded start is a statement of its own. */
export function readIf(reading: Reading, node: number, mark: number): void {
  const condition = reading.child(node, CONDITION);
  const text = condition < 0 ? '' : shortText(reading, condition);
  if (mark === MARK.top && text.startsWith('__name__')) return ownStatement(reading, node);
  reading.conditionalEnd = Math.max(reading.conditionalEnd, reading.after(node));
  const consequence = reading.child(node, CONSEQUENCE);
  if (consequence >= 0 && /(?:^|\.)TYPE_CHECKING$/.test(text))
    reading.typingEnd = Math.max(reading.typingEnd, reading.after(consequence));
  if (mark === MARK.top) markBlocks(reading, node);
}

export function readTry(reading: Reading, node: number, mark: number): void {
  reading.conditionalEnd = Math.max(reading.conditionalEnd, reading.after(node));
  if (mark === MARK.top) markBlocks(reading, node);
}

export function readWith(reading: Reading, node: number, mark: number): void {
  if (mark === MARK.top) markBlocks(reading, node);
}

/** A loop of a module is one statement; the names that it assigns are the module's. */
export function readFor(reading: Reading, node: number, mark: number): void {
  if (mark === MARK.top) ownStatement(reading, node);
  const left = reading.child(node, LEFT);
  if (left >= 0) reading.marks[left] = MARK.target;
}

export function readOtherStatement(reading: Reading, node: number, mark: number): void {
  if (mark === MARK.top) ownStatement(reading, node);
}

/** An expression of a module that does something is a statement of its own; docstrings and `…` are none. */
export function readExpressionStatement(reading: Reading, node: number, mark: number): void {
  const expression = node + 1;
  if (expression >= reading.after(node)) return;
  const kind = reading.kind(expression);
  if (kind === STRING) return reading.skipTo(reading.after(node));
  if (mark !== MARK.top) return;
  const first = firstTarget(reading, expression);
  if (first < 0) {
    if (reading.hasChildren(expression)) ownStatement(reading, node);
    return;
  }
  const place = { startLine: reading.startLine(node), endLine: reading.endLine(node) };
  const entity = reading.entities.add('constant', reading.word(first), 0, place);
  reading.own(entity, reading.after(node));
}

/** Binds an `as` target, or an element of one: what is a target passes on to its parts. */
export function readTargets(reading: Reading, node: number, mark: number): void {
  if (mark === MARK.target || reading.kind(node) === AS_TARGET) reading.markChildren(node, MARK.target);
  else if (mark === MARK.caught) reading.markChildren(node, MARK.caught);
  else if (mark === MARK.raised) reading.markChildren(node, MARK.raised);
}

export function readDelete(reading: Reading, node: number): void {
  const target = node + 1;
  if (target < reading.after(node)) reading.marks[target] = MARK.target;
}

/** `global` and `nonlocal`; what is global is bound by the module. */
export function readDeclaration(reading: Reading, node: number): void {
  const where = reading.kind(node) === GLOBAL ? 'global' : 'nonlocal';
  const end = reading.after(node);
  for (let child = node + 1; child < end; child = reading.after(child)) {
    const name = reading.word(child);
    reading.scope.declare(name, where);
    if (where === 'global' && !reading.module.bound.has(name)) reading.module.bind(name);
  }
  reading.skipTo(end);
}

export function readRaise(reading: Reading, node: number): void {
  const end = reading.after(node);
  for (let child = node + 1; child < end; child = reading.after(child))
    if (reading.tree.fields[child] !== CAUSE) reading.marks[child] = MARK.raised;
}

/** What is caught stands first; the name after `as` holds an instance of it. */
export function readExcept(reading: Reading, node: number): void {
  const first = node + 1;
  if (first >= reading.after(node) || reading.kind(first) === BLOCK) return;
  const caught = reading.kind(first) === AS_PATTERN ? first + 1 : first;
  reading.marks[caught] = MARK.caught;
}

/** `x as y`, in a `case` too, where `y` is a plain name. */
export function readAsPattern(reading: Reading, node: number): void {
  const end = reading.after(node);
  for (let child = reading.after(node + 1); child < end; child = reading.after(child))
    if (reading.kind(child) === IDENTIFIER) reading.marks[child] = MARK.target;
}

/** A module's assignment to a plain name, or to several at once: the first of them, or -1. */
function firstTarget(reading: Reading, assignment: number): number {
  if (reading.kind(assignment) !== ASSIGNMENT) return -1;
  let target = assignment + 1;
  for (let depth = 0; depth < 8; depth += 1) {
    const kind = reading.kind(target);
    if (kind === IDENTIFIER) return target;
    if (kind === ATTRIBUTE || kind === SUBSCRIPT || kind === CALL || !reading.hasChildren(target)) return -1;
    target += 1;
  }
  return -1;
}

function ownStatement(reading: Reading, node: number): void {
  const place = { startLine: reading.startLine(node), endLine: reading.endLine(node) };
  reading.own(reading.entities.addUnnamed('statement', 0, place), reading.after(node));
}

function markBlocks(reading: Reading, node: number): void {
  const end = reading.after(node);
  for (let child = node + 1; child < end; child = reading.after(child)) {
    if (reading.kind(child) === BLOCK) reading.markChildren(child, MARK.top);
    else if (CLAUSES.has(reading.kind(child))) markBlocks(reading, child);
  }
}

/** The text of a node, empty when it is too long to be looked at. */
function shortText(reading: Reading, node: number): string {
  const { starts, ends } = reading.tree;
  return (ends[node] as number) - (starts[node] as number) > 100 ? '' : reading.textOf(node);
}
