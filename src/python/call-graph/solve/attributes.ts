import type { Hierarchy } from './hierarchy.js';
import { Inherited } from './inherited.js';
import type { Machine } from './machine.js';
import {
  ACCESSOR,
  BOUND,
  BUILTIN,
  CLASS,
  EXTERNAL,
  FUNCTION,
  GENERATOR,
  INSTANCE,
  isContainer,
  METHOD,
  MODULE,
  PARTIAL,
  PROPERTY,
  STRING,
  SUPER,
} from './objects.js';
import type { Modules } from './modules.js';
import { Properties } from './properties.js';

/** `a.b.c` of an external value is followed this far: `x = x.next` would have no end. */
const MOST_DOTS = 6;

/** What attributes of objects are (Python's reference, section 3.3.2, and the descriptor guide). */
export class Attributes {
  /** Attributes of each object that have been asked for, by name. */
  private readonly nodes: (Map<number, number> | undefined)[] = [];
  private readonly written = new Set<number>();
  private readonly inherited: Inherited;
  private readonly properties: Properties;

  constructor(
    private readonly machine: Machine,
    hierarchy: Hierarchy,
    private readonly modules: Modules,
  ) {
    this.properties = new Properties(machine);
    this.inherited = new Inherited(machine, hierarchy, this.properties);
  }

  /** The node of an attribute of an object; 0 when objects of its kind have none of interest. */
  of(object: number, name: number, isImplicit = false): number {
    const { objects, graph, strings } = this.machine;
    const known = this.nodes[object]?.get(isImplicit ? -name : name);
    if (known !== undefined) return known;
    const node = graph.newNode();
    (this.nodes[object] ??= new Map<number, number>()).set(isImplicit ? -name : name, node);
    switch (objects.kind(object)) {
      case INSTANCE:
      case CLASS:
      case SUPER:
        this.inherited.link(node, object, name, isImplicit);
        break;
      case MODULE:
        graph.flow(this.modules.attribute(objects.a[object] as number, name), node);
        graph.flow(this.machine.field(object, name), node);
        break;
      case EXTERNAL: {
        const text = strings.text(objects.a[object] as number);
        const isFar = text.split('.').length > MOST_DOTS;
        graph.add(node, isFar ? object : this.external(`${text}.${strings.text(name)}`));
        break;
      }
      case PROPERTY: {
        const which = ['getter', 'setter', 'deleter'].indexOf(strings.text(name));
        if (which >= 0) graph.add(node, objects.of(ACCESSOR, object, which));
        break;
      }
      case BOUND:
        if (strings.text(name) === '__func__') graph.add(node, objects.a[object] as number);
        else if (strings.text(name) === '__self__') graph.add(node, objects.b[object] as number);
        else graph.flow(this.of(objects.a[object] as number, name), node);
        break;
      case FUNCTION:
      case PARTIAL:
        if (strings.text(name) === '__call__') graph.add(node, object);
        else graph.flow(this.machine.field(object, name), node);
        break;
      case BUILTIN:
        graph.add(node, objects.of(METHOD, object, name));
        break;
      case GENERATOR:
      case STRING:
        graph.add(node, objects.of(METHOD, object, name));
        break;
      default:
        if (isContainer(objects.kind(object))) graph.add(node, objects.of(METHOD, object, name));
    }
    return node;
  }

  external(name: string): number {
    return this.machine.objects.of(EXTERNAL, this.machine.strings.intern(name));
  }

  /** The class that says what an attribute of a class is: see `Inherited`. */
  definer(classNumber: number, name: number): number | undefined {
    return this.inherited.definer(classNumber, name);
  }

  /** Follows a class that got a base after attributes had been looked up in it. */
  relink(): void {
    this.nodes.forEach((names, object) => {
      const kind = this.machine.objects.kind(object);
      if (kind === INSTANCE || kind === CLASS || kind === SUPER)
        for (const [name, node] of names ?? []) this.inherited.link(node, object, Math.abs(name), name < 0);
    });
  }

  /** Takes what the program does not define from external bases; returns whether anything was. */
  settleExternal(): boolean {
    return this.inherited.settleExternal(field => this.written.has(field));
  }

  /** The instruction BIND for one object that a class holds. */
  bind(instruction: number, held: number): void {
    this.inherited.bind(instruction, held);
  }

  /** Reads an attribute into a value: whatever it is, or what its property returns. */
  read(object: number, name: number, value: number, scope: number): void {
    const node = this.of(object, name);
    this.machine.graph.flow(node, value);
    this.properties.read(node, value, scope);
  }

  /** Writes an attribute: into the object, or through the setter of a property. */
  write(object: number, name: number, value: number, scope: number): void {
    const { objects, graph } = this.machine;
    const field = this.machine.field(object, name);
    this.written.add(field);
    if (objects.kind(object) === INSTANCE) {
      this.properties.write(this.of(object, name), object, value, scope);
    }
    graph.flow(value, field);
  }
}
