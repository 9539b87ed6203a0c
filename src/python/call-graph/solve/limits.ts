import { wider } from './chains.js';
import type { Objects } from './objects.js';
import { CLASS, EXTERNAL, INSTANCE, INTEGER, isContainer, STRING } from './objects.js';

/** Below this many objects nothing is counted. */
export const FEWEST = 4;

/**
 * How many objects of a sort a value keeps apart. One that has more is as a rule not what any line of the program means
 * but where unlike callers meet, since values are followed without regard to the context of calls: what comes later
 * is left out, and constants become any constant.
 */
const MOST = { constants: 4, containers: 8, classes: 16, external: 4, callables: 16 } as const;

const SORTS = 8;

/** How many objects of each sort the larger values have, and what becomes of more. */
export class Limits {
  /** Where the counts of a node begin, 0 for none. */
  private rows = new Int32Array(1 << 12);
  private counts = new Int32Array(1 << 12);
  private used = SORTS;
  private readonly instead = new Map<number, number>();

  constructor(
    private readonly objects: Objects,
    private readonly any: { readonly string: number; readonly integer: number },
  ) {}

  /**
   * A decorated definition: where its decorator gives more than a few things, as one that hands on what it gets from
   * all who use it, the definition itself stands for them.
   */
  narrow(node: number, definition: number): void {
    this.instead.set(node, definition);
  }

  /**
   * One more object of a node that has `FEWEST` or more, or what stands for it where there are too many of its sort;
   * undefined for nothing.
   */
  limited(node: number, object: number): number | undefined {
    const kind = this.objects.kind(object);
    if (kind === STRING || kind === INTEGER) {
      const any = kind === STRING ? this.any.string : this.any.integer;
      return object === any || this.count(node, kind - STRING) <= MOST.constants ? object : any;
    }
    if (isContainer(kind)) return this.count(node, 2) <= MOST.containers ? object : undefined;
    const instead = this.instead.get(node);
    if ((kind === CLASS || kind === INSTANCE) && instead === undefined)
      return this.count(node, 3 + kind - CLASS) <= MOST.classes ? object : undefined;
    if (kind === EXTERNAL) return this.count(node, 5) <= MOST.external ? object : undefined;
    const most = instead === undefined ? MOST.callables : 1;
    return object === instead || this.count(node, 6) <= most ? object : instead;
  }

  /** Counts one more object of a sort. */
  private count(node: number, sort: number): number {
    if (node >= this.rows.length) this.rows = wider(this.rows, node);
    let row = this.rows[node] as number;
    if (row === 0) {
      row = this.rows[node] = this.used;
      this.used += SORTS;
      if (this.used > this.counts.length) this.counts = wider(this.counts, this.used);
    }
    return (this.counts[row + sort] = (this.counts[row + sort] as number) + 1);
  }
}
