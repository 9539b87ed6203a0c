import { SUPER_OF, WRAP } from './instructions.js';
import type { Machine } from './machine.js';
import { methodAround } from './method-around.js';
import { CLASS, CLASS_METHOD, EXTERNAL, FUNCTION, INSTANCE, PROPERTY, STATIC } from './objects.js';

/** Python's own types that say how attributes are bound: properties, static and class methods, `super`, `type`. */
export class Descriptors {
  constructor(private readonly machine: Machine) {}

  /** `property(getter, setter)`. */
  makeProperty(instruction: number, first: number, second: number, value: number): void {
    const { objects, graph } = this.machine;
    const getter = first === 0 ? this.machine.keyword(instruction, 'fget') : first;
    const setter = second === 0 ? this.machine.keyword(instruction, 'fset') : second;
    const [set] = graph.of(setter);
    if (set === undefined) return this.machine.watchWith(getter, [WRAP, value, PROPERTY]);
    for (const get of graph.of(getter)) graph.add(value, objects.of(PROPERTY, get, set));
  }

  /** `super()`, whose class and receiver are those of the method around it (PEP 3135), or are given. */
  callSuper(instruction: number, value: number, scope: number): void {
    const { objects, graph } = this.machine;
    const around = methodAround(this.machine, scope);
    const given = this.machine.positional(instruction, 0);
    if (given !== 0) {
      for (const object of graph.of(given))
        if (objects.kind(object) === CLASS)
          this.machine.watchWith(this.machine.positional(instruction, 1), [
            SUPER_OF,
            value,
            objects.a[object] as number,
          ]);
      return;
    }
    if (around === undefined) return;
    this.machine.watchWith(around.method.parameters[2] ?? 0, [SUPER_OF, value, around.class]);
  }

  /** The instruction WRAP: a function becomes a static method, a class method or a property. */
  wrap(instruction: number, object: number): void {
    const { objects, graph } = this.machine;
    const kind = this.machine.word(instruction + 2);
    if (objects.kind(object) === FUNCTION) {
      if (kind === STATIC) this.machine.statics.add(objects.a[object] as number);
      if (kind === CLASS_METHOD) this.machine.classMethods.add(objects.a[object] as number);
    }
    graph.add(this.machine.word(instruction + 1), objects.of(kind, object, kind === PROPERTY ? -1 : 0));
  }

  /** The instruction TYPE_OF: `type(x)`. */
  typeOf(instruction: number, object: number): void {
    const { objects, graph } = this.machine;
    const kind = objects.kind(object);
    if (kind === INSTANCE)
      graph.add(this.machine.word(instruction + 1), objects.of(CLASS, objects.a[object] as number));
    else if (kind === EXTERNAL) graph.add(this.machine.word(instruction + 1), object);
  }
}
