import type { ClassRecord, Machine } from './machine.js';
import { CLASS, EXTERNAL } from './objects.js';

/** A chain of bases longer than this is followed no further. */
const DEEPEST = 100;

/** Classes that are one another's bases: after this many steps no more are looked at. */
const MOST_STEPS = 200;

/**
 * The classes that attributes of a class are looked up in, in order: its linearisation (C3, as in Python's "The
 * Python 2.3 Method Resolution Order"). Objects of classes and of external names; built-in bases are left out, since
 * what they define is not part of the program.
 */
export class Hierarchy {
  private orders: (readonly number[] | undefined)[] = [];
  private steps = 0;
  /** How often a base was left out. */
  private cuts = 0;

  constructor(private readonly machine: Machine) {}

  /** Forgets what was worked out: a class got a base. */
  changed(): void {
    this.orders = [];
  }

  orderOf(classNumber: number): readonly number[] {
    this.steps = 0;
    return (this.orders[classNumber] ??= this.linearise(classNumber, 0, new Set()));
  }

  private linearise(classNumber: number, depth: number, open: Set<number>): readonly number[] {
    const known = this.orders[classNumber];
    if (known !== undefined) return known;
    const { objects, classes } = this.machine;
    const self = objects.of(CLASS, classNumber);
    if (depth > DEEPEST || open.has(classNumber) || ++this.steps > MOST_STEPS) {
      this.cuts += 1;
      return [self];
    }
    const cuts = this.cuts;
    open.add(classNumber);
    const bases = (classes[classNumber] as ClassRecord).bases.flat();
    const lists = bases.map(base => {
      const kind = objects.kind(base);
      if (kind === CLASS) return this.linearise(objects.a[base] as number, depth + 1, open);
      return kind === EXTERNAL ? [base] : [];
    });
    open.delete(classNumber);
    const order = [self, ...merge([...lists, bases.filter(base => isClass(objects.kind(base)))])];
    if (open.size === 0 || this.cuts === cuts) this.orders[classNumber] = order;
    return order;
  }
}

const isClass = (kind: number) => kind === CLASS || kind === EXTERNAL;

/** Merges the orders of bases; where they contradict each other, which Python refuses, by first occurrence. */
function merge(lists: readonly (readonly number[])[]): number[] {
  const merged: number[] = [];
  let waiting = lists.filter(list => list.length > 0);
  while (waiting.length > 0) {
    const heads = waiting.map(list => list[0] as number);
    const next = heads.find(head => waiting.every(list => list.indexOf(head) <= 0)) ?? heads[0] ?? 0;
    merged.push(next);
    waiting = waiting.map(list => list.filter(one => one !== next)).filter(list => list.length > 0);
  }
  return merged;
}
