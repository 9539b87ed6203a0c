import { fieldNumber, kindOf } from '../../../syntax/grammar.js';
import { BRANCHES } from './branches.js';
import { GUARDED_BLOCKS } from './guarded-blocks.js';
import { LOOPS } from './loops.js';
import { RAISE } from './module-flow.js';
import { operate } from './operations.js';
import type { Handler } from './reader.js';
import { assign } from './targets.js';

const K = {
  string: kindOf('string'),
  expressionList: kindOf('expression_list'),
};
const F = {
  left: fieldNumber('left'),
  right: fieldNumber('right'),
  operator: fieldNumber('operator'),
  cause: fieldNumber('cause'),
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

export const STATEMENTS: readonly (readonly [string, Handler])[] = [
  ['expression_statement', readExpressionStatement],
  ['assignment', readAssignment],
  ['augmented_assignment', readAugmented],
  ['return_statement', readReturn],
  ['raise_statement', readRaise],
  ['break_statement', readJump],
  ['continue_statement', readJump],
  ['delete_statement', readDelete],
  ['global_statement', () => 0],
  ['nonlocal_statement', () => 0],
  ['type_alias_statement', () => 0],
  ...BRANCHES,
  ...LOOPS,
  ...GUARDED_BLOCKS,
];
