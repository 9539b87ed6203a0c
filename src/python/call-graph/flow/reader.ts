import type { FlatTree } from '../../../syntax/flat-tree.js';
import { fieldNumber } from '../../../syntax/grammar.js';
import type { Bindings } from './bindings.js';
import { Environment, type Branch } from './environment.js';
import type { FlowWriter } from './flow-writer.js';
import { CALL, CONSTANT, LOAD, PASS, SET_ITEM, STORE } from './module-flow.js';
import type { NameScope } from './name-scope.js';
import { NameValues } from './name-values.js';

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
export class Reader extends NameValues {
  frame: Frame = { returns: 0, yields: 0, parameters: [] };
  /** Qualified names of scopes below the module, by number. */
  readonly qualifiedNames: string[] = [''];
  private readonly constants = new Map<string, number>();
  private readonly lambdas: number[] = [];
  private readonly waiting: Waiting[] = [];
  private depth = 0;

  constructor(
    tree: FlatTree,
    bindings: Bindings,
    writer: FlowWriter,
    private readonly handlers: readonly (Handler | undefined)[],
  ) {
    super(tree, bindings, writer);
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
