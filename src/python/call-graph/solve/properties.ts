import type { Machine } from './machine.js';

/** A read of an attribute that may be a property: the value read and the scope that reads. */
interface Reading {
  readonly value: number;
  readonly scope: number;
}

interface Getter {
  readonly getter: number;
  readonly receiver: number;
}

/** What reading and writing attributes calls where these are properties. */
export class Properties {
  private readonly readings = new Map<number, Reading[]>();
  private readonly getters = new Map<number, Getter[]>();
  private readonly writings = new Map<number, Reading[]>();
  private readonly setters = new Map<number, number[]>();

  constructor(private readonly machine: Machine) {}

  /** Whether the attribute of this node can be a property. */
  has(node: number): boolean {
    return this.getters.has(node);
  }

  /** A scope reads the attribute of a node into a value. */
  read(node: number, value: number, scope: number): void {
    const reading = { value, scope };
    const readings = this.readings.get(node);
    if (readings === undefined) this.readings.set(node, [reading]);
    else readings.push(reading);
    for (const getter of this.getters.get(node) ?? []) this.get(getter, reading);
  }

  /** A scope writes a value to the attribute of a node, whose object is the receiver. */
  write(node: number, receiver: number, value: number, scope: number): void {
    const writings = this.writings.get(node) ?? [];
    this.writings.set(node, writings);
    writings.push({ value, scope });
    for (const setter of this.setters.get(node) ?? []) this.set(setter, receiver, value, scope);
  }

  /** The attribute of a node can be this property. */
  add(node: number, property: number, receiver: number): void {
    this.addGetter(node, { getter: this.machine.objects.a[property] as number, receiver });
    this.addSetter(property, receiver, node);
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

  private addSetter(property: number, receiver: number, node: number): void {
    const setter = this.machine.objects.b[property] as number;
    if (setter < 0) return;
    this.setters.set(node, [...(this.setters.get(node) ?? []), setter]);
    for (const { value, scope } of this.writings.get(node) ?? []) this.set(setter, receiver, value, scope);
  }

  private set(setter: number, receiver: number, value: number, scope: number): void {
    this.machine.invoke(this.machine.nodeOf(setter), scope, [this.machine.nodeOf(receiver), value]);
  }
}
