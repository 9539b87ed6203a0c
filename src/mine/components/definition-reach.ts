import type { ClosureIndex } from './closure-index.js';

/** Definitions as bits, 32 to a word, in the order in which they were first met. */
export type DefinitionSet = Int32Array;

/**
 * Which definitions each node comes to need, for all nodes in one pass: nodes that need each other are one knot, knots
 * are met after what they need (Tarjan, "Depth-first search and linear graph algorithms", 1972), and a knot needs its
 * own definitions and those of the knots below. It works without recursion, since code may be nested as it likes.
 */
export class DefinitionReach {
  private readonly bits = new Map<number, number>();
  /** By node: the set of its knot. */
  private readonly sets = new Map<number, DefinitionSet>();
  private readonly words: number;

  /** `roots` are nodes from which everything that will be asked for is reached. */
  constructor(
    private readonly closures: ClosureIndex,
    roots: Iterable<number>,
    isDefinition: (number: number) => boolean,
  ) {
    const all = closures.reach(roots);
    for (const number of all) if (isDefinition(number)) this.bits.set(number, this.bits.size);
    this.words = Math.ceil(this.bits.size / 32);
    this.condense(all);
  }

  /** What nodes need together. */
  reachedBy(numbers: Iterable<number>): DefinitionSet {
    const reached = new Int32Array(this.words);
    for (const number of numbers) add(reached, this.sets.get(number));
    return reached;
  }

  /** Whether a definition is in a set. */
  holds(set: DefinitionSet, definition: number): boolean {
    const bit = this.bits.get(definition);
    return bit !== undefined && (((set[bit >> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  }

  private condense(all: readonly number[]): void {
    const size = all.reduce((largest, number) => Math.max(largest, number), 0) + 1;
    const order = new Int32Array(size);
    const lowest = new Int32Array(size);
    const position = new Int32Array(size);
    const isOpen = new Uint8Array(size);
    const open: number[] = [];
    const path: number[] = [];
    let met = 0;
    const enter = (number: number) => {
      met += 1;
      order[number] = lowest[number] = met;
      isOpen[number] = 1;
      open.push(number);
      path.push(number);
    };
    for (const start of all) {
      if (order[start] !== 0) continue;
      enter(start);
      for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
        const needs = this.closures.needsOf(at);
        const next = needs[position[at] ?? 0];
        if (next !== undefined) {
          position[at] = (position[at] ?? 0) + 1;
          if (order[next] === 0) enter(next);
          else if (isOpen[next] === 1) lowest[at] = Math.min(lowest[at] ?? 0, order[next] ?? 0);
          continue;
        }
        path.pop();
        const above = path.at(-1);
        if (above !== undefined) lowest[above] = Math.min(lowest[above] ?? 0, lowest[at] ?? 0);
        if (lowest[at] === order[at]) this.close(open.splice(open.lastIndexOf(at)), isOpen);
      }
    }
  }

  /** A knot is known when everything below it is; one that adds nothing shares the set below. */
  private close(knot: readonly number[], isOpen: Uint8Array): void {
    const below = new Set<DefinitionSet>();
    const own: number[] = [];
    for (const number of knot) {
      isOpen[number] = 0;
      const bit = this.bits.get(number);
      if (bit !== undefined) own.push(bit);
      for (const need of this.closures.needsOf(number)) {
        const set = this.sets.get(need);
        if (set !== undefined) below.add(set);
      }
    }
    const [only] = below;
    const set = own.length === 0 && below.size === 1 && only !== undefined ? only : this.union(below, own);
    for (const number of knot) this.sets.set(number, set);
  }

  private union(sets: Iterable<DefinitionSet>, own: readonly number[]): DefinitionSet {
    const union = new Int32Array(this.words);
    for (const set of sets) add(union, set);
    for (const bit of own) union[bit >> 5] = (union[bit >> 5] ?? 0) | (1 << (bit & 31));
    return union;
  }
}

function add(to: DefinitionSet, from: DefinitionSet | undefined): void {
  if (from === undefined) return;
  for (let word = 0; word < to.length; word += 1) to[word] = (to[word] ?? 0) | (from[word] ?? 0);
}
