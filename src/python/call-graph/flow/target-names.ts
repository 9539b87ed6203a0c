import type { FlatTree } from '../../../syntax/flat-tree.js';
import { kindOf } from '../../../syntax/grammar.js';

const K = {
  identifier: kindOf('identifier'),
  attribute: kindOf('attribute'),
  subscript: kindOf('subscript'),
};

/** The identifiers that targets between two nodes bind, which those of attributes and subscripts are not. */
export function* namesIn({ kinds, next }: FlatTree, from: number, to: number): Generator<number> {
  for (let node = from; node < to;) {
    if (kinds[node] === K.identifier) yield node;
    node = kinds[node] === K.attribute || kinds[node] === K.subscript ? (next[node] as number) : node + 1;
  }
}

/** The names that a target binds. */
export function targetNames(tree: FlatTree, names: Int32Array, target: number): number[] {
  return [...namesIn(tree, target, tree.next[target] ?? target)].map(node => names[node] as number);
}
