import { applyEdits } from '../../python/edits.js';
import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import { newlineOf } from '../../python/slicing/import-text.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import type { Unit } from '../../python/slicing/units.js';
import { editsToMark } from './async-edits.js';
import { overridingIn, type Overriding } from './overriding.js';
import { canFail } from './proofs.js';
import { editsToMove } from './suite-edits.js';
import { importLines, type PlainImport } from './suite-imports.js';
import { suiteNamesOf, type SuiteNames, type SuiteNode } from './suite-names.js';
import type { SuiteSettings } from './suite-settings.js';
import { ownNodesOf, type ReachingTest } from './suite.js';
import type { TestMethod } from './test-cases.js';

/** A test file that runs alone, and what of its tests could not come along. */
export interface CarriedFile {
  readonly path: string;
  readonly text: string;
  readonly tests: readonly ReachingTest[];
  readonly leftOut: readonly LeftOutTest[];
}

export interface LeftOutTest {
  readonly id: string;
  readonly reason: string;
}

/**
 * One self-contained file for the chosen tests of one module (V of a primitive): the tests as they are written,
 * with the fixtures of every `conftest.py` and the code of local support modules inlined above them. It imports
 * nothing of the suite. A test whose needs cannot be inlined, or clash with those of the tests before it, is left
 * out with the reason.
 */
export function carryTests(
  graph: DependenceGraph,
  settings: SuiteSettings,
  chosen: readonly ReachingTest[],
): CarriedFile | undefined {
  const [first] = chosen;
  if (first === undefined) return undefined;
  const file = new SuiteFile(graph, settings, first.test.module);
  const leftOut: LeftOutTest[] = [];
  const tests = chosen.filter(candidate => {
    const reason = file.add(candidate);
    if (reason !== undefined) leftOut.push({ id: candidate.test.id, reason });
    return reason === undefined;
  });
  return { path: first.test.module.path, text: tests.length === 0 ? '' : file.render(), tests, leftOut };
}

class SuiteFile {
  private readonly nodes = new Set<SuiteNode>();
  /** Where each name of the file comes from. */
  private readonly origins = new Map<string, string>();
  private readonly methods = new Map<Unit, Set<string>>();
  private readonly names: SuiteNames;
  private readonly overriding: Overriding;

  constructor(
    private readonly graph: DependenceGraph,
    private readonly settings: SuiteSettings,
    private readonly home: SourceModule,
  ) {
    this.names = suiteNamesOf(graph);
    this.overriding = overridingIn(graph.project, home);
  }

  /** Takes a test with its needs, or returns why it cannot be taken. */
  add(reaching: ReachingTest): string | undefined {
    const { test } = reaching;
    const nodes = ownNodesOf(reaching)
      .filter(isPython)
      .filter(node => node.kind !== 'unit' || !this.overriding.isHidden(node.unit));
    if (!canFail(test, nodes)) return 'it asserts nothing and expects no exception, so it cannot fail';
    const origins = new Map<string, string>();
    const methods = [...(test.method === undefined ? [] : [test.method]), ...test.called];
    for (const node of nodes) {
      if (node.kind === 'whole')
        return `it uses the module ${node.module.module} as a value, which cannot be inlined`;
      for (const [own, origin] of this.names.originsOf(node)) {
        const name = (node.kind === 'unit' ? this.overriding.newNameOf(node.unit) : undefined) ?? own;
        const known = this.origins.get(name) ?? origins.get(name);
        if (known !== undefined && known !== origin)
          return `it needs two different things called "${name}", which cannot share one file`;
        origins.set(name, origin);
      }
      const moved = node.kind === 'unit' ? this.editsOf(node.module, node.unit, methods) : [];
      if ('reason' in moved) return moved.reason;
    }
    for (const node of nodes) this.nodes.add(node);
    for (const [name, origin] of origins) this.origins.set(name, origin);
    for (const { unit, name } of methods)
      this.methods.set(unit, (this.methods.get(unit) ?? new Set<string>()).add(name));
    return undefined;
  }

  render(): string {
    const newline = newlineOf(this.home.tree.text);
    const modules = this.inOrder();
    const imports: PlainImport[] = [];
    const bodies = modules.map(module => this.bodyOf(module, imports, newline));
    const future = modules.flatMap(module => module.units.filter(({ kind }) => kind === 'future'));
    const features = new Set(
      future.flatMap(({ imports: clauses, binds }) => [...binds, ...clauses.map(c => c.local)]),
    );
    const head = [
      features.size === 0 ? '' : `from __future__ import ${[...features].sort().join(', ')}${newline}`,
      importLines(imports, newline),
    ];
    const parts = [...head, ...bodies].filter(part => part !== '');
    return parts
      .map((part, index) =>
        index === 0 ? part : (index < 2 && features.size > 0 ? newline : newline.repeat(2)) + part,
      )
      .join('');
  }

  /** The statements of one module, moved, with the names under which they import each other. */
  private bodyOf(module: SourceModule, imports: PlainImport[], newline: string): string {
    const aliases = new Set<string>();
    const units = new Set<Unit>();
    for (const node of this.nodes) {
      if (node.module !== module) continue;
      if (node.kind === 'unit') units.add(node.unit);
      if (node.kind !== 'import') continue;
      const moved = this.names.movedImport(node);
      if (moved.kind === 'plain') imports.push(moved.plain);
      if (moved.kind === 'inlined' && moved.local !== moved.name)
        aliases.add(`${moved.local} = ${moved.name}${newline}`);
    }
    let previous: Unit | undefined;
    const statements = module.units.flatMap(unit => {
      if (!units.has(unit)) return [];
      const isNear = previous !== undefined && isAssignment(previous) && isAssignment(unit);
      const gap =
        previous === undefined ? '' : newline.repeat(isNear ? (previous.end === unit.start ? 0 : 1) : 2);
      previous = unit;
      return [gap + this.textOf(module, unit, newline, imports)];
    });
    const head = [...aliases].sort().join('');
    return head === '' || statements.length === 0
      ? head + statements.join('')
      : head + newline.repeat(2) + statements.join('');
  }

  private textOf(module: SourceModule, unit: Unit, newline: string, imports: PlainImport[]): string {
    const edits = this.editsOf(module, unit, []);
    if ('reason' in edits) throw new RangeError(`an immovable statement was taken: ${edits.reason}`);
    const marks = this.settings.isAsyncioAuto
      ? editsToMark(module, unit).filter(
          mark => !edits.some(({ start, end }) => start <= mark.start && mark.start < end),
        )
      : [];
    for (const { replacement } of marks) {
      const plugin = replacement.startsWith('@') ? 'pytest' : 'pytest_asyncio';
      imports.push({ module: plugin, local: plugin });
    }
    const local = [...edits, ...marks].map(edit => ({
      ...edit,
      start: edit.start - unit.start,
      end: edit.end - unit.start,
    }));
    const text = applyEdits(module.tree.text.slice(unit.start, unit.end), local);
    return text.endsWith('\n') ? text : text + newline;
  }

  /** The edits for a statement when these methods are kept besides those of the tests that were taken. */
  private editsOf(module: SourceModule, unit: Unit, methods: readonly TestMethod[]) {
    const added = methods.filter(method => method.unit === unit).map(({ name }) => name);
    const kept = new Set([...(this.methods.get(unit) ?? []), ...added]);
    const moved = editsToMove(this.graph.project, module, unit, kept);
    return 'reason' in moved ? moved : [...moved, ...this.overriding.editsOf(unit)];
  }

  /** The modules that the file is made of, each after those it needs; the tests' own is the last. */
  private inOrder(): readonly SourceModule[] {
    const ordered = new Set<SourceModule>();
    const entered = new Set<SourceModule>();
    const visit = (module: SourceModule): void => {
      if (entered.has(module)) return;
      entered.add(module);
      for (const node of this.nodes) {
        if (node.module !== module) continue;
        for (const need of this.graph.needsOf(node))
          if (need.kind !== 'resource' && this.nodes.has(need)) visit(need.module);
      }
      ordered.add(module);
    };
    visit(this.home);
    for (const { module } of this.nodes) visit(module);
    ordered.delete(this.home);
    return [...ordered, this.home];
  }
}

function isPython(node: SliceNode): node is SuiteNode {
  return node.kind !== 'resource';
}

function isAssignment({ kind }: Unit): boolean {
  return kind === 'assignment';
}
