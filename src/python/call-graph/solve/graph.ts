import type { Objects } from './objects.js';
import { CLASS, EXTERNAL, INSTANCE, INTEGER, isContainer, STRING } from './objects.js';

/** Below this many objects nothing is counted. */
const FEWEST = 4;

/** Above this many, a value's objects are looked up in a set. */
const SMALL = 12;

/**
 * How many objects of a sort a value keeps apart. One that has more is as a rule not what any line of the program means
 * but where unlike callers meet, since values are followed without regard to the context of calls: what comes later
 * is left out, and constants become any constant.
 */
const MOST = { constants: 4, containers: 8, classes: 16, external: 4, callables: 16 } as const;

/**
 * Values and the objects that they can be: inclusion constraints, solved by handing on only what is new
 * (Andersen's analysis with difference propagation). A node's watchers are instructions that act on each of its
 * objects.
 */
export class Graph {
  private readonly objectsOf: (number[] | undefined)[] = [];
  private readonly sets: (Set<number> | undefined)[] = [];
  private readonly added: (number[] | undefined)[] = [];
  private readonly targets: (number[] | undefined)[] = [];
  private readonly targetSets: (Set<number> | undefined)[] = [];
  private readonly watchers: (number[] | undefined)[] = [];
  private readonly counts = new Map<number, number>();
  private readonly instead = new Map<number, number>();
  private queue: number[] = [];
  private count = 1;

  constructor(
    readonly objects: Objects,
    private readonly any: { readonly string: number; readonly integer: number },
  ) {}

  newNode(): number {
    return this.count++;
  }

  /**
   * A decorated definition: where its decorator gives more than a few things, as one that hands on what it gets from
   * all who use it, the definition itself stands for them.
   */
  narrow(node: number, definition: number): void {
    this.instead.set(node, definition);
  }

  /** Reserves nodes in a row and returns the first. */
  reserve(count: number): number {
    const first = this.count;
    this.count += count;
    return first;
  }

  /** The objects of a node; it may grow while it is read. */
  of(node: number): readonly number[] {
    return this.objectsOf[node] ?? NONE;
  }

  add(node: number, object: number): void {
    if (node === 0) return;
    const own = this.objectsOf[node];
    if (own === undefined) this.objectsOf[node] = [object];
    else if (own.length <= SMALL) {
      if (own.includes(object)) return;
      const kept = this.limited(node, object);
      if (kept !== object) return kept === undefined ? undefined : this.add(node, kept);
      own.push(object);
      if (own.length > SMALL) this.sets[node] = new Set(own);
    } else {
      const set = this.sets[node] as Set<number>;
      if (set.has(object)) return;
      const kept = this.limited(node, object);
      if (kept !== object) return kept === undefined ? undefined : this.add(node, kept);
      set.add(object);
      own.push(object);
    }
    const added = this.added[node];
    if (added !== undefined) added.push(object);
    else {
      this.added[node] = [object];
      this.queue.push(node);
    }
  }

  /** The object, or what stands for it where a node has too many of its sort; undefined for nothing. */
  private limited(node: number, object: number): number | undefined {
    const kind = this.objects.kind(object);
    if (kind === STRING || kind === INTEGER) {
      const any = kind === STRING ? this.any.string : this.any.integer;
      return object === any || this.counted(node, kind - STRING, MOST.constants) ? object : any;
    }
    if (isContainer(kind)) return this.counted(node, 2, MOST.containers) ? object : undefined;
    if ((kind === CLASS || kind === INSTANCE) && !this.instead.has(node))
      return this.counted(node, 3 + kind - CLASS, MOST.classes) ? object : undefined;
    if (kind === EXTERNAL) return this.counted(node, 5, MOST.external) ? object : undefined;
    const instead = this.instead.get(node);
    return object === instead || this.counted(node, 6, instead === undefined ? MOST.callables : 1)
      ? object
      : instead;
  }

  /** Counts one more object of a sort, and says whether the node may have it. */
  private counted(node: number, sort: number, most: number): boolean {
    if ((this.objectsOf[node]?.length ?? 0) < FEWEST) return true;
    const key = node * 8 + sort;
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    return count <= most;
  }

  /** Every object of a value is one of another. */
  flow(source: number, target: number): void {
    if (source === 0 || target === 0 || source === target) return;
    const targets = this.targets[source];
    if (targets === undefined) this.targets[source] = [target];
    else if (targets.length <= SMALL) {
      if (targets.includes(target)) return;
      targets.push(target);
      if (targets.length > SMALL) this.targetSets[source] = new Set(targets);
    } else {
      const set = this.targetSets[source] as Set<number>;
      if (set.has(target)) return;
      set.add(target);
      targets.push(target);
    }
    const objects = this.objectsOf[source];
    if (objects !== undefined)
      for (let index = 0; index < objects.length; index += 1) this.add(target, objects[index] as number);
  }

  /** An instruction that acts on each object that the node has or gets; it must be ready to act at once. */
  watch(node: number, instruction: number, act: (instruction: number, object: number) => void): void {
    if (node === 0) return;
    const watchers = this.watchers[node];
    if (watchers === undefined) this.watchers[node] = [instruction];
    else watchers.push(instruction);
    // Those just added are still to come by the queue.
    const objects = this.objectsOf[node];
    if (objects === undefined) return;
    const done = objects.length - (this.added[node]?.length ?? 0);
    for (let index = 0; index < done; index += 1) act(instruction, objects[index] as number);
  }

  /** Acts until nothing is new. */
  run(act: (instruction: number, object: number) => void): void {
    while (this.queue.length > 0) {
      const queue = this.queue;
      this.queue = [];
      for (const node of queue) {
        const added = this.added[node] as number[];
        this.added[node] = undefined;
        const targets = this.targets[node];
        if (targets !== undefined)
          for (let index = 0; index < targets.length; index += 1)
            for (let one = 0; one < added.length; one += 1)
              this.add(targets[index] as number, added[one] as number);
        const watchers = this.watchers[node];
        if (watchers !== undefined)
          for (let index = 0, end = watchers.length; index < end; index += 1)
            for (let one = 0; one < added.length; one += 1)
              act(watchers[index] as number, added[one] as number);
      }
    }
  }
}

const NONE: readonly number[] = [];
