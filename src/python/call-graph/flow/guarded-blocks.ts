import { fieldNumber, kindOf } from '../../../syntax/grammar.js';
import type { Branch } from './environment.js';
import { CATCH, ENTER } from './module-flow.js';
import type { Handler, Reader } from './reader.js';
import { assign } from './targets.js';

const K = {
  else: kindOf('else_clause'),
  except: kindOf('except_clause'),
  finally: kindOf('finally_clause'),
  asPattern: kindOf('as_pattern'),
  block: kindOf('block'),
  withItem: kindOf('with_item'),
  parenthesized: kindOf('parenthesized_expression'),
  tuple: kindOf('tuple'),
  async: kindOf('async'),
};
const F = {
  body: fieldNumber('body'),
  alias: fieldNumber('alias'),
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

/** Blocks that may be left anywhere with something to be done then: `try` and `with`. */
export const GUARDED_BLOCKS: readonly (readonly [string, Handler])[] = [
  ['try_statement', readTry],
  ['with_statement', readWith],
];
