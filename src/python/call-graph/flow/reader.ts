import type { FlatTree } from '../../../syntax/flat-tree.js';
import { fieldNumber } from '../../../syntax/grammar.js';
import { targetNames, type Bindings, type NameScope } from './bindings.js';
import { Environment, type Branch } from './environment.js';
import type { FlowWriter } from './flow-writer.js';
import { CALL, CONSTANT, GLOBAL, LOAD, PASS, SET_ITEM, STORE } from './module-flow.js';

/** Reads one kind of node; returns the node of the value that it has, 0 when nothing is known of it. */
export type Handler = (reader: Reader, node: number) => number;

/** A body that is read when the scope around it has been. */
interface Waiting {
  readonly scope: NameScope;
  read(): void;
}

/** Expressions and blocks nested deeper than this are not looked into: no person writes them, and reading recurses. */
const DEEPEST = 200;

const NAME = fieldNumber('name');

/** Where a function's values go. */
export interface Frame {
  readonly returns: number;
  readonly yields: number;
  /** The nodes of the parameters. */
  readonly parameters: readonly number[];
}

/** What reading a file's code needs to know and to keep, whatever the kind of node. */
export class Reader {
  scope: NameScope;
  environment: Environment;
  frame: Frame = { returns: 0, yields: 0, parameters: [] };
  /** Qualified names of scopes below the module, by number. */
  readonly qualifiedNames: string[] = [''];
  /** The nodes that stand for all values of a name, by scope, once the scope has been read. */
  private readonly cells: Map<number, number>[] = [];
  /** Values of names that scopes below may see, in the scope that is being read. */
  private exposed = new Map<number, Set<number>>();
  private fresh = new Map<number, number>();
  private readonly constants = new Map<string, number>();
  private readonly globals = new Map<number, number>();
  private readonly lambdas: number[] = [];
  /** Names of the comprehensions that are being read, with what they stood for outside. */
  private inner = new Map<number, (number | undefined)[]>();
  private readonly waiting: Waiting[] = [];
  /** The scopes that classes being read stand in. */
  private readonly open = new Map<NameScope, Environment>();
  private depth = 0;

  constructor(
    readonly tree: FlatTree,
    readonly bindings: Bindings,
    readonly writer: FlowWriter,
    private readonly handlers: readonly (Handler | undefined)[],
  ) {
    this.scope = bindings.scopes[0] as NameScope;
    this.environment = new Environment(writer);
  }

  /** Reads a node of any kind. */
  read(node: number): number {
    if (this.depth >= DEEPEST) return 0;
    this.depth += 1;
    const handler = this.handlers[this.tree.kinds[node] as number];
    const value = handler === undefined ? this.readChildren(node) : handler(this, node);
    this.depth -= 1;
    return value;
  }

  readChildren(node: number): number {
    const { next } = this.tree;
    for (let child = node + 1; child < (next[node] as number); child = next[child] as number)
      this.read(child);
    return 0;
  }

  kind(node: number): number {
    return this.tree.kinds[node] as number;
  }

  /** The text of a node. */
  text(node: number): string {
    return this.tree.text.slice(this.tree.starts[node], this.tree.ends[node]);
  }

  /** The first child with this role, 0 for none: the root is nobody's child. */
  child(node: number, field: number): number {
    const { next, fields } = this.tree;
    for (let child = node + 1; child < (next[node] as number); child = next[child] as number)
      if (fields[child] === field) return child;
    return 0;
  }

  /** All children with this role, or all. */
  children(node: number, field?: number): number[] {
    const { next, fields } = this.tree;
    const found: number[] = [];
    for (let child = node + 1; child < (next[node] as number); child = next[child] as number)
      if (field === undefined || fields[child] === field) found.push(child);
    return found;
  }

  /** The name in the field `name`. */
  nameOf(node: number): number {
    return this.bindings.names[this.child(node, NAME)] as number;
  }

  /** The node of a constant. */
  constant(key: string): number {
    const known = this.constants.get(key);
    if (known !== undefined) return known;
    const node = this.writer.newNode();
    this.constants.set(key, node);
    this.writer.emit(CONSTANT, node, this.writer.intern(key));
    return node;
  }

  // Names.

  /** What a name stands for here (Python's reference, section 4.2.2). */
  readName(name: number): number {
    const { scope } = this;
    if (this.inner.has(name)) return this.environment.get(name) ?? 0;
    if (scope.kind === 'class' || scope.kind === 'module' || scope.bound.has(name)) {
      if (scope.rebound.has(name)) return this.cell(scope, name);
      const value = this.environment.get(name);
      if (value !== undefined) return value;
      if (scope.kind === 'module') return this.global(name);
      if (scope.kind !== 'class') return 0;
    }
    if (scope.globals.has(name)) return this.cell(this.bindings.scopes[0] as NameScope, name);
    for (let outer = scope.parent; outer !== undefined; outer = outer.parent) {
      if (outer.kind === 'class') continue;
      const now = outer.rebound.has(name) ? undefined : this.open.get(outer)?.get(name);
      if (now !== undefined) return now;
      if (outer.inner.has(name) || (outer.kind !== 'module' && outer.bound.has(name)))
        return this.cell(outer, name);
    }
    const [module] = this.bindings.scopes as [NameScope];
    const cell = module.bound.has(name) ? this.cells[0]?.get(name) : undefined;
    return cell ?? this.global(name);
  }

  private global(name: number): number {
    const known = this.globals.get(name);
    if (known !== undefined) return known;
    const node = this.writer.newNode();
    this.globals.set(name, node);
    this.writer.emit(GLOBAL, node, name);
    return node;
  }

  /** Binds a name to a value. */
  bindName(name: number, value: number): void {
    const { scope, environment } = this;
    if (this.inner.has(name)) {
      environment.set(name, value);
      if (scope.mentionedBelow.has(name)) {
        environment.escape(value);
        this.writer.copy(value, this.cell(scope, name));
      }
      return;
    }
    let owner: NameScope | undefined = scope;
    if (scope.globals.has(name)) owner = this.bindings.scopes[0];
    else if (scope.nonlocals.has(name)) {
      owner = scope.parent;
      while (owner !== undefined && (owner.kind === 'class' || !owner.bound.has(name))) owner = owner.parent;
    }
    if (owner === undefined) return;
    if (owner !== scope || scope.rebound.has(name)) {
      environment.escape(value);
      environment.forget();
      this.writer.copy(value, this.cell(owner, name));
    }
    if (owner !== scope) return;
    environment.set(name, value);
    if (scope.mentionedBelow.has(name)) this.fresh.set(name, value);
  }

  /** Begins what a comprehension binds for itself; returns its names, for `closeInner`. */
  openInner(target: number): readonly number[] {
    const names = targetNames(this.tree, this.bindings.names, target);
    for (const name of names) {
      const before = this.inner.get(name) ?? [];
      this.inner.set(name, [...before, this.environment.get(name)]);
    }
    return names;
  }

  closeInner(names: readonly number[]): void {
    for (const name of names.toReversed()) {
      const before = this.inner.get(name) ?? [];
      this.environment.restore(name, before.at(-1));
      if (before.length <= 1) this.inner.delete(name);
      else this.inner.set(name, before.slice(0, -1));
    }
  }

  /** The node of all values that a name has in a scope. */
  private cell(scope: NameScope, name: number): number {
    const cells = (this.cells[scope.id] ??= new Map<number, number>());
    let cell = cells.get(name);
    if (cell === undefined) {
      cell = this.writer.newNode();
      cells.set(name, cell);
    }
    return cell;
  }

  /** Other code may run here: it sees the names and objects of this scope as they are now. */
  callOut(): void {
    this.expose();
    this.environment.callOut();
  }

  expose(): void {
    if (this.fresh.size === 0) return;
    for (const [name, value] of this.fresh) {
      if (value === 0) continue;
      this.environment.escape(value);
      const values = this.exposed.get(name);
      if (values === undefined) this.exposed.set(name, new Set([value]));
      else values.add(value);
    }
    this.fresh.clear();
  }

  /** Settles what scopes below (and, of a module, other modules) see of the names of the scope that ends here. */
  private settleCells(): void {
    const { scope, environment, writer } = this;
    this.expose();
    environment.flush();
    const exposed = this.exposed;
    for (const [name, value] of environment.names())
      if (value !== 0 && (scope.kind === 'module' || scope.mentionedBelow.has(name))) {
        environment.escape(value);
        const values = exposed.get(name);
        if (values === undefined) exposed.set(name, new Set([value]));
        else values.add(value);
      }
    environment.flush();
    const cells = (this.cells[scope.id] ??= new Map<number, number>());
    for (const [name, values] of exposed) {
      const [first] = values;
      const cell = cells.get(name);
      if (cell === undefined && values.size === 1) cells.set(name, first as number);
      else for (const value of values) writer.copy(value, this.cell(scope, name));
    }
  }

  /** The names of the module and the nodes of their values. */
  moduleNames(): Int32Array {
    return Int32Array.from([...(this.cells[0] ?? [])].flat());
  }

  /** Follows a branch, in which names may be assigned that scopes below see. */
  branch(follow: () => void): Branch {
    this.expose();
    return this.environment.branch(() => {
      follow();
      this.expose();
    });
  }

  // Attributes and calls.

  load(object: number, name: number): number {
    if (object === 0) return 0;
    const known = this.environment.lookUp(object, name);
    if (known !== undefined) return known;
    const value = this.writer.newNode();
    this.writer.emit(LOAD, object, name, value, this.scope.id);
    return value;
  }

  store(object: number, name: number, value: number): void {
    if (object !== 0) this.environment.write(STORE, object, name, value, this.scope.id);
  }

  writeItem(object: number, key: string, value: number): void {
    if (object !== 0) this.environment.write(SET_ITEM, object, this.writer.intern(key), value, this.scope.id);
  }

  /** A call; `args` are three numbers each, as in the instruction. */
  call(callee: number, how: number, args: readonly number[]): number {
    for (let index = 0; index < args.length; index += 3) {
      this.environment.escape(args[index + 1] as number);
      this.environment.escape(args[index + 2] as number);
    }
    this.callOut();
    if (callee === 0) return 0;
    const value = this.writer.newNode();
    this.writer.emit(CALL, callee, value, this.scope.id, how, args.length / 3, ...args);
    return value;
  }

  /** What the function that is being read returns: a parameter as it came is another for each caller. */
  returnValue(value: number): void {
    const { frame, writer } = this;
    this.environment.escape(value);
    if (value !== 0 && frame.yields === 0 && frame.parameters.includes(value))
      writer.emit(PASS, this.scope.id, value);
    else writer.copy(value, frame.returns);
  }

  // Scopes.

  /** The qualified name of a scope below the one that is being read. */
  nameScope(scope: NameScope, name: string): string {
    const outer = this.qualifiedNames[this.scope.id] ?? '';
    const qualified = outer === '' ? name : `${outer}.${name}`;
    this.qualifiedNames[scope.id] = qualified;
    return qualified;
  }

  nextLambda(): string {
    const count = (this.lambdas[this.scope.id] ?? 0) + 1;
    this.lambdas[this.scope.id] = count;
    return `<lambda${count}>`;
  }

  /** Reads a body later, when all that it can see of the scopes around it is settled. */
  later(scope: NameScope, read: () => void): void {
    this.waiting.push({ scope, read });
  }

  /** Reads the body of a class now: it runs where it stands. Returns the names that it binds. */
  within(scope: NameScope, read: () => void): Iterable<[number, number]> {
    this.callOut();
    const kept = {
      scope: this.scope,
      environment: this.environment,
      exposed: this.exposed,
      fresh: this.fresh,
      inner: this.inner,
    };
    this.open.set(this.scope, this.environment);
    const environment = this.enter(scope);
    read();
    environment.flush();
    Object.assign(this, kept);
    this.open.delete(this.scope);
    return environment.names();
  }

  private enter(scope: NameScope): Environment {
    this.scope = scope;
    this.environment = new Environment(this.writer);
    this.exposed = new Map();
    this.fresh = new Map();
    this.inner = new Map();
    return this.environment;
  }

  /** Reads the module and then every body in it. */
  readAll(readModule: () => void): void {
    readModule();
    this.settleCells();
    for (let index = 0; index < this.waiting.length; index += 1) {
      const waiting = this.waiting[index] as Waiting;
      this.enter(waiting.scope);
      this.depth = 0;
      waiting.read();
      this.settleCells();
    }
  }
}
