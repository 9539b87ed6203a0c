import type { FlowWriter } from './flow-writer.js';
import type { STORE } from './module-flow.js';
import { SET_ITEM } from './module-flow.js';

/** What one branch changed: names and their values at its end; undefined for a branch that never gets there. */
export type Branch = ReadonlyMap<number, number> | undefined;

/** A write to an attribute or item that nothing has been able to see yet. */
interface PendingStore {
  readonly instruction: typeof STORE | typeof SET_ITEM;
  readonly object: number;
  readonly key: number;
  readonly value: number;
  readonly scope: number;
}

/** More strings than a file has: objects and keys are held in one number. */
const KEYS = 2 ** 24;

/** How many attributes and items are remembered at a time: each call looks through them. */
const MOST_KNOWN = 64;

/**
 * What the names of a scope stand for at one point of it, and what its objects hold: straight-line code is followed
 * assignment by assignment, so that `a = f; a = g; a()` calls g alone. A branch is followed from the state before it
 * and what differs is joined; whoever loops or may be left anywhere joins every value that is assigned in it.
 */
export class Environment {
  private readonly values = new Map<number, number>();
  /** Names and the values they had, to go back to the state before a branch. */
  private readonly log: [name: number, before: number | undefined][] = [];
  /** Each assignment within also flows to these: loops and tries that are open, innermost last. */
  private readonly regions: ReadonlyMap<number, number>[] = [];
  private known = new Map<number, number>();
  private pending = new Map<number, PendingStore>();
  /** New containers that nothing but this scope can have. */
  private readonly own = new Set<number>();
  /** How many items they were made with. */
  private readonly lengths = new Map<number, number>();
  /** Whether what follows is never reached. */
  isDead = false;

  constructor(private readonly writer: FlowWriter) {}

  get(name: number): number | undefined {
    return this.values.get(name);
  }

  names(): Iterable<[number, number]> {
    return this.values;
  }

  set(name: number, value: number): void {
    this.change(name, value);
    for (const region of this.regions) {
      const joined = region.get(name);
      if (joined !== undefined) this.join(value, joined);
    }
  }

  /** Sets a name back, whatever is open: the names of a comprehension are gone after it. */
  restore(name: number, value: number | undefined): void {
    if (value === undefined) this.values.delete(name);
    else this.values.set(name, value);
  }

  private change(name: number, value: number): void {
    this.log.push([name, this.values.get(name)]);
    this.values.set(name, value);
  }

  private join(value: number, joined: number): void {
    this.escape(value);
    this.writer.copy(value, joined);
  }

  /** Follows a branch from here, comes back here, and says what it changed. */
  branch(follow: () => void): Branch {
    this.flush();
    const mark = this.log.length;
    const wasDead = this.isDead;
    const known = new Map(this.known);
    follow();
    this.flush();
    const changed = new Map<number, number>();
    while (this.log.length > mark) {
      const [name, before] = this.log.pop() as [number, number | undefined];
      if (!changed.has(name)) changed.set(name, this.values.get(name) ?? 0);
      if (before === undefined) this.values.delete(name);
      else this.values.set(name, before);
    }
    this.known = known;
    const isLost = this.isDead;
    this.isDead = wasDead;
    return isLost && !wasDead ? undefined : changed;
  }

  /** Goes on from where these branches meet. */
  merge(branches: readonly Branch[]): void {
    const live = branches.filter(branch => branch !== undefined);
    if (live.length === 0) {
      this.isDead = true;
      return;
    }
    this.forget();
    for (const name of new Set(live.flatMap(branch => [...branch.keys()]))) {
      const values = new Set(live.map(branch => branch.get(name) ?? this.values.get(name) ?? 0));
      values.delete(0);
      if (values.size <= 1) this.change(name, [...values][0] ?? 0);
      else {
        const joined = this.writer.newNode();
        for (const value of values) this.join(value, joined);
        this.change(name, joined);
      }
    }
  }

  /**
   * Opens a stretch that assigns these names and may be run again or left anywhere; returns the nodes that join what
   * they had before with all that is assigned.
   */
  openRegion(names: Iterable<number>): ReadonlyMap<number, number> {
    const region = new Map<number, number>();
    for (const name of names) {
      const joined = this.writer.newNode();
      this.join(this.values.get(name) ?? 0, joined);
      region.set(name, joined);
    }
    this.flush();
    this.forget();
    this.regions.push(region);
    return region;
  }

  closeRegion(): void {
    this.regions.pop();
    this.flush();
    this.forget();
  }

  /** Takes each name of a region to be any of its values. */
  assume(region: ReadonlyMap<number, number>): void {
    for (const [name, joined] of region) this.change(name, joined);
  }

  /** Takes note of a new container. */
  created(container: number, length = -1): void {
    this.own.add(container);
    if (length >= 0) this.lengths.set(container, length);
  }

  /** The number of items of a container that nothing else can have changed. */
  lengthOf(container: number): number | undefined {
    return this.own.has(container) ? this.lengths.get(container) : undefined;
  }

  /** A value becomes reachable from elsewhere. */
  escape(value: number): void {
    if (!this.own.delete(value)) return;
    for (const [place, store] of this.pending) if (store.object === value) this.perform(place, store);
  }

  /** What an attribute or item is known to hold, written since anything else could write it. */
  lookUp(object: number, key: number): number | undefined {
    const known = this.known.get(object * KEYS + key);
    if (known === undefined) this.reveal(object, key);
    return known;
  }

  write(
    instruction: typeof STORE | typeof SET_ITEM,
    object: number,
    key: number,
    value: number,
    scope: number,
  ) {
    this.escape(value);
    const place = object * KEYS + key;
    // Another name for the same object may be meant.
    for (const other of this.known.keys())
      if (other % KEYS === key && !this.own.has(Math.floor(other / KEYS))) this.known.delete(other);
    if (this.known.size >= MOST_KNOWN) this.forget();
    this.known.set(place, value);
    this.pending.set(place, { instruction, object, key, value, scope });
  }

  /** An item of a container that is being made. */
  fill(object: number, key: number, value: number, scope: number): void {
    if (value === 0) return;
    this.escape(value);
    if (this.known.size >= MOST_KNOWN) this.forget();
    this.known.set(object * KEYS + key, value);
    this.pending.set(object * KEYS + key, { instruction: SET_ITEM, object, key, value, scope });
  }

  /** Something of the object is read or written in a way that is not followed: all that is written must be there. */
  reveal(object: number, key?: number): void {
    for (const [place, store] of this.pending)
      if (
        store.object === object ||
        (!this.own.has(store.object) && (key === undefined || store.key === key))
      )
        this.perform(place, store);
    if (key === undefined)
      for (const place of this.known.keys())
        if (Math.floor(place / KEYS) === object) this.known.delete(place);
  }

  /** Other code runs: it sees what was written, and may write whatever is not this scope's own. */
  callOut(): void {
    for (const [place, store] of this.pending) if (!this.own.has(store.object)) this.perform(place, store);
    for (const place of this.known.keys())
      if (!this.own.has(Math.floor(place / KEYS))) this.known.delete(place);
  }

  /** Performs what is pending. */
  flush(): void {
    for (const [place, store] of this.pending) this.perform(place, store);
  }

  /** Forgets what objects hold. */
  forget(): void {
    this.flush();
    this.known.clear();
  }

  private perform(place: number, { instruction, object, key, value, scope }: PendingStore): void {
    this.pending.delete(place);
    this.writer.emit(instruction, object, key, value, scope);
  }
}
