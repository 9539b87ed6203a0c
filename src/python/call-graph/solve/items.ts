import * as FLOW from '../flow/module-flow.js';
import type { Containers } from './containers.js';
import { PLACE } from './instructions.js';
import type { Machine } from './machine.js';
import { CLASS, DICT, EXTERNAL, INSTANCE, LIST, SET, STRING, TUPLE } from './objects.js';
import type { Protocols } from './protocols.js';

/** Reading and writing items, slices and unpacked parts of whatever has them. */
export class Items {
  constructor(
    private readonly machine: Machine,
    private readonly containers: Containers,
    private readonly protocols: Protocols,
  ) {}

  /** Reads the item at a constant key. */
  readItem(object: number, key: number, value: number, scope: number): void {
    const { objects, graph } = this.machine;
    switch (objects.kind(object)) {
      case LIST:
      case TUPLE:
      case DICT:
        return this.containers.get(object, key, value);
      case INSTANCE:
        return graph.flow(
          this.protocols.special(object, '__getitem__', scope, [this.constantOf(key)]),
          value,
        );
      case CLASS:
      case EXTERNAL:
        return graph.add(value, object);
      case STRING:
        return graph.add(value, this.machine.anyString);
    }
  }

  private constantOf(key: number): number {
    return this.machine.nodeOf(this.containers.constant(this.machine.strings.text(key)));
  }

  /** Writes the item at a constant key. */
  writeItem(object: number, key: number, value: number, scope: number): void {
    const { objects } = this.machine;
    if (objects.kind(object) === INSTANCE)
      this.protocols.special(object, '__setitem__', scope, [this.constantOf(key), value]);
    else if (this.containers.isContainer(object)) this.containers.put(object, key, value);
  }

  /** An item at a place that a value says. */
  itemAt(object: number, index: number, value: number, scope: number, isWrite: boolean): void {
    const { objects, graph } = this.machine;
    const kind = objects.kind(object);
    if (kind === INSTANCE) {
      if (isWrite) this.protocols.special(object, '__setitem__', scope, [index, value]);
      else graph.flow(this.protocols.special(object, '__getitem__', scope, [index]), value);
    } else if (this.containers.isContainer(object)) {
      if (isWrite && kind === DICT) graph.flow(index, this.containers.keys(object));
      if (isWrite && kind === SET) this.containers.add(object, value);
      else this.machine.waitFor(index, [PLACE, object, value, 0, Number(isWrite)]);
    } else if (!isWrite && (kind === CLASS || kind === EXTERNAL)) graph.add(value, object);
  }

  /** The instruction SLICE. */
  slice(at: number, object: number): void {
    const { machine } = this;
    const { objects, graph } = machine;
    const kind = objects.kind(object);
    const value = machine.word(at + 4);
    if (kind === LIST || kind === TUPLE)
      graph.add(value, this.containers.slice(at, object, machine.word(at + 2), machine.word(at + 3)));
    else if (kind === STRING || kind === EXTERNAL)
      graph.add(value, kind === STRING ? machine.anyString : object);
    else if (kind === INSTANCE)
      graph.flow(this.protocols.special(object, '__getitem__', machine.word(at + 5), [0]), value);
  }

  /** What a target at a place of an unpacking gets. */
  unpack(object: number, index: number, value: number, scope: number): void {
    const kind = this.machine.objects.kind(object);
    if (kind === LIST || kind === TUPLE)
      this.containers.get(object, this.machine.strings.intern(`i:${index}`), value);
    else this.protocols.iterate(object, value, scope, false);
  }

  /** The instruction UNPACK_REST: the list that a starred target gets. */
  unpackRest(at: number, object: number): void {
    const { graph, objects } = this.machine;
    const kind = objects.kind(object);
    const value = this.machine.word(at + 4);
    if (kind === LIST || kind === TUPLE) {
      const after = this.machine.word(at + 3);
      graph.add(
        value,
        this.containers.slice(at, object, this.machine.word(at + 2), after === 0 ? FLOW.UNBOUND : -after),
      );
      return;
    }
    const list = this.containers.made(`rest ${at}`, LIST, () => undefined);
    graph.add(value, list);
    this.protocols.iterate(object, this.containers.rest(list), this.machine.word(at + 5), false);
  }

  /** Takes what an object holds, or what iterating over it gives, into a container. */
  takeInto(container: number, object: number): void {
    if (this.containers.isContainer(object)) this.containers.absorb(container, object);
    else if (this.machine.objects.kind(container) !== DICT)
      this.protocols.iterate(object, this.containers.rest(container), 0, false);
  }

  /** Takes the items of a dictionary, or of pairs, into a dictionary. */
  update(dictionary: number, object: number): void {
    if (this.machine.objects.kind(object) === DICT) return this.containers.absorb(dictionary, object);
    const { graph, strings } = this.machine;
    const pair = graph.newNode();
    this.protocols.iterate(object, pair, 0, false);
    const [key, value] = [graph.newNode(), graph.newNode()];
    this.machine.watchWith(pair, [FLOW.ITEM, pair, strings.intern('i:0'), key, 0]);
    this.machine.watchWith(pair, [FLOW.ITEM, pair, strings.intern('i:1'), value, 0]);
    graph.flow(key, this.containers.keys(dictionary));
    this.machine.waitFor(key, [PLACE, dictionary, value, 0, 1]);
  }
}
