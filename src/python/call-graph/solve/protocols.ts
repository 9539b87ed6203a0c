import { FUNCTION_FLAG } from '../flow/module-flow.js';
import type { Attributes } from './attributes.js';
import type { Containers } from './containers.js';
import { NEXT, TAKE_INTO } from './instructions.js';
import type { FunctionRecord, Machine } from './machine.js';
import { EXTERNAL, GENERATOR, INSTANCE, LIST, STRING, TUPLE } from './objects.js';

/** The protocols by which Python calls methods without naming them. */
export class Protocols {
  constructor(
    private readonly machine: Machine,
    private readonly attributes: Attributes,
    private readonly containers: Containers,
  ) {}

  /** Calls a special method of an instance if the program defines it; returns its result, 0 when it does not. */
  special(object: number, method: string, scope: number, positional: readonly number[]): number {
    const { objects, strings } = this.machine;
    if (objects.kind(object) !== INSTANCE) return 0;
    const name = strings.intern(method);
    if (this.attributes.definer(objects.a[object] as number, name) === undefined) return 0;
    return this.machine.invoke(this.attributes.of(object, name, true), scope, positional);
  }

  /** What iterating over an object gives (Python's reference, section 3.3.7 `__iter__`, else `__getitem__`). */
  iterate(object: number, value: number, scope: number, isAsync: boolean): void {
    const { graph, objects } = this.machine;
    switch (objects.kind(object)) {
      case INSTANCE: {
        const iterator = this.special(object, isAsync ? '__aiter__' : '__iter__', scope, []);
        if (iterator !== 0) this.machine.watchWith(iterator, [NEXT, value, scope, Number(isAsync)]);
        else
          graph.flow(
            this.special(object, '__getitem__', scope, [this.machine.nodeOf(this.machine.anyInteger)]),
            value,
          );
        return;
      }
      case GENERATOR:
        return this.next(object, value, scope, isAsync);
      case STRING:
        return graph.add(value, this.machine.anyString);
      case EXTERNAL:
        return;
      default:
        if (this.containers.isContainer(object)) graph.flow(this.containers.items(object), value);
    }
  }

  /** The next value of an iterator. */
  next(object: number, value: number, scope: number, isAsync: boolean): void {
    const { graph, objects } = this.machine;
    if (objects.kind(object) === INSTANCE)
      graph.flow(this.special(object, isAsync ? '__anext__' : '__next__', scope, []), value);
    else if (objects.kind(object) === GENERATOR)
      graph.flow((this.machine.functions[objects.a[object] as number] as FunctionRecord).yields, value);
    else this.iterate(object, value, scope, isAsync);
  }

  /** What `yield from` gives of an object: what its generator returns. */
  returned(object: number, value: number): void {
    const { graph, objects, functions } = this.machine;
    if (objects.kind(object) === GENERATOR)
      graph.flow((functions[objects.a[object] as number] as FunctionRecord).returns, value);
  }

  /** `with` (PEP 343): enters and leaves; a generator is that of a function made a context manager. */
  enter(object: number, value: number, scope: number, isAsync: boolean): void {
    const { graph, objects } = this.machine;
    const kind = objects.kind(object);
    if (kind === EXTERNAL) graph.add(value, object);
    else if (kind === GENERATOR) this.next(object, value, scope, isAsync);
    else if (kind === INSTANCE) {
      graph.flow(this.special(object, isAsync ? '__aenter__' : '__enter__', scope, []), value);
      const nothing = [0, 0, 0];
      this.special(object, isAsync ? '__aexit__' : '__exit__', scope, nothing);
    }
  }

  /** An operator on a left operand; returns whether it is one that says what the operator does. */
  operate(object: number, instruction: number): void {
    const { graph, objects, strings, code } = this.machine;
    const right = code[instruction + 2] as number;
    const method = strings.text(code[instruction + 3] as number);
    const isInPlace = code[instruction + 5] === 1;
    const [value, scope] = [code[instruction + 6] as number, code[instruction + 7] as number];
    const kind = objects.kind(object);
    if (kind === INSTANCE) {
      const inPlace = isInPlace ? this.special(object, method.replace('__', '__i'), scope, [right]) : 0;
      const result = inPlace !== 0 ? inPlace : this.special(object, method, scope, [right]);
      if (result !== 0 && objects.kind(object) === INSTANCE) graph.flow(result, value);
      if (method === '__ne__' && result === 0) this.special(object, '__eq__', scope, [right]);
      if (method === '__contains__' && result === 0) this.iterate(object, 0, scope, false);
    } else if (kind === STRING && (method === '__add__' || method === '__mod__' || method === '__mul__'))
      graph.add(value, this.machine.anyString);
    else if (kind === LIST || kind === TUPLE) {
      if (method === '__mul__') graph.add(value, object);
      else if (method === '__add__') this.concatenate(object, instruction, value);
    } else if (this.containers.isContainer(object) && /^__(or|and|sub|xor)__$/.test(method))
      this.concatenate(object, instruction, value);
  }

  private concatenate(object: number, instruction: number, value: number): void {
    const { graph, objects, code } = this.machine;
    const isInPlace = code[instruction + 5] === 1;
    const sum = isInPlace
      ? object
      : this.containers.made(
          `sum ${instruction} ${objects.kind(object)}`,
          objects.kind(object),
          () => undefined,
        );
    if (sum !== object) this.containers.absorb(sum, object);
    this.machine.watchWith(code[instruction + 2] as number, [TAKE_INTO, sum]);
    graph.add(value, sum);
  }

  /** The right operand of an operator that the left one does not define. */
  operateReflected(object: number, instruction: number): void {
    const { graph, objects, strings, code } = this.machine;
    const left = code[instruction + 1] as number;
    const method = code[instruction + 3] as number;
    const reflected = strings.text(code[instruction + 4] as number);
    if (reflected === '' || objects.kind(object) !== INSTANCE) return;
    const isDefined = graph
      .of(left)
      .some(
        one =>
          objects.kind(one) === INSTANCE &&
          this.attributes.definer(objects.a[one] as number, method) !== undefined,
      );
    if (isDefined) return;
    graph.flow(
      this.special(object, reflected, code[instruction + 7] as number, [left]),
      code[instruction + 6] as number,
    );
  }

  /** What a function's call gives: its result, or a generator of what it yields. */
  resultOf(functionNumber: number, value: number): void {
    const { graph, objects, functions } = this.machine;
    const record = functions[functionNumber] as FunctionRecord;
    if ((record.flags & FUNCTION_FLAG.isGenerator) !== 0)
      graph.add(value, objects.of(GENERATOR, functionNumber));
    else graph.flow(record.returns, value);
  }
}
