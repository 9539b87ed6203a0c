import { Chains, wider } from './chains.js';
import { FEWEST, Limits } from './limits.js';
import type { Objects } from './objects.js';
import { PairSet } from './pair-set.js';

/** Instructions that make each other act at once nest this deep; what is deeper waits, since each level needs stack. */
const DEEPEST = 40;

/**
 * Values and the objects that they can be: inclusion constraints, solved by handing on only what is new
 * (Andersen's analysis with difference propagation). A node's watchers are instructions that act on each of its
 * objects.
 */
export class Graph {
  readonly limits: Limits;
  /** The objects of each node, in the order in which it got them. */
  private readonly held = new Chains();
  private readonly holds = new PairSet();
  private sizes = new Int32Array(1 << 12);
  /** The link of the last object of a node that has been handed on. */
  private done = new Int32Array(1 << 12);
  private isQueued = new Int32Array(1 << 12);
  private readonly targets = new Chains();
  private readonly flows = new PairSet();
  private readonly watchers = new Chains();
  private queue: number[] = [];
  private deferred: (() => void)[] = [];
  private depth = 0;
  private count = 1;
  /** How much has been added, handed on and acted on. */
  private steps = 0;
  /** After this many steps nothing more is done. */
  mostSteps = Infinity;

  constructor(objects: Objects, any: { readonly string: number; readonly integer: number }) {
    this.limits = new Limits(objects, any);
  }

  /** Whether there were more steps to do than may be done. */
  get isExhausted(): boolean {
    return this.steps > this.mostSteps;
  }

  newNode(): number {
    return this.reserve(1);
  }

  /** Reserves nodes in a row and returns the first. */
  reserve(count: number): number {
    const first = this.count;
    this.count += count;
    if (this.count > this.sizes.length) {
      this.sizes = wider(this.sizes, this.count);
      this.done = wider(this.done, this.count);
      this.isQueued = wider(this.isQueued, this.count);
    }
    return first;
  }

  /** The objects that a node has now. */
  of(node: number): readonly number[] {
    if (this.isEmpty(node)) return NONE;
    const found: number[] = [];
    for (let link = this.held.firstOf(node); link !== 0; link = this.held.after(link))
      found.push(this.held.at(link));
    return found;
  }

  isEmpty(node: number): boolean {
    return this.sizes[node] === 0;
  }

  add(node: number, object: number): void {
    this.steps += 1;
    if (node === 0 || this.isExhausted || this.holds.has(node, object)) return;
    const size = this.sizes[node] as number;
    if (size >= FEWEST) {
      const kept = this.limits.limited(node, object);
      if (kept !== object) return kept === undefined ? undefined : this.add(node, kept);
    }
    this.holds.add(node, object);
    this.sizes[node] = size + 1;
    this.held.push(node, object);
    if (this.isQueued[node] !== 0) return;
    this.isQueued[node] = 1;
    this.queue.push(node);
  }

  /** Every object of a value is one of another. */
  flow(source: number, target: number): void {
    if (source === 0 || target === 0 || source === target || !this.flows.add(source, target)) return;
    this.targets.push(source, target);
    for (let link = this.held.firstOf(source); link !== 0; link = this.held.after(link))
      this.add(target, this.held.at(link));
  }

  /** An instruction that acts on each object that the node has or gets; it must be ready to act at once. */
  watch(node: number, instruction: number, act: (instruction: number, object: number) => void): void {
    if (node === 0) return;
    this.watchers.push(node, instruction);
    // Those after the last that was handed on are still to come by the queue.
    const end = this.done[node] as number;
    if (end === 0) return;
    this.nest(() => {
      for (let link = this.held.firstOf(node); ; link = this.held.after(link)) {
        this.steps += 1;
        act(instruction, this.held.at(link));
        if (link === end || this.isExhausted) return;
      }
    });
  }

  /** Does what may lead to more of its kind: at once, or later where much is nested already. */
  nest(act: () => void): void {
    this.steps += 1;
    if (this.depth >= DEEPEST) {
      this.deferred.push(act);
      return;
    }
    this.depth += 1;
    act();
    this.depth -= 1;
  }

  /** Acts until nothing is new, or for as many steps as may be done. */
  run(act: (instruction: number, object: number) => void): void {
    while (this.queue.length + this.deferred.length > 0) {
      const { queue, deferred } = this;
      this.queue = [];
      this.deferred = [];
      for (const later of deferred) if (!this.isExhausted) this.nest(later);
      for (const node of queue) if (!this.isExhausted) this.handOn(node, act);
      if (this.isExhausted) return;
    }
  }

  /** Hands on what is new of a node to where it flows and to what watches it. */
  private handOn(node: number, act: (instruction: number, object: number) => void): void {
    const { held, targets, watchers } = this;
    const before = this.done[node] as number;
    const from = before === 0 ? held.firstOf(node) : held.after(before);
    const end = held.lastOf(node);
    this.done[node] = end;
    this.isQueued[node] = 0;
    for (let to = targets.firstOf(node); to !== 0; to = targets.after(to))
      for (let link = from; ; link = held.after(link)) {
        this.add(targets.at(to), held.at(link));
        if (link === end) break;
      }
    const last = watchers.lastOf(node);
    if (last === 0) return;
    for (let by = watchers.firstOf(node); ; by = watchers.after(by)) {
      for (let link = from; ; link = held.after(link)) {
        this.steps += 1;
        act(watchers.at(by), held.at(link));
        if (link === end || this.isExhausted) break;
      }
      if (by === last || this.isExhausted) return;
    }
  }
}

const NONE: readonly number[] = [];
