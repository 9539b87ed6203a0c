import type { Hierarchy } from './hierarchy.js';
import { BIND } from './instructions.js';
import type { ClassRecord, Machine } from './machine.js';
import {
  BOUND,
  CLASS,
  CLASS_METHOD,
  EXTERNAL,
  FUNCTION,
  INSTANCE,
  METHOD,
  PROPERTY,
  STATIC,
  SUPER,
} from './objects.js';
import { PairSet } from './pair-set.js';
import type { Properties } from './properties.js';

/** An attribute that nothing of the program defines although a base is external. */
interface Missing {
  readonly node: number;
  readonly object: number;
  readonly name: number;
  readonly field: number;
}

/** What instances and classes have by their classes and these by their bases. */
export class Inherited {
  private readonly linked = new PairSet();
  private waiting: Missing[] = [];

  constructor(
    private readonly machine: Machine,
    private readonly hierarchy: Hierarchy,
    private readonly properties: Properties,
  ) {}

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
  link(node: number, object: number, name: number, isImplicit: boolean): void {
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
      if (this.linked.add(node, one))
        this.machine.watchWith(this.machine.field(one, name), [BIND, node, receiver, Number(kind === CLASS)]);
      if (!(classes[objects.a[one] as number] as ClassRecord).names.has(name)) continue;
      isDefined = true;
      break;
    }
    if (isDefined) return;
    if (isSuper && strings.text(name) === '__new__') graph.add(node, objects.of(METHOD, receiver, name));
    if (!isImplicit || strings.text(name) === '__init__')
      this.waiting.push({ node, object, name, field: own });
  }

  /** Takes what the program does not define from external bases; returns whether anything was. */
  settleExternal(isWritten: (field: number) => boolean): boolean {
    const { objects, graph, strings } = this.machine;
    const waiting = this.waiting;
    this.waiting = [];
    let isChanged = false;
    for (const { node, object, name, field } of waiting) {
      if (!graph.isEmpty(node) || this.properties.has(node) || (field !== 0 && isWritten(field))) continue;
      const isSuper = objects.kind(object) === SUPER;
      const receiver = isSuper ? (objects.b[object] as number) : object;
      const order = this.hierarchy.orderOf(objects.a[receiver] as number);
      const from = isSuper ? order.indexOf(objects.of(CLASS, objects.a[object] as number)) + 1 : 0;
      if (this.definer(objects.a[receiver] as number, name) !== undefined && !isSuper) continue;
      for (const one of order.slice(from))
        if (objects.kind(one) === EXTERNAL) {
          graph.add(
            node,
            objects.of(
              EXTERNAL,
              strings.intern(`${strings.text(objects.a[one] as number)}.${strings.text(name)}`),
            ),
          );
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
        return this.properties.add(node, held, receiver);
      default:
        return graph.add(node, held);
    }
  }
}
