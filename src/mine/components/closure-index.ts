import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';

/**
 * The dependence graph with its nodes numbered, so that many closures over it are cheap: a repository has thousands of
 * tests, and each needs thousands of nodes. Needs are asked of the graph once for each node, when it is first met.
 */
export class ClosureIndex {
  private readonly numbers = new Map<SliceNode, number>();
  private readonly nodes: SliceNode[] = [];
  private readonly needs: (Int32Array | undefined)[] = [];
  /** The round in which a node was last met. */
  private marks = new Int32Array(1024);
  private round = 0;

  constructor(private readonly graph: DependenceGraph) {}

  numberOf(node: SliceNode): number {
    const known = this.numbers.get(node);
    if (known !== undefined) return known;
    const number = this.nodes.length;
    this.numbers.set(node, number);
    this.nodes.push(node);
    return number;
  }

  nodeOf(number: number): SliceNode {
    const node = this.nodes[number];
    if (node === undefined) throw new RangeError(`there is no node ${number}`);
    return node;
  }

  /** What a node needs directly. */
  needsOf(number: number): Int32Array {
    const known = this.needs[number];
    if (known !== undefined) return known;
    const needs = Int32Array.from(this.graph.needsOf(this.nodeOf(number)), node => this.numberOf(node));
    this.needs[number] = needs;
    return needs;
  }

  /**
   * Everything that the nodes need, themselves included, in the order in which it is met. Of a node for which `goesOn`
   * is false only the node itself is told.
   */
  reach(roots: Iterable<number>, goesOn: (number: number) => boolean = () => true): readonly number[] {
    this.round += 1;
    const reached: number[] = [];
    const meet = (number: number) => {
      if (number >= this.marks.length) this.marks = grown(this.marks, number);
      if (this.marks[number] === this.round) return;
      this.marks[number] = this.round;
      reached.push(number);
    };
    for (const root of roots) meet(root);
    for (let next = 0; next < reached.length; next += 1) {
      const number = reached[next] ?? 0;
      if (goesOn(number)) for (const need of this.needsOf(number)) meet(need);
    }
    return reached;
  }

  /** The same over the nodes themselves. */
  closure(roots: Iterable<SliceNode>): ReadonlySet<SliceNode> {
    const numbers = Array.from(roots, node => this.numberOf(node));
    return new Set(this.reach(numbers).map(number => this.nodeOf(number)));
  }
}

function grown(marks: Int32Array, atLeast: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(marks.length * 2, atLeast + 1));
  larger.set(marks);
  return larger;
}
