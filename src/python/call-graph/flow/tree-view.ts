import type { FlatTree } from '../../../syntax/flat-tree.js';

/** A flat tree, to be asked for the parts of its nodes. */
export class TreeView {
  constructor(readonly tree: FlatTree) {}

  kind(node: number): number {
    return this.tree.kinds[node] as number;
  }

  /** The text of a node. */
  text(node: number): string {
    return this.tree.text.slice(this.tree.starts[node], this.tree.ends[node]);
  }

  /** The first child with this role, 0 for none: the root is nobody's child. */
  child(node: number, field: number): number {
    const { next, fields } = this.tree;
    for (let child = node + 1; child < (next[node] as number); child = next[child] as number)
      if (fields[child] === field) return child;
    return 0;
  }

  /** All children with this role, or all. */
  children(node: number, field?: number): number[] {
    const { next, fields } = this.tree;
    const found: number[] = [];
    for (let child = node + 1; child < (next[node] as number); child = next[child] as number)
      if (field === undefined || fields[child] === field) found.push(child);
    return found;
  }
}
