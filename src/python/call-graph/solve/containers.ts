import { UNBOUND, UNKNOWN } from '../flow/module-flow.js';
import { FIELD, type Machine } from './machine.js';
import { DICT, INTEGER, isContainer, LIST, SET, STRING, TUPLE } from './objects.js';

/**
 * What containers hold: an item by its key where that is a constant, those whose place is not known together, and
 * the two of them as all.
 */
export class Containers {
  private readonly listeners = new Map<number, ((key: number) => void)[]>();

  constructor(private readonly machine: Machine) {}

  /** The value at a constant key. */
  private place(container: number, key: number): number {
    const known = this.machine.fieldIfAny(container, key);
    if (known !== undefined) return known;
    const { graph, objects, strings } = this.machine;
    const node = this.machine.field(container, key);
    graph.flow(node, this.all(container));
    if (objects.kind(container) === DICT) graph.add(this.keys(container), this.constant(strings.text(key)));
    for (const act of this.listeners.get(container) ?? []) graph.nest(() => act(key));
    return node;
  }

  /** Acts on each constant key that a container has or gets. */
  onPlace(container: number, act: (key: number) => void): void {
    const listeners = this.listeners.get(container);
    if (listeners === undefined) this.listeners.set(container, [act]);
    else listeners.push(act);
    for (const [key] of [...this.machine.fieldsOf(container)])
      if (key > 0) this.machine.graph.nest(() => act(key));
  }

  /** The object of a constant key. */
  constant(key: string): number {
    const { objects, strings } = this.machine;
    return objects.of(key.startsWith('s') ? STRING : INTEGER, strings.intern(key));
  }

  /** Everything that it holds; the values of a dictionary. */
  all(container: number): number {
    return this.machine.field(container, FIELD.all);
  }

  keys(container: number): number {
    return this.machine.field(container, FIELD.keys);
  }

  /** What it holds at places that are not known. */
  rest(container: number): number {
    const known = this.machine.fieldIfAny(container, FIELD.rest);
    if (known !== undefined) return known;
    const node = this.machine.field(container, FIELD.rest);
    this.machine.graph.flow(node, this.all(container));
    return node;
  }

  /** What iterating over it gives. */
  items(container: number): number {
    return this.machine.objects.kind(container) === DICT ? this.keys(container) : this.all(container);
  }

  /** Whether it stands for all containers of numbers: nothing is put into it, since each of them would have it. */
  private isData(container: number): boolean {
    return this.machine.objects.a[container] === 0;
  }

  /** Puts a value at a constant key. */
  put(container: number, key: number, value: number): void {
    if (this.isData(container)) return;
    this.machine.graph.flow(value, this.place(container, this.settled(container, key)));
  }

  /** Puts a value at a place that is not known. */
  add(container: number, value: number): void {
    if (this.isData(container)) return;
    this.machine.graph.flow(value, this.rest(container));
  }

  /** Reads the item at a constant key. */
  get(container: number, key: number, value: number): void {
    if (this.isData(container)) return;
    const { graph } = this.machine;
    graph.flow(this.place(container, this.settled(container, key)), value);
    graph.flow(this.rest(container), value);
  }

  /** An index from the end, counted from the start where the length is known. */
  private settled(container: number, key: number): number {
    const { objects, strings } = this.machine;
    const kind = objects.kind(container);
    if (kind !== LIST && kind !== TUPLE) return key;
    const text = strings.text(key);
    const length = objects.b[container] as number;
    return text.startsWith('i:-') && length >= 0
      ? strings.intern(`i:${length + Number(text.slice(2))}`)
      : key;
  }

  /** Whether an object says a place: a constant that is known. */
  isPlace(object: number): boolean {
    const { objects, anyInteger, anyString } = this.machine;
    const kind = objects.kind(object);
    return (kind === STRING || kind === INTEGER) && object !== anyInteger && object !== anyString;
  }

  /** Reads the item at a place that an object says. */
  getAt(container: number, index: number, value: number): void {
    if (this.isPlace(index)) this.get(container, this.machine.objects.a[index] as number, value);
    else this.machine.graph.flow(this.all(container), value);
  }

  putAt(container: number, index: number, value: number): void {
    if (this.isPlace(index)) this.put(container, this.machine.objects.a[index] as number, value);
    else this.add(container, value);
  }

  /** Makes a container hold all that another does, at the same places where both have them. */
  absorb(container: number, other: number): void {
    const { graph, objects } = this.machine;
    if (container === other || this.isData(container)) return;
    const isDict = objects.kind(container) === DICT;
    if (isDict && objects.kind(other) === DICT) {
      this.onPlace(other, key => graph.flow(this.machine.field(other, key), this.place(container, key)));
      graph.flow(this.rest(other), this.rest(container));
      graph.flow(this.keys(other), this.keys(container));
    } else if (!isDict) graph.flow(this.items(other), this.rest(container));
  }

  /** A new container for an instruction and an object, with the same items shifted. */
  slice(instruction: number, container: number, start: number, stop: number): number {
    const { objects, graph, strings } = this.machine;
    const kind = objects.kind(container);
    const length = objects.b[container] as number;
    const from =
      start === UNBOUND ? 0 : start < 0 && length >= 0 && start !== UNKNOWN ? length + start : start;
    const to =
      stop === UNBOUND ? Infinity : stop < 0 && length >= 0 && stop !== UNKNOWN ? length + stop : stop;
    const isKnown = from >= 0 && (to >= 0 || to === Infinity);
    const left = length >= 0 && isKnown ? Math.max(0, Math.min(to, length) - from) : -1;
    return this.machine.once(`slice ${instruction} ${container}`, () => {
      const slice = this.machine.newContainer(kind, left);
      graph.flow(this.rest(container), this.rest(slice));
      if (!isKnown) graph.flow(this.all(container), this.rest(slice));
      else
        this.onPlace(container, key => {
          const at = Number(strings.text(key).slice(2));
          if (!(at >= from && at < to)) return;
          graph.flow(this.machine.field(container, key), this.place(slice, strings.intern(`i:${at - from}`)));
        });
      return slice;
    });
  }

  /** A list that an instruction makes of something, made once. */
  made(purpose: string, kind: number, fill: (container: number) => void, length = -1): number {
    return this.machine.once(purpose, () => {
      const container = this.machine.newContainer(kind, length);
      fill(container);
      return container;
    });
  }

  /** The list of pairs that `items()` of a dictionary gives. */
  pairs(dictionary: number): number {
    const { graph, strings } = this.machine;
    return this.made(`items ${dictionary}`, LIST, list => {
      const pair = this.machine.newContainer(TUPLE, 2);
      this.put(pair, strings.intern('i:0'), this.keys(dictionary));
      this.put(pair, strings.intern('i:1'), this.all(dictionary));
      graph.add(this.rest(list), pair);
    });
  }

  isContainer(object: number): boolean {
    return isContainer(this.machine.objects.kind(object));
  }

  /** How methods of a built-in type are named in a graph, undefined for types that are not named. */
  typeName(object: number): string | undefined {
    switch (this.machine.objects.kind(object)) {
      case STRING:
        return '<**PyStr**>';
      case INTEGER:
        return '<**PyInt**>';
      case LIST:
        return '<**PyList**>';
      case TUPLE:
        return '<**PyTuple**>';
      case SET:
        return '<**PySet**>';
      case DICT:
        return '<**PyDict**>';
      default:
        return undefined;
    }
  }
}
