import type { ImportedName } from '../imports.js';
import { effectsOf } from './effects.js';
import { NameNeeds } from './name-needs.js';
import type { Project } from './project.js';
import { startingWithin } from './ranges.js';
import { Registries, type Served } from './registries.js';
import { SliceNodes, type SliceNode } from './slice-node.js';
import type { PlacedUnit, SourceModule } from './source-module.js';
import type { Unit } from './units.js';

/** What is known of a repository's statements besides the names in them. */
export interface OutsideKnowledge {
  /** Files that a statement opens. */
  resourcesOf(module: SourceModule, unit: Unit): readonly string[];
  /** Statements that a statement needs without naming them, as a test needs its fixtures. */
  unnamedNeeds(module: SourceModule, unit: Unit): readonly PlacedUnit[];
  /** Parts of a statement that a slice may cut out of it, in source order, as test methods out of their class. */
  separableRanges(module: SourceModule, unit: Unit): readonly (readonly [number, number])[];
}

/** The statements of a module that do something to a statement, an import or a module below. */
type EffectTable = ReadonlyMap<Unit | ImportedName | SourceModule, readonly Unit[]>;

/**
 * The statements of a repository and what each needs to be there, as a graph that is followed on demand: the
 * backward slice of a statement (Weiser, "Program Slicing", 1981) over names, at the granularity of statements.
 */
export class DependenceGraph {
  readonly nodes = new SliceNodes();
  readonly names: NameNeeds;
  private readonly registries: Registries;
  private readonly known = new Map<SliceNode, readonly SliceNode[]>();
  private readonly effects = new Map<SourceModule, EffectTable>();

  constructor(
    readonly project: Project,
    readonly outside: OutsideKnowledge,
  ) {
    this.names = new NameNeeds(project, this.nodes);
    this.registries = new Registries(project);
  }

  /** Everything that the nodes need, themselves included. */
  reach(nodes: Iterable<SliceNode>): ReadonlySet<SliceNode> {
    const reached = new Set(nodes);
    for (const node of reached) for (const next of this.needsOf(node)) reached.add(next);
    return reached;
  }

  /** What a node needs directly. */
  needsOf(node: SliceNode): readonly SliceNode[] {
    const known = this.known.get(node);
    if (known !== undefined) return known;
    const needs = [...new Set(this.computeNeeds(node))];
    this.known.set(node, needs);
    return needs;
  }

  /** What the code between two offsets of a module needs. */
  needsWithin(module: SourceModule, start: number, end: number): readonly SliceNode[] {
    return [
      this.nodes.module(module),
      ...startingWithin(module.references, start, end).flatMap(reference =>
        reference.nested === undefined
          ? this.names.ofName(module, reference.name, reference)
          : this.names.ofImport(module, reference.nested, reference),
      ),
      ...startingWithin(module.dottedStrings, start, end).flatMap(({ path, isImport }) =>
        this.names.ofPath(path, isImport, module),
      ),
    ];
  }

  private computeNeeds(node: SliceNode): readonly SliceNode[] {
    switch (node.kind) {
      case 'resource':
        return [];
      case 'module':
        return this.parentPackages(node.module);
      case 'whole':
        return this.needsOfWhole(node.module);
      case 'unit':
        return this.needsOfUnit(node.module, node.unit);
      case 'import':
        return [
          ...this.needsWithin(node.module, node.unit.start, node.unit.end),
          ...this.names.ofClause(node.module, node.clause, node.name),
          ...this.effectsWithin(node.module, node.clause),
        ];
    }
  }

  private needsOfUnit(module: SourceModule, unit: Unit): readonly SliceNode[] {
    const cuts = this.outside.separableRanges(module, unit);
    const starts = [unit.start, ...cuts.map(([, end]) => end)];
    const ends = [...cuts.map(([start]) => start), unit.end];
    const isCut = (offset: number) => cuts.some(([start, end]) => start <= offset && offset < end);
    return [
      ...starts.flatMap((start, index) => this.needsWithin(module, start, ends[index] ?? unit.end)),
      ...unit.imports
        .filter(({ node }) => !isCut(node.start))
        .flatMap(clause => this.names.ofClause(module, clause, clause.local)),
      ...this.effectsOn(module, unit),
      ...this.outside.resourcesOf(module, unit).map(path => this.nodes.resource(path, module.isTest)),
      ...this.outside.unnamedNeeds(module, unit).map(need => this.nodes.unit(need.module, need.unit)),
      ...this.registries.servedTo(module, unit).flatMap(entry => this.loaded(entry, module)),
    ];
  }

  private needsOfWhole(module: SourceModule): readonly SliceNode[] {
    const nodes = module.units.flatMap(unit => {
      if (unit.kind === 'docstring' || unit.kind === 'future') return [];
      if (unit.kind !== 'import') return [this.nodes.unit(module, unit)];
      return unit.imports.map(clause => this.nodes.import(module, unit, clause));
    });
    return [this.nodes.module(module), ...nodes];
  }

  /** Statements that do something to this one, in its module or in a package above it. */
  private effectsOn(module: SourceModule, unit: Unit): readonly SliceNode[] {
    const above = this.project
      .packagesAbove(module)
      .flatMap(ancestor =>
        (this.effectTable(ancestor).get(module) ?? []).map(effect => this.nodes.unit(ancestor, effect)),
      );
    // What a module sets for the whole process holds for everything in it that is executed.
    const settings = unit.kind === 'effect' ? [] : this.effectsWithin(module, module);
    return [...this.effectsWithin(module, unit), ...settings, ...above];
  }

  private effectsWithin(
    module: SourceModule,
    touched: Unit | ImportedName | SourceModule,
  ): readonly SliceNode[] {
    return (this.effectTable(module).get(touched) ?? []).map(effect => this.nodes.unit(module, effect));
  }

  private effectTable(module: SourceModule): EffectTable {
    const known = this.effects.get(module);
    if (known !== undefined) return known;
    const table = new Map<Unit | ImportedName | SourceModule, Unit[]>();
    for (const { unit, touchedUnits, touchedImports, touchedModules } of effectsOf(this.project, module))
      for (const touched of [...touchedUnits, ...touchedImports, ...touchedModules])
        table.set(touched, [...(table.get(touched) ?? []), unit]);
    this.effects.set(module, table);
    return table;
  }

  /** A statement of another module, with the import in a package above by which it is executed. */
  private loaded({ module, unit, registry }: Served, reader: SourceModule): readonly SliceNode[] {
    const others = [reader, registry];
    const loaders = others.includes(module) ? [] : this.names.loadersOf(module, others);
    return [this.nodes.unit(module, unit), ...loaders];
  }

  private parentPackages(module: SourceModule): readonly SliceNode[] {
    return this.project.packagesAbove(module).map(ancestor => this.nodes.module(ancestor));
  }
}
