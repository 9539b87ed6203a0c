import type { Hierarchy } from './hierarchy.js';
import { BIND } from './instructions.js';
import type { Machine } from './machine.js';
import type { ClassRecord, FunctionRecord, ScopeRecord } from './machine.js';
import {
  ACCESSOR,
  BOUND,
  BUILTIN,
  CLASS,
  CLASS_METHOD,
  EXTERNAL,
  FUNCTION,
  GENERATOR,
  INSTANCE,
  isContainer,
  METHOD,
  MODULE,
  PARTIAL,
  PROPERTY,
  STATIC,
  STRING,
  SUPER,
} from './objects.js';
import type { Modules } from './modules.js';

/** `a.b.c` of an external value is followed this far: `x = x.next` would have no end. */
const MOST_DOTS = 6;

/** A read of an attribute that may be a property: the value read and the scope that reads. */
interface Reading {
  readonly value: number;
  readonly scope: number;
}

interface Getter {
  readonly getter: number;
  readonly receiver: number;
}

/** What attributes of objects are (Python's reference, section 3.3.2, and the descriptor guide). */
export class Attributes {
  /** Attributes of each object that have been asked for, by name. */
  private readonly nodes: (Map<number, number> | undefined)[] = [];
  private readonly readings = new Map<number, Reading[]>();
  private readonly getters = new Map<number, Getter[]>();
  private readonly linked = new Set<string>();
  /** Attributes that nothing of the program defines although a base is external. */
  private waiting: {
    readonly node: number;
    readonly object: number;
    readonly name: number;
    readonly field: number;
  }[] = [];
  private readonly written = new Set<number>();
  private readonly setters = new Map<number, { readonly value: number; readonly scope: number }[]>();

  constructor(
    private readonly machine: Machine,
    private readonly hierarchy: Hierarchy,
    private readonly modules: Modules,
  ) {}

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
        this.link(node, object, name, isImplicit);
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

  /** Whether the program says what an attribute of a class is, and where: the class object. */
  definer(classNumber: number, name: number): number | undefined {
    return this.hierarchy
      .orderOf(classNumber)
      .find(
        one =>
          this.machine.objects.kind(one) === CLASS &&
          (this.machine.classes[this.machine.objects.a[one] as number] as ClassRecord).names.has(name),
      );
  }

  /** Links an attribute to where the classes of its object hold it. */
  private link(node: number, object: number, name: number, isImplicit: boolean): void {
    const { objects, graph, strings, classes } = this.machine;
    const kind = objects.kind(object);
    const isSuper = kind === SUPER;
    const receiver = isSuper ? (objects.b[object] as number) : object;
    const classNumber = objects.a[receiver] as number;
    let order = this.hierarchy.orderOf(classNumber);
    if (isSuper) order = order.slice(order.indexOf(objects.of(CLASS, objects.a[object] as number)) + 1);
    const own = !isSuper && kind === INSTANCE && !isImplicit ? this.machine.field(object, name) : 0;
    graph.flow(own, node);
    if (kind === INSTANCE && strings.text(name) === '__class__')
      graph.add(node, objects.of(CLASS, classNumber));
    let isDefined = false;
    for (const one of order) {
      if (objects.kind(one) !== CLASS) continue;
      const key = `${node} ${one}`;
      if (!this.linked.has(key)) {
        this.linked.add(key);
        this.machine.watchWith(this.machine.field(one, name), [BIND, node, receiver, Number(kind === CLASS)]);
      }
      if (!(classes[objects.a[one] as number] as ClassRecord).names.has(name)) continue;
      isDefined = true;
      break;
    }
    if (isDefined) return;
    if (isSuper && strings.text(name) === '__new__') graph.add(node, objects.of(METHOD, receiver, name));
    if (!isImplicit || strings.text(name) === '__init__')
      this.waiting.push({ node, object, name, field: own });
  }

  /** Follows a class that got a base after attributes had been looked up in it. */
  relink(): void {
    this.nodes.forEach((names, object) => {
      const kind = this.machine.objects.kind(object);
      if (kind === INSTANCE || kind === CLASS || kind === SUPER)
        for (const [name, node] of names ?? []) this.link(node, object, Math.abs(name), name < 0);
    });
  }

  /** Takes what the program does not define from external bases; returns whether anything was. */
  settleExternal(): boolean {
    const { objects, graph, strings } = this.machine;
    const waiting = this.waiting;
    this.waiting = [];
    let isChanged = false;
    for (const { node, object, name, field } of waiting) {
      if (graph.of(node).length > 0 || this.getters.has(node) || (field !== 0 && this.written.has(field)))
        continue;
      const isSuper = objects.kind(object) === SUPER;
      const receiver = isSuper ? (objects.b[object] as number) : object;
      const order = this.hierarchy.orderOf(objects.a[receiver] as number);
      const from = isSuper ? order.indexOf(objects.of(CLASS, objects.a[object] as number)) + 1 : 0;
      if (this.definer(objects.a[receiver] as number, name) !== undefined && !isSuper) continue;
      for (const one of order.slice(from))
        if (objects.kind(one) === EXTERNAL) {
          graph.add(node, this.external(`${strings.text(objects.a[one] as number)}.${strings.text(name)}`));
          isChanged = true;
        }
    }
    return isChanged;
  }

  /** The instruction BIND for one object that a class holds. */
  bind(instruction: number, held: number): void {
    const { objects, graph } = this.machine;
    const node = this.machine.word(instruction + 1);
    const receiver = this.machine.word(instruction + 2);
    const isOfClass = this.machine.word(instruction + 3) === 1;
    const inner = objects.a[held] as number;
    switch (objects.kind(held)) {
      case FUNCTION:
        return graph.add(node, isOfClass ? held : objects.of(BOUND, held, receiver));
      case STATIC:
        return graph.add(node, inner);
      case CLASS_METHOD:
        return graph.add(node, objects.of(BOUND, inner, objects.of(CLASS, objects.a[receiver] as number)));
      case PROPERTY:
        if (isOfClass) return graph.add(node, held);
        this.addGetter(node, { getter: inner, receiver });
        return this.addSetter(held, receiver, node);
      default:
        return graph.add(node, held);
    }
  }

  /** Reads an attribute into a value: whatever it is, or what its property returns. */
  read(object: number, name: number, value: number, scope: number): void {
    const node = this.of(object, name);
    this.machine.graph.flow(node, value);
    const reading = { value, scope };
    const readings = this.readings.get(node);
    if (readings === undefined) this.readings.set(node, [reading]);
    else readings.push(reading);
    for (const getter of this.getters.get(node) ?? []) this.get(getter, reading);
  }

  private addGetter(node: number, getter: Getter): void {
    const getters = this.getters.get(node);
    if (getters === undefined) this.getters.set(node, [getter]);
    else getters.push(getter);
    for (const reading of this.readings.get(node) ?? []) this.get(getter, reading);
  }

  private get({ getter, receiver }: Getter, { value, scope }: Reading): void {
    const result = this.machine.invoke(this.machine.nodeOf(getter), scope, [this.machine.nodeOf(receiver)]);
    this.machine.graph.flow(result, value);
  }

  /** Writes an attribute: into the object, or through the setter of a property. */
  write(object: number, name: number, value: number, scope: number): void {
    const { objects, graph } = this.machine;
    const field = this.machine.field(object, name);
    this.written.add(field);
    if (objects.kind(object) === INSTANCE) {
      const node = this.of(object, name);
      const writings = this.setters.get(node) ?? [];
      this.setters.set(node, writings);
      writings.push({ value, scope });
      for (const setter of this.setterObjects.get(node) ?? []) this.set(setter, object, value, scope);
    }
    graph.flow(value, field);
  }

  private readonly setterObjects = new Map<number, number[]>();

  private addSetter(property: number, receiver: number, node: number): void {
    const setter = this.machine.objects.b[property] as number;
    if (setter < 0) return;
    this.setterObjects.set(node, [...(this.setterObjects.get(node) ?? []), setter]);
    for (const { value, scope } of this.setters.get(node) ?? []) this.set(setter, receiver, value, scope);
  }

  private set(setter: number, receiver: number, value: number, scope: number): void {
    this.machine.invoke(this.machine.nodeOf(setter), scope, [this.machine.nodeOf(receiver), value]);
  }

  /** The method whose body a scope is in, through functions within it: its record and its class. */
  methodAround(scope: number): { readonly method: FunctionRecord; readonly class: number } | undefined {
    const { scopes, functions } = this.machine;
    for (let at = scope; at >= 0; at = (scopes[at] as ScopeRecord).parent) {
      const record = scopes[at] as ScopeRecord;
      const outer = record.parent < 0 ? undefined : scopes[record.parent];
      const method = functions[record.function];
      if (record.isFunction && outer !== undefined && outer.class >= 0 && method !== undefined)
        return { method, class: outer.class };
    }
    return undefined;
  }
}
