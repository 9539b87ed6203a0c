import { CALLED } from '../flow/module-flow.js';
import type { Attributes } from './attributes.js';
import type { Builtins } from './builtins.js';
import type { ExternalCalls } from './external-calls.js';
import type { FunctionRecord, Machine } from './machine.js';
import {
  ACCESSOR,
  BOUND,
  BUILTIN,
  CLASS,
  EXTERNAL,
  FUNCTION,
  INSTANCE,
  METHOD,
  PARTIAL,
  PROPERTY,
  STATIC,
} from './objects.js';
import type { Parameters } from './parameters.js';
import type { Protocols } from './protocols.js';

/** What calling each kind of object does. */
export class Calls {
  private readonly bound = new Set<number>();

  constructor(
    private readonly machine: Machine,
    private readonly attributes: Attributes,
    private readonly parameters: Parameters,
    private readonly protocols: Protocols,
    private readonly builtins: Builtins,
    private readonly externals: ExternalCalls,
  ) {}

  /** The instruction CALL for one object that is called. */
  call(instruction: number, object: number): void {
    const { objects, strings } = this.machine;
    const value = this.machine.word(instruction + 2);
    const scope = this.machine.word(instruction + 3);
    switch (objects.kind(object)) {
      case FUNCTION:
        return this.callFunction(instruction, objects.a[object] as number, 0, value);
      case BOUND: {
        const callee = objects.a[object] as number;
        const receiver = objects.b[object] as number;
        if (objects.kind(callee) !== FUNCTION)
          return this.machine.redirect(
            instruction,
            this.machine.nodeOf(callee),
            [this.machine.nodeOf(receiver)],
            value,
          );
        const number = objects.a[callee] as number;
        const [, , first = 0] = (this.machine.functions[number] as FunctionRecord).parameters;
        this.machine.graph.add(this.parameters.firstIsStar(number) ? 0 : first, receiver);
        if ((this.machine.functions[number] as FunctionRecord).passes.includes(first))
          this.machine.graph.add(value, receiver);
        if (this.parameters.firstIsStar(number))
          this.parameters.passPositional(number, 0, this.machine.nodeOf(receiver));
        return this.callFunction(instruction, number, 1, value);
      }
      case CLASS:
        return this.instantiate(instruction, object, value);
      case INSTANCE:
        return this.machine.redirect(
          instruction,
          this.attributes.of(object, strings.intern('__call__'), true),
          [],
          value,
        );
      case STATIC:
        return this.machine.redirect(
          instruction,
          this.machine.nodeOf(objects.a[object] as number),
          [],
          value,
        );
      case PARTIAL:
        return this.callPartial(instruction, objects.a[object] as number, value);
      case ACCESSOR:
        return this.makeProperty(instruction, object, value);
      case EXTERNAL:
        return this.externals.call(instruction, object, value, scope);
      case BUILTIN:
        return this.builtins.callBuiltin(instruction, strings.text(objects.a[object] as number));
      case METHOD:
        return this.builtins.callMethod(instruction, object);
    }
  }

  private callFunction(instruction: number, functionNumber: number, shift: number, value: number): void {
    const record = this.machine.functions[functionNumber] as FunctionRecord;
    this.machine.recordCall(this.machine.word(instruction + 3), this.machine.nameOfScope(record.scope));
    const key = instruction * 2 ** 22 + functionNumber * 2 + shift;
    if (this.bound.has(key)) return;
    this.bound.add(key);
    this.protocols.resultOf(functionNumber, value);
    const given = this.parameters.passArguments(instruction, functionNumber, shift);
    // What is returned as it came is what this call gives; a default, or what is spread, is any.
    for (const parameter of record.passes) {
      const own = given.get(parameter);
      if (own !== undefined) for (const node of own) this.machine.graph.flow(node, value);
      else if (shift === 0 || parameter !== record.parameters[2]) this.machine.graph.flow(parameter, value);
    }
  }

  /** Makes an instance: `__new__` and `__init__`, where a class of the program or an external base has them. */
  private instantiate(instruction: number, object: number, value: number): void {
    const { objects, graph, strings } = this.machine;
    const classNumber = objects.a[object] as number;
    const instance = objects.of(INSTANCE, classNumber);
    graph.add(value, instance);
    const create = strings.intern('__new__');
    if (this.attributes.definer(classNumber, create) !== undefined)
      this.machine.redirect(
        instruction,
        this.attributes.of(object, create, true),
        [this.machine.nodeOf(object)],
        value,
      );
    this.machine.redirect(instruction, this.attributes.of(instance, strings.intern('__init__'), true), [], 0);
  }

  /** Raising a class makes an instance of it (Python's reference, section 7.8). */
  raise(object: number, scope: number): void {
    const { objects, strings } = this.machine;
    if (objects.kind(object) !== CLASS) return;
    const instance = objects.of(INSTANCE, objects.a[object] as number);
    this.machine.invoke(this.attributes.of(instance, strings.intern('__init__'), true), scope, []);
  }

  /** `functools.partial(f, *given)` called with more. */
  private callPartial(instruction: number, made: number, value: number): void {
    const how = this.machine.redirected(instruction);
    if (how === undefined) return;
    const count = this.machine.word(made + 5);
    const given: number[] = [];
    for (let index = 1; index < count; index += 1) {
      const at = made + 6 + 3 * index;
      given.push(this.machine.word(at), this.machine.word(at + 1), this.machine.word(at + 2));
    }
    const { code } = this.machine;
    const callee = code[made + 7] as number;
    const own = code[instruction + 5] as number;
    const args = [...given, ...code.subarray(instruction + 6, instruction + 6 + 3 * own)];
    this.machine.watchWith(callee, [
      code[instruction] as number,
      callee,
      value,
      code[instruction + 3] as number,
      how - (how & CALLED.asDecorator),
      args.length / 3,
      ...args,
    ]);
  }

  /** `@p.setter` and its like. */
  private makeProperty(instruction: number, accessor: number, value: number): void {
    const { objects, graph } = this.machine;
    if (this.machine.word(instruction + 5) < 1) return;
    const property = objects.a[accessor] as number;
    const which = objects.b[accessor] as number;
    const getter = objects.a[property] as number;
    for (const given of graph.of(this.machine.word(instruction + 7))) {
      if (which === 0) graph.add(value, objects.of(PROPERTY, given, objects.b[property]));
      else if (which === 1) graph.add(value, objects.of(PROPERTY, getter, given));
      else graph.add(value, property);
    }
  }
}
