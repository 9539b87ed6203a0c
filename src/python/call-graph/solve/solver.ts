import * as FLOW from '../flow/module-flow.js';
import { Attributes } from './attributes.js';
import { Builtins } from './builtins.js';
import { Calls } from './calls.js';
import { ContainerMethods } from './container-methods.js';
import { Containers } from './containers.js';
import { Hierarchy } from './hierarchy.js';
import * as MADE from './instructions.js';
import type { Machine } from './machine.js';
import { Modules } from './modules.js';
import { CLASS, DICT, EXTERNAL, INSTANCE, LIST, SET, STRING, SUPER, TUPLE } from './objects.js';
import { Protocols } from './protocols.js';

/** One of several objects that a base of a class can be: class, place among its bases. */
const BASE = 60;

/** A base that can be more classes than this is where unlike ones meet: the first are taken. */
const MOST_CANDIDATES = 3;

/** Acts on instructions until nothing is new. */
export class Solver {
  readonly modules: Modules;
  private readonly hierarchy: Hierarchy;
  private readonly attributes: Attributes;
  private readonly containers: Containers;
  private readonly protocols: Protocols;
  private readonly builtins: Builtins;
  private readonly methods: ContainerMethods;
  readonly calls: Calls;
  /** Work on classes waits until their bases are known. */
  private waiting: number[] | undefined = [];
  private hasNewBase = false;

  constructor(private readonly machine: Machine) {
    this.modules = new Modules(machine);
    this.hierarchy = new Hierarchy(machine);
    this.attributes = new Attributes(machine, this.hierarchy, this.modules);
    this.containers = new Containers(machine);
    this.protocols = new Protocols(machine, this.attributes, this.containers);
    this.methods = new ContainerMethods(machine, this.containers);
    this.builtins = new Builtins(machine, this.attributes, this.containers, this.methods);
    this.calls = new Calls(machine, this.attributes, this.containers, this.protocols, this.builtins);
    machine.act = (instruction, object) => this.act(instruction, object);
  }

  run(): void {
    const { graph } = this.machine;
    graph.run(this.machine.act);
    const waiting = this.waiting ?? [];
    this.waiting = undefined;
    for (let index = 0; index < waiting.length; index += 2)
      this.act(waiting[index] as number, waiting[index + 1] as number);
    // Each round can only add: receivers, external bases and unknown places that nothing else has settled.
    for (let isChanged = true; isChanged;) {
      this.settle();
      isChanged = this.machine.settleWaiting();
      isChanged = this.calls.seedReceivers() || isChanged;
    }
  }

  /** Runs until nothing is new, then takes from external bases what is missing, until that is nothing. */
  private settle(): void {
    const { graph } = this.machine;
    do {
      graph.run(this.machine.act);
      if (this.hasNewBase) {
        this.hasNewBase = false;
        this.hierarchy.changed();
        this.attributes.relink();
        graph.run(this.machine.act);
      }
    } while (this.attributes.settleExternal());
  }

  /** What one instruction does with one object of the value that it watches. */
  private act(at: number, object: number): void {
    const { machine } = this;
    const { graph, objects, strings } = machine;
    const kind = objects.kind(object);
    const operation = machine.word(at);
    if (this.waiting !== undefined && (kind === CLASS || kind === INSTANCE) && operation !== BASE) {
      const isOwn =
        operation === FLOW.LOAD &&
        kind === CLASS &&
        machine.classes[objects.a[object] as number]?.names.has(machine.word(at + 2)) === true;
      if (!isOwn) {
        this.waiting.push(at, object);
        return;
      }
    }
    switch (operation) {
      case FLOW.LOAD:
        return this.attributes.read(object, machine.word(at + 2), machine.word(at + 3), machine.word(at + 4));
      case FLOW.STORE:
        return this.attributes.write(
          object,
          machine.word(at + 2),
          machine.word(at + 3),
          machine.word(at + 4),
        );
      case FLOW.CALL:
        return this.calls.call(at, object);
      case FLOW.ITEM:
        return this.readItem(object, machine.word(at + 2), machine.word(at + 3), machine.word(at + 4));
      case FLOW.SET_ITEM:
        return this.writeItem(object, machine.word(at + 2), machine.word(at + 3), machine.word(at + 4));
      case FLOW.ITEM_AT:
        return this.itemAt(object, machine.word(at + 2), machine.word(at + 3), machine.word(at + 4), false);
      case FLOW.SET_ITEM_AT:
        return this.itemAt(object, machine.word(at + 2), machine.word(at + 3), machine.word(at + 4), true);
      case FLOW.SLICE:
        return this.slice(at, object);
      case FLOW.ITERATE:
        return this.protocols.iterate(
          object,
          machine.word(at + 2),
          machine.word(at + 3),
          machine.word(at + 4) === 1,
        );
      case FLOW.UNPACK:
        return this.unpack(object, machine.word(at + 2), machine.word(at + 3), machine.word(at + 4));
      case FLOW.UNPACK_REST:
        return this.unpackRest(at, object);
      case FLOW.ENTER:
        return this.protocols.enter(
          object,
          machine.word(at + 2),
          machine.word(at + 3),
          machine.word(at + 4) === 1,
        );
      case FLOW.OPERATE:
        return this.protocols.operate(object, at);
      case MADE.REFLECTED:
        return this.protocols.operateReflected(object, machine.word(at + 1));
      case FLOW.ABSORB:
        return machine.watchWith(machine.word(at + 2), [MADE.TAKE_INTO, object]);
      case FLOW.RAISE:
        return this.calls.raise(object, machine.word(at + 2));
      case FLOW.AWAIT:
        return graph.add(machine.word(at + 2), object);
      case FLOW.YIELD_FROM:
        this.protocols.iterate(object, machine.word(at + 2), machine.word(at + 4), false);
        return this.protocols.returned(object, machine.word(at + 3));
      case FLOW.CATCH:
        return this.caught(object, machine.word(at + 2));
      case BASE:
        if (kind === CLASS || kind === EXTERNAL)
          this.addBase(machine.word(at + 1), machine.word(at + 2), object);
        return;
      case MADE.BIND:
        return this.attributes.bind(at, object);
      case MADE.NEXT:
        return this.protocols.next(
          object,
          machine.word(at + 1),
          machine.word(at + 2),
          machine.word(at + 3) === 1,
        );
      case MADE.NEXT_OF:
        return this.protocols.next(object, machine.word(at + 1), machine.word(at + 2), false);
      case MADE.TAKE_FROM:
        return this.protocols.iterate(object, machine.word(at + 1), machine.word(at + 2), false);
      case MADE.TAKE_INTO:
        return this.takeInto(machine.word(at + 1), object);
      case MADE.UPDATE:
        return this.update(machine.word(at + 1), object);
      case MADE.SPREAD:
        return this.calls.spread(at, object);
      case MADE.WRAP:
        return this.builtins.wrap(at, object);
      case MADE.ATTRIBUTE_NAMED:
        if (kind !== STRING || object === machine.anyString) return;
        return machine.watchWith(machine.word(at + 1), [
          MADE.ATTRIBUTE,
          strings.intern(strings.text(objects.a[object] as number).slice(2)),
          machine.word(at + 2),
          machine.word(at + 3),
          machine.word(at + 4),
        ]);
      case MADE.ATTRIBUTE:
        if (machine.word(at + 4) === 1)
          return this.attributes.write(
            object,
            machine.word(at + 1),
            machine.word(at + 2),
            machine.word(at + 3),
          );
        return this.attributes.read(object, machine.word(at + 1), machine.word(at + 2), machine.word(at + 3));
      case MADE.TYPE_OF:
        return this.builtins.typeOf(at, object);
      case MADE.SUPER_OF:
        if (kind === CLASS || kind === INSTANCE)
          graph.add(machine.word(at + 1), objects.of(SUPER, machine.word(at + 2), object));
        return;
      case MADE.SPECIAL:
        return this.special(at, object);
      case MADE.PLACE:
        if (machine.word(at + 4) === 1)
          return this.containers.putAt(machine.word(at + 1), object, machine.word(at + 2));
        return this.containers.getAt(machine.word(at + 1), object, machine.word(at + 2));
    }
  }

  /** One more class that a base can be, as where it depends on a condition. */
  private addBase(classNumber: number, place: number, object: number): void {
    const candidates = this.machine.classes[classNumber]?.bases[place];
    if (candidates === undefined || candidates.length >= MOST_CANDIDATES) return;
    candidates.push(object);
    this.hasNewBase = true;
  }

  watchBase(classNumber: number, place: number, node: number): void {
    this.machine.watchWith(node, [BASE, classNumber, place]);
  }

  private readItem(object: number, key: number, value: number, scope: number): void {
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

  private writeItem(object: number, key: number, value: number, scope: number): void {
    const { objects } = this.machine;
    if (objects.kind(object) === INSTANCE)
      this.protocols.special(object, '__setitem__', scope, [this.constantOf(key), value]);
    else if (this.containers.isContainer(object)) this.containers.put(object, key, value);
  }

  /** An item at a place that a value says. */
  private itemAt(object: number, index: number, value: number, scope: number, isWrite: boolean): void {
    const { objects, graph } = this.machine;
    const kind = objects.kind(object);
    if (kind === INSTANCE) {
      if (isWrite) this.protocols.special(object, '__setitem__', scope, [index, value]);
      else graph.flow(this.protocols.special(object, '__getitem__', scope, [index]), value);
    } else if (this.containers.isContainer(object)) {
      if (isWrite && kind === DICT) graph.flow(index, this.containers.keys(object));
      if (isWrite && kind === SET) this.containers.add(object, value);
      else this.machine.waitFor(index, [MADE.PLACE, object, value, 0, Number(isWrite)]);
    } else if (!isWrite && (kind === CLASS || kind === EXTERNAL)) graph.add(value, object);
  }

  private slice(at: number, object: number): void {
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

  private unpack(object: number, index: number, value: number, scope: number): void {
    const kind = this.machine.objects.kind(object);
    if (kind === LIST || kind === TUPLE)
      this.containers.get(object, this.machine.strings.intern(`i:${index}`), value);
    else this.protocols.iterate(object, value, scope, false);
  }

  private unpackRest(at: number, object: number): void {
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

  private takeInto(container: number, object: number): void {
    if (this.containers.isContainer(object)) this.containers.absorb(container, object);
    else if (this.machine.objects.kind(container) !== DICT)
      this.protocols.iterate(object, this.containers.rest(container), 0, false);
  }

  /** Takes the items of a dictionary, or of pairs, into a dictionary. */
  private update(dictionary: number, object: number): void {
    if (this.machine.objects.kind(object) === DICT) return this.containers.absorb(dictionary, object);
    const { graph, strings } = this.machine;
    const pair = graph.newNode();
    this.protocols.iterate(object, pair, 0, false);
    const [key, value] = [graph.newNode(), graph.newNode()];
    this.machine.watchWith(pair, [FLOW.ITEM, pair, strings.intern('i:0'), key, 0]);
    this.machine.watchWith(pair, [FLOW.ITEM, pair, strings.intern('i:1'), value, 0]);
    graph.flow(key, this.containers.keys(dictionary));
    this.machine.waitFor(key, [MADE.PLACE, dictionary, value, 0, 1]);
  }

  /** What `except` catches: an instance of the class, or of one in the tuple. */
  private caught(object: number, value: number): void {
    const { objects, graph } = this.machine;
    const kind = objects.kind(object);
    if (kind === CLASS) graph.add(value, objects.of(INSTANCE, objects.a[object] as number));
    else if (kind === EXTERNAL) graph.add(value, object);
    else if (kind === TUPLE)
      this.machine.once(`catch ${object} ${value}`, () => {
        this.machine.watchWith(this.containers.all(object), [FLOW.CATCH, 0, value]);
        return 0;
      });
  }

  private special(at: number, object: number): void {
    const { strings, objects } = this.machine;
    if (objects.kind(object) !== INSTANCE) return;
    const scope = this.machine.word(at + 1);
    const result = this.protocols.special(object, strings.text(this.machine.word(at + 2)), scope, []);
    const other = strings.text(this.machine.word(at + 3));
    if (result === 0 && other !== '') this.protocols.special(object, other, scope, []);
  }
}
