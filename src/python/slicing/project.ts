import type { ImportedName } from '../imports.js';
import { declaredExports, nameTable, type NameBinding } from './name-table.js';
import type { SourceModule } from './source-module.js';

/** The Python of a repository, by the names under which it imports itself. */
export interface Project {
  readonly modules: readonly SourceModule[];
  /** The module of a dotted name, as a file of the project, seen from a module that imports it. */
  find(module: string, importer?: SourceModule): SourceModule | undefined;
  /** The module in a file. */
  at(path: string): SourceModule | undefined;
  /** Whether it is a module or a folder of modules. */
  has(module: string, importer?: SourceModule): boolean;
  /** What binds a name in a module, or undefined for a builtin, a submodule or nothing. */
  bindingOf(module: SourceModule, name: string): NameBinding | undefined;
  /** What an import of one name binds, if it is of the project. */
  targetOf(importer: SourceModule, clause: ImportedName): ImportTarget | undefined;
  /** The names that `from module import *` takes. */
  starNames(module: SourceModule): readonly string[];
  /** The packages that are loaded before a module, the outermost first. */
  packagesAbove(module: SourceModule): readonly SourceModule[];
}

/** What an import binds: a module, perhaps a folder without a file (PEP 420), or a name that a module has. */
export type ImportTarget =
  | { readonly kind: 'module'; readonly dotted: string }
  | { readonly kind: 'name'; readonly module: SourceModule; readonly name: string };

export function createProject(modules: readonly SourceModule[]): Project {
  return new IndexedProject(modules);
}

class IndexedProject implements Project {
  private readonly byName = new Map<string, SourceModule>();
  private readonly byPath = new Map<string, SourceModule>();
  /** Dotted names of folders that hold modules. */
  private readonly folders = new Set<string>();
  private readonly tables = new Map<SourceModule, ReadonlyMap<string, NameBinding>>();
  private readonly bindings = new Map<SourceModule, Map<string, NameBinding | undefined>>();

  constructor(readonly modules: readonly SourceModule[]) {
    for (const module of modules) {
      if (!this.byName.has(module.module)) this.byName.set(module.module, module);
      this.byPath.set(module.path, module);
      const parts = module.module.split('.');
      for (let depth = 1; depth < parts.length; depth += 1) this.folders.add(parts.slice(0, depth).join('.'));
    }
  }

  find(module: string, importer?: SourceModule): SourceModule | undefined {
    return this.byName.get(module) ?? (importer?.isTest ? this.findBeside(module, importer) : undefined);
  }

  at(path: string): SourceModule | undefined {
    return this.byPath.get(path);
  }

  has(module: string, importer?: SourceModule): boolean {
    return this.folders.has(module) || this.find(module, importer) !== undefined;
  }

  bindingOf(module: SourceModule, name: string): NameBinding | undefined {
    const known = this.bindings.get(module) ?? new Map<string, NameBinding | undefined>();
    this.bindings.set(module, known);
    if (!known.has(name)) known.set(name, this.bindingIn(module, name, new Set()));
    return known.get(name);
  }

  targetOf(importer: SourceModule, clause: ImportedName): ImportTarget | undefined {
    const { module: dotted, symbol, local } = clause;
    if (symbol === undefined) {
      const bound = clause.bindsWholePath ? dotted : local;
      return this.has(bound, importer) ? { kind: 'module', dotted: bound } : undefined;
    }
    const source = this.find(dotted, importer);
    const submodule = `${dotted}.${symbol}`;
    if (this.has(submodule, importer) && !(source && this.hidesSubmodule(source, symbol, submodule)))
      return { kind: 'module', dotted: submodule };
    return source && { kind: 'name', module: source, name: symbol };
  }

  starNames(module: SourceModule): readonly string[] {
    return this.starNamesIn(module, new Set());
  }

  packagesAbove({ module }: SourceModule): readonly SourceModule[] {
    const parts = module.split('.');
    return parts.slice(1).flatMap((_, index) => this.find(parts.slice(0, index + 1).join('.')) ?? []);
  }

  /** pytest puts the folder of a test file on `sys.path`, or the one above its outermost package. */
  private findBeside(module: string, importer: SourceModule): SourceModule | undefined {
    const relative = module.replaceAll('.', '/');
    const folders = importer.path.split('/').slice(0, -1);
    for (let depth = folders.length; depth > 0; depth -= 1) {
      const base = folders.slice(0, depth).join('/');
      const found =
        this.byPath.get(`${base}/${relative}.py`) ?? this.byPath.get(`${base}/${relative}/__init__.py`);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Whether a package gives the name of its submodule to something else. */
  private hidesSubmodule(module: SourceModule, name: string, submodule: string): boolean {
    const binding = this.bindingOf(module, name);
    if (binding === undefined) return false;
    const { units, imports, star } = binding;
    const isOther = ({ module: from, symbol }: ImportedName) =>
      symbol === undefined ? from !== submodule : `${from}.${symbol}` !== submodule;
    if (units.length > 0 || imports.some(({ clause }) => isOther(clause))) return true;
    return star !== undefined && (this.bindingOf(star.source, name)?.units.length ?? 0) > 0;
  }

  private bindingIn(module: SourceModule, name: string, visited: Set<SourceModule>): NameBinding | undefined {
    const own = this.tableOf(module).get(name);
    if (own !== undefined || visited.has(module)) return own;
    visited.add(module);
    for (const unit of module.units) {
      const clause = unit.kind === 'import' ? unit.imports.find(({ symbol }) => symbol === '*') : undefined;
      const source = clause && this.find(clause.module, module);
      if (clause && source && this.isTakenByStar(source, name, visited))
        return { units: [], imports: [], star: { unit, clause, source } };
    }
    return undefined;
  }

  private isTakenByStar(source: SourceModule, name: string, visited: Set<SourceModule>): boolean {
    const listed = declaredExports(source);
    if (listed !== undefined && !listed.includes(name)) return false;
    if (listed === undefined && name.startsWith('_')) return false;
    return this.bindingIn(source, name, visited) !== undefined;
  }

  private starNamesIn(module: SourceModule, visited: Set<SourceModule>): readonly string[] {
    const listed = declaredExports(module);
    if (listed !== undefined) return listed;
    if (visited.has(module)) return [];
    visited.add(module);
    const starred = module.units.flatMap(unit =>
      unit.imports
        .filter(({ symbol }) => symbol === '*')
        .flatMap(clause => {
          const source = this.find(clause.module, module);
          return source === undefined ? [] : this.starNamesIn(source, visited);
        }),
    );
    return [...new Set([...this.tableOf(module).keys(), ...starred])].filter(name => !name.startsWith('_'));
  }

  private tableOf(module: SourceModule): ReadonlyMap<string, NameBinding> {
    const known = this.tables.get(module);
    if (known !== undefined) return known;
    const table = nameTable(module);
    this.tables.set(module, table);
    return table;
  }
}
