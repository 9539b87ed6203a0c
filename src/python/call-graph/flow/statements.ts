import { fieldNumber, kindOf } from '../../../syntax/grammar.js';
import type { Branch } from './environment.js';
import { iterate, operate } from './expressions.js';
import { CATCH, ENTER, RAISE } from './module-flow.js';
import { readPattern } from './patterns.js';
import type { Handler, Reader } from './reader.js';
import { assign } from './targets.js';

const K = {
  string: kindOf('string'),
  elif: kindOf('elif_clause'),
  else: kindOf('else_clause'),
  except: kindOf('except_clause'),
  finally: kindOf('finally_clause'),
  asPattern: kindOf('as_pattern'),
  block: kindOf('block'),
  withItem: kindOf('with_item'),
  parenthesized: kindOf('parenthesized_expression'),
  tuple: kindOf('tuple'),
  async: kindOf('async'),
  caseClause: kindOf('case_clause'),
  identifier: kindOf('identifier'),
  expressionList: kindOf('expression_list'),
};
const F = {
  left: fieldNumber('left'),
  right: fieldNumber('right'),
  operator: fieldNumber('operator'),
  condition: fieldNumber('condition'),
  consequence: fieldNumber('consequence'),
  alternative: fieldNumber('alternative'),
  body: fieldNumber('body'),
  value: fieldNumber('value'),
  alias: fieldNumber('alias'),
  cause: fieldNumber('cause'),
  subject: fieldNumber('subject'),
  guard: fieldNumber('guard'),
};

const readExpressionStatement: Handler = (reader, node) => {
  if (reader.kind(node + 1) !== K.string || reader.tree.next[node + 1] !== node + 4)
    reader.readChildren(node);
  return 0;
};

const readAssignment: Handler = (reader, node) => {
  const right = reader.child(node, F.right);
  if (right === 0) return 0;
  const value = reader.read(right);
  assign(reader, reader.child(node, F.left), value);
  return value;
};

const readAugmented: Handler = (reader, node) => {
  const target = reader.child(node, F.left);
  const left = reader.read(target);
  const right = reader.read(reader.child(node, F.right));
  const operator = reader.text(reader.child(node, F.operator)).slice(0, -1);
  assign(reader, target, operate(reader, left, right, operator, true));
  return 0;
};

const readReturn: Handler = (reader, node) => {
  const { environment, tree } = reader;
  const value = node + 1 < (tree.next[node] as number) ? reader.read(node + 1) : 0;
  reader.returnValue(value);
  environment.isDead = true;
  return 0;
};

const readRaise: Handler = (reader, node) => {
  const { environment, tree, writer, scope } = reader;
  for (const part of reader.children(node)) {
    const value = reader.read(part);
    environment.escape(value);
    reader.callOut();
    if (value !== 0 && (tree.fields[part] === F.cause || part === node + 1))
      writer.emit(RAISE, value, scope.id);
  }
  environment.isDead = true;
  return 0;
};

const readJump: Handler = reader => {
  reader.environment.isDead = true;
  return 0;
};

const readDelete: Handler = (reader, node) => {
  const targets = reader.kind(node + 1) === K.expressionList ? reader.children(node + 1) : [node + 1];
  for (const target of targets) assign(reader, target, 0);
  return 0;
};

const readIf: Handler = (reader, node) => {
  const { environment } = reader;
  const branches: Branch[] = [];
  reader.read(reader.child(node, F.condition));
  branches.push(reader.branch(() => reader.read(reader.child(node, F.consequence))));
  let hasElse = false;
  for (const clause of reader.children(node, F.alternative)) {
    if (reader.kind(clause) === K.elif) {
      reader.read(reader.child(clause, F.condition));
      branches.push(reader.branch(() => reader.read(reader.child(clause, F.consequence))));
    } else {
      hasElse = true;
      branches.push(reader.branch(() => reader.read(reader.child(clause, F.body))));
    }
  }
  if (!hasElse) branches.push(new Map());
  environment.merge(branches);
  return 0;
};

/** A stretch that may run any number of times. */
function loop(reader: Reader, node: number, read: () => void): void {
  const { environment, tree, bindings, scope } = reader;
  const region = environment.openRegion(bindings.boundWithin(node, tree.next[node] as number, scope));
  environment.assume(region);
  const wasDead = environment.isDead;
  read();
  environment.isDead = wasDead;
  environment.closeRegion();
  environment.assume(region);
  const otherwise = reader.child(node, F.alternative);
  if (otherwise !== 0) environment.merge([reader.branch(() => reader.read(otherwise)), new Map()]);
}

const readFor: Handler = (reader, node) => {
  const iterable = reader.read(reader.child(node, F.right));
  const isAsync = reader.kind(node + 1) === K.async;
  const item = iterate(reader, iterable, isAsync);
  loop(reader, node, () => {
    assign(reader, reader.child(node, F.left), item);
    reader.read(reader.child(node, F.body));
  });
  return 0;
};

const readWhile: Handler = (reader, node) => {
  loop(reader, node, () => {
    reader.read(reader.child(node, F.condition));
    reader.read(reader.child(node, F.body));
  });
  return 0;
};

const readTry: Handler = (reader, node) => {
  const { environment, tree, bindings, scope } = reader;
  const clauses = reader.children(node);
  const region = environment.openRegion(bindings.boundWithin(node, tree.next[node] as number, scope));
  const branches: Branch[] = [];
  branches.push(
    reader.branch(() => {
      reader.read(reader.child(node, F.body));
      for (const clause of clauses)
        if (reader.kind(clause) === K.else) reader.read(reader.child(clause, F.body));
    }),
  );
  for (const clause of clauses)
    if (reader.kind(clause) === K.except)
      branches.push(
        reader.branch(() => {
          environment.assume(region);
          readExcept(reader, clause);
        }),
      );
  environment.closeRegion();
  environment.merge(branches);
  for (const clause of clauses)
    if (reader.kind(clause) === K.finally) {
      const isDead = environment.isDead;
      if (isDead) environment.assume(region);
      environment.isDead = false;
      reader.readChildren(clause);
      environment.isDead ||= isDead;
    }
  return 0;
};

function readExcept(reader: Reader, clause: number): void {
  for (const part of reader.children(clause)) {
    if (reader.kind(part) === K.block) reader.read(part);
    else if (reader.kind(part) === K.asPattern) {
      const classes = reader.read(part + 1);
      reader.environment.escape(classes);
      const caught = reader.writer.newNode();
      if (classes !== 0) reader.writer.emit(CATCH, classes, caught);
      assign(reader, reader.child(part, F.alias) + 1, classes === 0 ? 0 : caught);
    } else reader.read(part);
  }
}

const readWith: Handler = (reader, node) => {
  const isAsync = reader.kind(node + 1) === K.async;
  const clause = isAsync ? node + 2 : node + 1;
  for (const item of withItems(reader, clause)) {
    const isNamed = reader.kind(item) === K.asPattern;
    const manager = reader.read(isNamed ? item + 1 : item);
    reader.environment.escape(manager);
    reader.callOut();
    const entered = reader.writer.newNode();
    if (manager !== 0) reader.writer.emit(ENTER, manager, entered, reader.scope.id, Number(isAsync));
    if (isNamed) assign(reader, reader.child(item, F.alias) + 1, manager === 0 ? 0 : entered);
  }
  reader.read(reader.child(node, F.body));
  return 0;
};

/** The managers of a `with`, those in brackets included. */
function withItems(reader: Reader, clause: number): number[] {
  return reader.children(clause).flatMap(item => {
    const value = reader.kind(item) === K.withItem ? item + 1 : item;
    const inner = value + 1;
    if (reader.kind(value) === K.parenthesized && reader.kind(inner) === K.asPattern) return [inner];
    if (reader.kind(value) !== K.tuple) return [value];
    const parts = reader.children(value);
    return parts.some(part => reader.kind(part) === K.asPattern) ? parts : [value];
  });
}

const readMatch: Handler = (reader, node) => {
  const subject = reader.read(reader.child(node, F.subject));
  reader.environment.escape(subject);
  const branches: Branch[] = [new Map()];
  for (const clause of reader.children(reader.child(node, F.body))) {
    if (reader.kind(clause) !== K.caseClause) continue;
    branches.push(
      reader.branch(() => {
        for (const part of reader.children(clause)) {
          if (reader.tree.fields[part] === F.consequence) reader.read(part);
          else if (reader.tree.fields[part] === F.guard) reader.readChildren(part);
          else readPattern(reader, part, subject);
        }
      }),
    );
  }
  reader.environment.merge(branches);
  return 0;
};

export const STATEMENTS: readonly (readonly [string, Handler])[] = [
  ['expression_statement', readExpressionStatement],
  ['assignment', readAssignment],
  ['augmented_assignment', readAugmented],
  ['return_statement', readReturn],
  ['raise_statement', readRaise],
  ['break_statement', readJump],
  ['continue_statement', readJump],
  ['delete_statement', readDelete],
  ['if_statement', readIf],
  ['for_statement', readFor],
  ['while_statement', readWhile],
  ['try_statement', readTry],
  ['with_statement', readWith],
  ['match_statement', readMatch],
  ['global_statement', () => 0],
  ['nonlocal_statement', () => 0],
  ['type_alias_statement', () => 0],
];
