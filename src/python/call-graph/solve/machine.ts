import { ARGUMENT, CALL, CALLED } from '../flow/module-flow.js';
import { Graph } from './graph.js';
import { CLASS, FUNCTION, INSTANCE, INTEGER, Objects, STRING } from './objects.js';
import type { Program } from './program.js';
import { Strings } from './strings.js';

export interface FunctionRecord {
  /** The scope of its body. */
  readonly scope: number;
  readonly returns: number;
  readonly yields: number;
  readonly flags: number;
  /** Three numbers a parameter: name, kind, node. */
  readonly parameters: readonly number[];
  /** Nodes of parameters that it returns as it got them. */
  readonly passes: number[];
}

export interface ClassRecord {
  readonly scope: number;
  /** For each base as written, the objects that it can be. */
  readonly bases: number[][];
  /** Names that its body binds. */
  readonly names: ReadonlySet<number>;
}

export interface ScopeRecord {
  readonly module: number;
  readonly parent: number;
  readonly name: number;
  readonly isFunction: boolean;
  /** The function or class whose body it is. */
  function: number;
  class: number;
}

/** An object whose `__call__` is one of its own class has no end of calls: this many are followed in a row. */
const MOST_REDIRECTIONS = 16;

/** Names of fields that are not written so in any program. */
export const FIELD = { all: -1, rest: -2, keys: -3, pairs: -4, values: -5 } as const;

/** What solving works on: the program's tables, its values, and the calls found so far. */
export class Machine {
  readonly strings = new Strings();
  readonly objects = new Objects();
  readonly anyString = this.objects.of(STRING, this.strings.intern('s'));
  readonly anyInteger = this.objects.of(INTEGER, this.strings.intern('i'));
  readonly graph = new Graph(this.objects, { string: this.anyString, integer: this.anyInteger });
  readonly functions: FunctionRecord[] = [];
  readonly classes: ClassRecord[] = [];
  readonly scopes: ScopeRecord[] = [];
  /** By module: the nodes of its names. */
  readonly moduleNames: Map<number, number>[] = [];
  /** Instructions of all modules, and those made on the way. */
  code = new Int32Array(1 << 12);
  codeLength = 0;
  /** Callees, as names, by the scope that calls. */
  readonly calls = new Map<number, Set<number>>();
  /** Functions that have no receiver, and those whose receiver is a class. */
  readonly statics = new Set<number>();
  readonly classMethods = new Set<number>();
  private readonly fields: (Map<number, number> | undefined)[] = [];
  private readonly made = new Map<string, number>();
  private containers = 0;
  private unsettled: number[] = [];

  constructor(readonly program: Program) {}

  /** What an instruction does with an object of the value that it watches; set by the solver. */
  act: (instruction: number, object: number) => void = () => undefined;

  /** Appends an instruction and returns where it is. */
  append(words: readonly number[]): number {
    if (this.codeLength + words.length > this.code.length) {
      const wider = new Int32Array(Math.max(this.code.length * 2, this.codeLength + words.length));
      wider.set(this.code.subarray(0, this.codeLength));
      this.code = wider;
    }
    const at = this.codeLength;
    for (let index = 0; index < words.length; index += 1) this.code[at + index] = words[index] as number;
    this.codeLength += words.length;
    return at;
  }

  word(at: number): number {
    return this.code[at] as number;
  }

  watch(node: number, instruction: number): void {
    this.graph.watch(node, instruction, this.act);
  }

  /** Appends an instruction that acts on a node's objects. */
  watchWith(node: number, words: readonly number[]): void {
    if (node !== 0) this.watch(node, this.append(words));
  }

  /**
   * Appends an instruction that acts on what says a place: on each of the node's objects, or, where nothing is known
   * of it in the end, on a place that is any.
   */
  waitFor(node: number, words: readonly number[]): void {
    const at = this.append(words);
    if (node === 0) this.act(at, this.anyInteger);
    else {
      this.watch(node, at);
      this.unsettled.push(node, at);
    }
  }

  /** Takes each place that nothing is known of to be any; returns whether there was one. */
  settleWaiting(): boolean {
    const waiting = this.unsettled;
    this.unsettled = [];
    let isChanged = false;
    for (let index = 0; index < waiting.length; index += 2) {
      if (!this.graph.isEmpty(waiting[index] as number)) continue;
      this.act(waiting[index + 1] as number, this.anyInteger);
      isChanged = true;
    }
    return isChanged;
  }

  /** The value of a field of an object: an attribute by its name, an item by its key. */
  field(object: number, name: number): number {
    const fields = (this.fields[object] ??= new Map<number, number>());
    let node = fields.get(name);
    if (node === undefined) {
      node = this.graph.newNode();
      fields.set(name, node);
    }
    return node;
  }

  fieldIfAny(object: number, name: number): number | undefined {
    return this.fields[object]?.get(name);
  }

  fieldsOf(object: number): Iterable<[number, number]> {
    return this.fields[object] ?? [];
  }

  /** A node with this object alone. */
  nodeOf(object: number): number {
    const node = this.graph.newNode();
    this.graph.add(node, object);
    return node;
  }

  /** What is made once for a purpose, for instance the list that one instruction makes of one object. */
  once(key: string, make: () => number): number {
    let made = this.made.get(key);
    if (made === undefined) {
      this.made.set(key, 0);
      made = make();
      this.made.set(key, made);
    }
    return made;
  }

  newContainer(kind: number, length = -1): number {
    this.containers += 1;
    return this.objects.of(kind, this.containers * 8, length);
  }

  /** Records that code of a scope calls something. */
  recordCall(scope: number, callee: number): void {
    const callees = this.calls.get(scope);
    if (callees === undefined) this.calls.set(scope, new Set([callee]));
    else callees.add(callee);
  }

  /** Calls a value with these positional ones from a scope; returns the node of the result. */
  invoke(callee: number, scope: number, positional: readonly number[]): number {
    if (callee === 0) return 0;
    const result = this.graph.newNode();
    const args = positional.flatMap(node => [ARGUMENT.positional, node, 0]);
    this.watchWith(callee, [CALL, callee, result, scope, CALLED.plain, positional.length, ...args]);
    return result;
  }

  /** How a call is made that stands for another, undefined where it is one of too many in a row. */
  redirected(instruction: number): number | undefined {
    const how = this.word(instruction + 4) + CALLED.redirected;
    return how < MOST_REDIRECTIONS * CALLED.redirected ? how : undefined;
  }

  /** Makes the call of an instruction to another callee as well, with more values before its arguments. */
  redirect(instruction: number, callee: number, before: readonly number[], result: number): void {
    const how = this.redirected(instruction);
    if (how === undefined) return;
    const count = this.word(instruction + 5);
    const args = [...this.code.subarray(instruction + 6, instruction + 6 + 3 * count)];
    const first = before.flatMap(node => [ARGUMENT.positional, node, 0]);
    this.watchWith(callee, [
      CALL,
      callee,
      result,
      this.word(instruction + 3),
      how,
      count + before.length,
      ...first,
      ...args,
    ]);
  }

  /** The qualified name of a function or class. */
  nameOfScope(scope: number): number {
    return (this.scopes[scope] as ScopeRecord).name;
  }

  functionOf(object: number): FunctionRecord | undefined {
    return this.objects.kind(object) === FUNCTION
      ? this.functions[this.objects.a[object] as number]
      : undefined;
  }

  /** The node of a positional argument of a call, 0 when there is none that is sure to be it. */
  positional(instruction: number, position: number): number {
    const count = this.word(instruction + 5);
    for (let index = 0; index <= position && index < count; index += 1) {
      const at = instruction + 6 + 3 * index;
      if (this.word(at) !== ARGUMENT.positional) return 0;
      if (index === position) return this.word(at + 1);
    }
    return 0;
  }

  /** The node of a keyword argument. */
  keyword(instruction: number, name: string): number {
    const number = this.strings.intern(name);
    const count = this.word(instruction + 5);
    for (let index = 0; index < count; index += 1) {
      const at = instruction + 6 + 3 * index;
      if (this.word(at) === ARGUMENT.keyword && this.word(at + 1) === number) return this.word(at + 2);
    }
    return 0;
  }

  /** The class of an instance, or a class itself; undefined for anything else. */
  classOf(object: number): number | undefined {
    const kind = this.objects.kind(object);
    return kind === INSTANCE || kind === CLASS ? this.objects.a[object] : undefined;
  }
}
