import { fieldNumber, kindOf } from '../../../syntax/grammar.js';
import { iterate } from './iteration.js';
import type { Handler, Reader } from './reader.js';
import { assign } from './targets.js';

const K = {
  async: kindOf('async'),
};
const F = {
  left: fieldNumber('left'),
  right: fieldNumber('right'),
  condition: fieldNumber('condition'),
  alternative: fieldNumber('alternative'),
  body: fieldNumber('body'),
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

export const LOOPS: readonly (readonly [string, Handler])[] = [
  ['for_statement', readFor],
  ['while_statement', readWhile],
];
