import { ARGUMENT, PARAMETER } from '../flow/module-flow.js';
import type { Containers } from './containers.js';
import { SPREAD } from './instructions.js';
import type { FunctionRecord, Machine } from './machine.js';
import { DICT, TUPLE } from './objects.js';
import type { Protocols } from './protocols.js';

/** A function that passes its own `*args` on with one more has no end of places: these are told apart. */
const MOST_PLACES = 16;

/** How the arguments of calls get to the parameters of functions (Python's reference, section 6.3.4). */
export class Parameters {
  constructor(
    private readonly machine: Machine,
    private readonly containers: Containers,
    private readonly protocols: Protocols,
  ) {}

  /** Whether `*args` takes a function's first argument. */
  firstIsStar(functionNumber: number): boolean {
    const { parameters } = this.machine.functions[functionNumber] as FunctionRecord;
    return parameters[1] === PARAMETER.star;
  }

  /** Hands the arguments of a call to the parameters of a function (Python's reference, section 6.3.4): for each parameter that gets values of its own, these. */
  passArguments(
    instruction: number,
    functionNumber: number,
    shift: number,
  ): ReadonlyMap<number, readonly number[]> {
    const given = new Map<number, number[]>();
    const { passes } = this.machine.functions[functionNumber] as FunctionRecord;
    const note = (parameter: number, value: number) => {
      if (passes.length > 0 && parameter !== 0)
        given.set(parameter, [...(given.get(parameter) ?? []), value]);
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
  passPositional(functionNumber: number, position: number, value: number, isLater = false): number {
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
}
