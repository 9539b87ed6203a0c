import type { ImportedName } from '../imports.js';
import { isBuiltin } from '../standard-library.js';
import { lazyExports } from './lazy-exports.js';
import { loadersOf } from './loaders.js';
import { namesMadeIn } from './made-names.js';
import type { NameBinding } from './name-table.js';
import type { Project } from './project.js';
import type { SliceNode, SliceNodes } from './slice-node.js';
import type { SourceModule } from './source-module.js';
import type { Surroundings } from './surroundings.js';

/** What is done with a name. */
export type Use = Pick<Surroundings, 'chain' | 'probes'> & {
  /** True when it is only said that the name must be there. */
  readonly isPresence?: boolean;
};

/** The name must be there, and nothing is done with it. */
export const PRESENCE: Use = { chain: [], probes: [], isPresence: true };

/** Names on their way through imports and re-exports, so that a cycle ends. */
type Visited = Set<string>;

/** Whether nothing but `if TYPE_CHECKING:` binds a name: as the code runs, `__getattr__` is asked for it. */
function isOnlyChecked({ units, imports, star }: NameBinding): boolean {
  const isGuarded = imports.every(({ unit }) => unit.nodes.some(({ type }) => type === 'if_statement'));
  return units.length === 0 && star === undefined && isGuarded;
}

/** Follows names through imports, re-exports, star imports and modules to the statements that stand behind them. */
export class NameNeeds {
  constructor(
    private readonly project: Project,
    private readonly nodes: SliceNodes,
  ) {}

  /** What a name of a module needs, with the attributes read off it. */
  ofName(module: SourceModule, name: string, use: Use, visited: Visited = new Set()): readonly SliceNode[] {
    const key = `${module.path}:${name}`;
    if (visited.has(key)) return [];
    visited.add(key);
    const binding = this.project.bindingOf(module, name);
    if (binding === undefined) return this.ofUnbound(module, name, use, visited);
    const { units, imports, star } = binding;
    const inside = units.flatMap(unit => unit.imports).filter(({ local }) => local === name);
    const clauses = [...imports.map(({ clause }) => clause), ...inside];
    return [
      ...units.map(unit => this.nodes.unit(module, unit)),
      ...imports.map(({ unit, clause }) => this.nodes.import(module, unit, clause)),
      ...(star ? [this.nodes.import(module, star.unit, star.clause, name)] : []),
      ...(star ? this.ofName(star.source, name, use, visited) : []),
      ...clauses.flatMap(clause => this.ofImport(module, clause, use, visited)),
      ...(isOnlyChecked(binding) ? this.ofLazyName(module, name, use, visited) : []),
    ];
  }

  /**
   * What must be there for an import to succeed; `name` is what is taken from a star import, `*` for all of it, or
   * empty when only the submodule must be loaded.
   */
  ofClause(module: SourceModule, clause: ImportedName, name: string): readonly SliceNode[] {
    const source = this.project.find(clause.module, module);
    if (name === '') return source ? [this.nodes.module(source)] : [];
    if (clause.symbol !== '*') return this.ofImport(module, clause, PRESENCE, new Set());
    if (source === undefined) return [];
    return name === '*' ? [this.nodes.whole(source)] : this.ofName(source, name, PRESENCE);
  }

  /** What is used of the thing that an import binds. */
  ofImport(
    importer: SourceModule,
    clause: ImportedName,
    use: Use,
    visited: Visited = new Set(),
  ): readonly SliceNode[] {
    if (clause.symbol === '*') return [];
    const target = this.project.targetOf(importer, clause);
    if (target === undefined) return [];
    if (target.kind === 'name') return this.ofName(target.module, target.name, use, visited);
    const imported = clause.symbol === undefined ? clause.module : target.dotted;
    const module = this.project.find(imported, importer);
    return [
      ...(module ? [this.nodes.module(module)] : []),
      ...this.ofModule(target.dotted, use, { importer, imported }, visited),
    ];
  }

  /** What a dotted path in a string needs; of a module alone only what `isImport` says is imported. */
  ofPath(path: string, isImport: boolean, importer: SourceModule): readonly SliceNode[] {
    const parts = path.split('.');
    if (!this.project.has(parts[0] ?? path, importer)) return [];
    for (let length = parts.length; length > 0; length -= 1) {
      const module = this.project.find(parts.slice(0, length).join('.'), importer);
      if (module === undefined) continue;
      const [name, ...chain] = parts.slice(length);
      if (name === undefined) return isImport ? [this.nodes.whole(module)] : [];
      if (this.project.bindingOf(module, name) === undefined) return [];
      return [this.nodes.module(module), ...this.ofName(module, name, { chain, probes: [] })];
    }
    return [];
  }

  /** What is used of a module by the attributes read off it; all of it when it is used as a value. */
  private ofModule(
    dotted: string,
    use: Use,
    from: { readonly importer: SourceModule; readonly imported: string },
    visited: Visited,
  ): readonly SliceNode[] {
    const module = this.project.find(dotted, from.importer);
    const file = module ? [this.nodes.module(module)] : [];
    const [attribute, ...chain] = use.chain;
    if (attribute === undefined)
      return module ? [...file, ...this.ofModuleValue(module, use, visited)] : file;
    const rest = { ...use, chain };
    if (module !== undefined && this.project.bindingOf(module, attribute) !== undefined)
      return [...file, ...this.ofName(module, attribute, rest, visited)];
    const submodule = `${dotted}.${attribute}`;
    if (this.project.has(submodule, from.importer)) {
      const isImported = `${from.imported}.`.startsWith(`${submodule}.`);
      const importing = module && !isImported ? this.importOfSubmodule(module, submodule, chain[0]) : [];
      return [...file, ...importing, ...this.ofModule(submodule, rest, from, visited)];
    }
    if (module === undefined) return [];
    if (attribute === '__dict__') return [...file, this.nodes.whole(module)];
    return [...file, ...this.ofUnbound(module, attribute, rest, visited)];
  }

  private ofModuleValue(module: SourceModule, use: Use, visited: Visited): readonly SliceNode[] {
    if (use.isPresence === true) return [];
    if (use.probes.length === 0) return [this.nodes.whole(module)];
    return use.probes.flatMap(name => this.ofName(module, name, PRESENCE, visited));
  }

  /** A name that no statement binds: a submodule, one that is made as the code runs, or one from a star import. */
  private ofUnbound(module: SourceModule, name: string, use: Use, visited: Visited): readonly SliceNode[] {
    const submodule = `${module.module}.${name}`;
    if (module.isPackage && this.project.find(submodule) !== undefined)
      return [
        ...this.importOfSubmodule(module, submodule, use.chain[0]),
        ...this.ofModule(submodule, use, { importer: module, imported: submodule }, visited),
      ];
    if (isBuiltin(name) || /^__\w+__$/.test(name)) return [];
    return [...namesMadeIn(this.project, this.nodes, module), ...this.ofLazyName(module, name, use, visited)];
  }

  /** What `__getattr__` is asked for (PEP 562), and what it serves. */
  private ofLazyName(module: SourceModule, name: string, use: Use, visited: Visited): readonly SliceNode[] {
    if (this.project.bindingOf(module, '__getattr__') === undefined) return [];
    const served = lazyExports(this.project, module, name).flatMap(({ source, name: wanted }) => [
      this.nodes.module(source),
      ...(wanted === undefined
        ? this.ofModule(source.module, use, { importer: module, imported: source.module }, visited)
        : this.ofName(source, wanted, use, visited)),
    ]);
    return [...this.ofName(module, '__getattr__', PRESENCE, visited), ...served];
  }

  /** The imports by which a module is loaded though nothing names it, in a package above it or in another module. */
  loadersOf(loaded: SourceModule, others: readonly SourceModule[]): readonly SliceNode[] {
    return loadersOf(this.project, loaded, others).map(({ module, unit, clause }) => {
      if (clause === undefined) return this.nodes.unit(module, unit);
      const isOfName = this.project.find(clause.module, module) === loaded && clause.symbol !== undefined;
      return this.nodes.import(module, unit, clause, isOfName ? '' : clause.local);
    });
  }

  /**
   * By what the submodule of a package is there as its attribute: an import of a name wanted from it or of itself, else
   * `__getattr__`.
   */
  private importOfSubmodule(
    module: SourceModule,
    submodule: string,
    wanted: string | undefined,
  ): readonly SliceNode[] {
    const source = this.project.find(submodule);
    const getattr = this.project.bindingOf(module, '__getattr__')?.units ?? [];
    for (const unit of module.units) {
      const clauses = unit.kind === 'import' ? unit.imports.filter(one => one.module === submodule) : [];
      const clause = clauses.find(({ symbol }) => symbol === wanted) ?? clauses[0];
      if (clause === undefined) continue;
      if (clause.symbol === undefined || clause.symbol === wanted)
        return [this.nodes.import(module, unit, clause)];
      const isTaken = wanted !== undefined && source && this.project.starNames(source).includes(wanted);
      return [this.nodes.import(module, unit, clause, clause.symbol === '*' && isTaken ? wanted : '')];
    }
    return getattr.map(unit => this.nodes.unit(module, unit));
  }
}
