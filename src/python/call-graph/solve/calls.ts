import { ARGUMENT, CALLED, FUNCTION_FLAG, PARAMETER } from '../flow/module-flow.js';
import type { Attributes } from './attributes.js';
import type { Builtins } from './builtins.js';
import type { Containers } from './containers.js';
import { SPREAD } from './instructions.js';
import type { FunctionRecord, Machine } from './machine.js';
import {
  ACCESSOR,
  BOUND,
  BUILTIN,
  CLASS,
  DICT,
  EXTERNAL,
  FUNCTION,
  INSTANCE,
  METHOD,
  PARTIAL,
  PROPERTY,
  STATIC,
  TUPLE,
} from './objects.js';
import type { Protocols } from './protocols.js';

/** Methods that get the class without being declared so (Python's reference, section 3.3). */
const OF_CLASS = new Set(['__new__', '__init_subclass__', '__class_getitem__']);

/** A function that passes its own `*args` on with one more has no end of places: these are told apart. */
const MOST_PLACES = 16;

/** What calling each kind of object does. */
export class Calls {
  private readonly bound = new Set<number>();

  constructor(
    private readonly machine: Machine,
    private readonly attributes: Attributes,
    private readonly containers: Containers,
    private readonly protocols: Protocols,
    private readonly builtins: Builtins,
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
        this.machine.graph.add(this.firstIsStar(number) ? 0 : first, receiver);
        if ((this.machine.functions[number] as FunctionRecord).passes.includes(first))
          this.machine.graph.add(value, receiver);
        if (this.firstIsStar(number)) this.passPositional(number, 0, this.machine.nodeOf(receiver));
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
        return this.builtins.callExternal(instruction, object, value, scope);
      case BUILTIN:
        return this.builtins.callBuiltin(instruction, strings.text(objects.a[object] as number));
      case METHOD:
        return this.builtins.callMethod(instruction, object);
    }
  }

  private firstIsStar(functionNumber: number): boolean {
    const { parameters } = this.machine.functions[functionNumber] as FunctionRecord;
    return parameters[1] === PARAMETER.star;
  }

  private callFunction(instruction: number, functionNumber: number, shift: number, value: number): void {
    const record = this.machine.functions[functionNumber] as FunctionRecord;
    this.machine.recordCall(this.machine.word(instruction + 3), this.machine.nameOfScope(record.scope));
    const key = instruction * 2 ** 22 + functionNumber * 2 + shift;
    if (this.bound.has(key)) return;
    this.bound.add(key);
    this.protocols.resultOf(functionNumber, value);
    const given = this.passArguments(instruction, functionNumber, shift);
    // What is returned as it came is what this call gives; a default, or what is spread, is any.
    for (const parameter of record.passes) {
      const own = given.get(parameter);
      if (own !== undefined) for (const node of own) this.machine.graph.flow(node, value);
      else if (shift === 0 || parameter !== record.parameters[2]) this.machine.graph.flow(parameter, value);
    }
  }

  /** Hands the arguments of a call to the parameters of a function (Python's reference, section 6.3.4). */
  private passArguments(
    instruction: number,
    functionNumber: number,
    shift: number,
  ): ReadonlyMap<number, readonly number[]> {
    const given = new Map<number, number[]>();
    const note = (parameter: number, value: number) => {
      if (parameter !== 0) given.set(parameter, [...(given.get(parameter) ?? []), value]);
    };
    const { code } = this.machine;
    const count = code[instruction + 5] as number;
    let position: number | undefined = shift;
    for (let index = 0; index < count; index += 1) {
      const at = instruction + 6 + 3 * index;
      const [kind, first, second] = [
        this.machine.word(at),
        this.machine.word(at + 1),
        this.machine.word(at + 2),
      ];
      if (kind === ARGUMENT.positional) {
        note(this.passPositional(functionNumber, position ?? 0, first, position === undefined), first);
        if (position !== undefined) position += 1;
      } else if (kind === ARGUMENT.keyword) note(this.passKeyword(functionNumber, first, second), second);
      else if (kind === ARGUMENT.star) {
        this.machine.watchWith(first, [SPREAD, functionNumber, position ?? 0, 0]);
        position = undefined;
      } else this.machine.watchWith(first, [SPREAD, functionNumber, 0, 1]);
    }
    return given;
  }

  /**
   * Passes a value by place; `isLater` when it may go to any parameter from there on. Returns the node of the
   * parameter that gets it, 0 when that is not one alone.
   */
  private passPositional(functionNumber: number, position: number, value: number, isLater = false): number {
    const { graph } = this.machine;
    const { parameters } = this.machine.functions[functionNumber] as FunctionRecord;
    let place = 0;
    for (let index = 0; index < parameters.length; index += 3) {
      const kind = parameters[index + 1] as number;
      const node = parameters[index + 2] as number;
      if (kind === PARAMETER.star) {
        const rest = this.restOf(functionNumber, node, TUPLE);
        if (isLater || position - place >= MOST_PLACES) this.containers.add(rest, value);
        else this.containers.put(rest, this.machine.strings.intern(`i:${position - place}`), value);
        return 0;
      }
      if (kind === PARAMETER.keywordOnly || kind === PARAMETER.doubleStar) return 0;
      if (place === position || (isLater && place >= position)) graph.flow(value, node);
      if (place === position && !isLater) return node;
      place += 1;
    }
    return 0;
  }

  private passKeyword(functionNumber: number, name: number, value: number): number {
    const { parameters } = this.machine.functions[functionNumber] as FunctionRecord;
    for (let index = 0; index < parameters.length; index += 3) {
      const kind = parameters[index + 1] as number;
      const node = parameters[index + 2] as number;
      if (kind === PARAMETER.doubleStar) {
        const { strings } = this.machine;
        const key = strings.intern(`s:${strings.text(name)}`);
        this.containers.put(this.restOf(functionNumber, node, DICT), key, value);
        return 0;
      }
      if (kind === PARAMETER.star || kind === PARAMETER.positionalOnly) continue;
      if (parameters[index] !== name) continue;
      this.machine.graph.flow(value, node);
      return node;
    }
    return 0;
  }

  /** The tuple of `*args` or the dictionary of `**kwargs` of a function. */
  private restOf(functionNumber: number, parameter: number, kind: number): number {
    return this.containers.made(`rest ${functionNumber} ${kind}`, kind, rest =>
      this.machine.graph.add(parameter, rest),
    );
  }

  /** Every function has the container of its starred parameters, called or not. */
  prepare(functionNumber: number): void {
    const { parameters } = this.machine.functions[functionNumber] as FunctionRecord;
    for (let index = 0; index < parameters.length; index += 3) {
      if (parameters[index + 1] === PARAMETER.star)
        this.restOf(functionNumber, parameters[index + 2] as number, TUPLE);
      if (parameters[index + 1] === PARAMETER.doubleStar)
        this.restOf(functionNumber, parameters[index + 2] as number, DICT);
    }
  }

  /** The instruction SPREAD for one object that is spread over parameters. */
  spread(instruction: number, object: number): void {
    const functionNumber = this.machine.word(instruction + 1);
    const position = this.machine.word(instruction + 2);
    const isDouble = this.machine.word(instruction + 3) === 1;
    const { strings, objects, graph } = this.machine;
    if (!this.containers.isContainer(object)) {
      if (isDouble) return;
      const value = graph.newNode();
      this.protocols.iterate(object, value, this.functionScope(functionNumber), false);
      this.passPositional(functionNumber, position, value, true);
      return;
    }
    if (isDouble !== (objects.kind(object) === DICT)) return;
    this.containers.onPlace(object, key => {
      const text = strings.text(key);
      const value = this.machine.field(object, key);
      if (isDouble && text.startsWith('s:'))
        this.passKeyword(functionNumber, strings.intern(text.slice(2)), value);
      else if (!isDouble && text.startsWith('i:'))
        this.passPositional(functionNumber, position + Number(text.slice(2)), value);
    });
    if (!isDouble) {
      this.passPositional(functionNumber, position, this.containers.rest(object), true);
      return;
    }
    const { parameters } = this.machine.functions[functionNumber] as FunctionRecord;
    for (let index = 0; index < parameters.length; index += 3)
      if (parameters[index + 1] === PARAMETER.doubleStar)
        this.containers.add(
          this.restOf(functionNumber, parameters[index + 2] as number, DICT),
          this.containers.rest(object),
        );
      else if (parameters[index + 1] === PARAMETER.keywordOnly)
        graph.flow(this.containers.rest(object), parameters[index + 2] as number);
  }

  private functionScope(functionNumber: number): number {
    return (this.machine.functions[functionNumber] as FunctionRecord).scope;
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
      CALLED.plain,
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

  private nameOf(scope: number): string {
    const name = this.machine.strings.text(this.machine.nameOfScope(scope));
    return name.slice(name.lastIndexOf('.') + 1);
  }

  /** Methods that nothing calls have an instance of their own class for a receiver. */
  seedReceivers(): boolean {
    const { functions, graph, objects, scopes } = this.machine;
    let isChanged = false;
    functions.forEach(({ flags, parameters, scope }, number) => {
      const [, , first] = parameters;
      if ((flags & FUNCTION_FLAG.isMethod) === 0 || first === undefined || graph.of(first).length > 0) return;
      const owner = scopes[scopes[scope]?.parent ?? -1]?.class ?? -1;
      if (owner < 0 || parameters[1] === PARAMETER.star || this.machine.statics.has(number)) return;
      const isOfClass = this.machine.classMethods.has(number) || OF_CLASS.has(this.nameOf(scope));
      graph.add(first, objects.of(isOfClass ? CLASS : INSTANCE, owner));
      isChanged = true;
    });
    return isChanged;
  }
}
