import * as FLOW from '../flow/module-flow.js';
import { Attributes } from './attributes.js';
import { BuiltinSequences } from './builtin-sequences.js';
import { Builtins } from './builtins.js';
import { Calls } from './calls.js';
import { ContainerMethods } from './container-methods.js';
import { Containers } from './containers.js';
import { Descriptors } from './descriptors.js';
import { ExternalCalls } from './external-calls.js';
import { Hierarchy } from './hierarchy.js';
import * as MADE from './instructions.js';
import { Items } from './items.js';
import type { Machine } from './machine.js';
import { Modules } from './modules.js';
import { CLASS, EXTERNAL, INSTANCE, STRING, SUPER, TUPLE } from './objects.js';
import { Parameters } from './parameters.js';
import { Protocols } from './protocols.js';

/** What each instruction does with one object of the value that it watches. */
export class Actions {
  readonly modules: Modules;
  readonly hierarchy: Hierarchy;
  readonly attributes: Attributes;
  private readonly containers: Containers;
  private readonly protocols: Protocols;
  private readonly builtins: Builtins;
  private readonly methods: ContainerMethods;
  private readonly descriptors: Descriptors;
  private readonly items: Items;
  readonly parameters: Parameters;
  private readonly calls: Calls;

  constructor(private readonly machine: Machine) {
    this.modules = new Modules(machine);
    this.hierarchy = new Hierarchy(machine);
    this.attributes = new Attributes(machine, this.hierarchy, this.modules);
    this.containers = new Containers(machine);
    this.protocols = new Protocols(machine, this.attributes, this.containers);
    this.methods = new ContainerMethods(machine, this.containers);
    this.descriptors = new Descriptors(machine);
    this.builtins = new Builtins(
      machine,
      this.containers,
      this.methods,
      new BuiltinSequences(machine, this.containers, this.methods),
      this.descriptors,
    );
    this.items = new Items(machine, this.containers, this.protocols);
    this.parameters = new Parameters(machine, this.containers, this.protocols);
    this.calls = new Calls(
      machine,
      this.attributes,
      this.parameters,
      this.protocols,
      this.builtins,
      new ExternalCalls(machine),
    );
  }

  /** Acts on an object; `operation` is the first word of the instruction. */
  perform(operation: number, at: number, object: number): void {
    const { machine } = this;
    const { graph, objects, strings } = machine;
    const kind = objects.kind(object);
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
        return this.items.readItem(object, machine.word(at + 2), machine.word(at + 3), machine.word(at + 4));
      case FLOW.SET_ITEM:
        return this.items.writeItem(object, machine.word(at + 2), machine.word(at + 3), machine.word(at + 4));
      case FLOW.ITEM_AT:
        return this.items.itemAt(
          object,
          machine.word(at + 2),
          machine.word(at + 3),
          machine.word(at + 4),
          false,
        );
      case FLOW.SET_ITEM_AT:
        return this.items.itemAt(
          object,
          machine.word(at + 2),
          machine.word(at + 3),
          machine.word(at + 4),
          true,
        );
      case FLOW.SLICE:
        return this.items.slice(at, object);
      case FLOW.ITERATE:
        return this.protocols.iterate(
          object,
          machine.word(at + 2),
          machine.word(at + 3),
          machine.word(at + 4) === 1,
        );
      case FLOW.UNPACK:
        return this.items.unpack(object, machine.word(at + 2), machine.word(at + 3), machine.word(at + 4));
      case FLOW.UNPACK_REST:
        return this.items.unpackRest(at, object);
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
        return this.items.takeInto(machine.word(at + 1), object);
      case MADE.UPDATE:
        return this.items.update(machine.word(at + 1), object);
      case MADE.SPREAD:
        return this.parameters.spread(at, object);
      case MADE.WRAP:
        return this.descriptors.wrap(at, object);
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
        return this.descriptors.typeOf(at, object);
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
