import type { FlatTree } from '../../../syntax/flat-tree.js';
import type { Bindings } from './bindings.js';
import { Environment } from './environment.js';
import type { FlowWriter } from './flow-writer.js';
import { GLOBAL } from './module-flow.js';
import type { NameScope } from './name-scope.js';
import { targetNames } from './target-names.js';
import { TreeView } from './tree-view.js';

/**
 * What names stand for where a file is being read: in the scope that is read what was assigned last, in those around
 * it and below it the node of all values that others may see.
 */
export class NameValues extends TreeView {
  scope: NameScope;
  environment: Environment;
  /** The nodes that stand for all values of a name, by scope, once the scope has been read. */
  private readonly cells: Map<number, number>[] = [];
  /** Values of names that scopes below may see, in the scope that is being read. */
  protected exposed = new Map<number, Set<number>>();
  protected fresh = new Map<number, number>();
  private readonly globals = new Map<number, number>();
  /** Names of the comprehensions that are being read, with what they stood for outside. */
  protected inner = new Map<number, (number | undefined)[]>();
  /** The scopes that classes being read stand in. */
  protected readonly open = new Map<NameScope, Environment>();

  constructor(
    tree: FlatTree,
    readonly bindings: Bindings,
    readonly writer: FlowWriter,
  ) {
    super(tree);
    this.scope = bindings.scopes[0] as NameScope;
    this.environment = new Environment(writer);
  }

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
  protected settleCells(): void {
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
}
