import type { ModuleFlow } from '../flow/module-flow.js';

/** A file of a program, by its path from the folder that names are given from. */
export interface ProgramFile {
  readonly path: string;
  readonly flow: ModuleFlow;
}

export interface ProgramModule {
  /** Dotted, from the folder; '' for the folder's own `__init__`. */
  readonly name: string;
  readonly isPackage: boolean;
  /** The name of the folder that its imports may be relative to, apart from the whole program's: '' or 'src'. */
  readonly root: string;
  readonly flow: ModuleFlow;
}

/** The modules of a program and what import statements mean in it. */
export class Program {
  readonly modules: readonly ProgramModule[];
  private readonly numbers = new Map<string, number>();
  private readonly packages = new Set<string>();
  /** Folders that hold modules. */
  private readonly namespaces = new Set<string>();
  private readonly roots: readonly string[];

  constructor(files: Iterable<ProgramFile>) {
    const modules = [...files].map(({ path, flow }) => {
      const parts = path.replace(/\.pyi?$/, '').split('/');
      const isPackage = parts.at(-1) === '__init__';
      if (isPackage) parts.pop();
      return { name: parts.join('.'), isPackage, flow };
    });
    modules.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
    for (const { name, isPackage } of modules) if (isPackage) this.packages.add(name);
    this.modules = modules.map(module => ({ ...module, root: this.rootOf(module.name, module.isPackage) }));
    this.modules.forEach(({ name }, index) => {
      if (!this.numbers.has(name)) this.numbers.set(name, index);
    });
    for (const { name } of this.modules)
      for (let at = name.indexOf('.'); at >= 0; at = name.indexOf('.', at + 1))
        this.namespaces.add(name.slice(0, at));
    this.roots = [...new Set(this.modules.map(({ root }) => root))].sort(
      (one, other) => one.length - other.length || (one < other ? -1 : 1),
    );
  }

  /** The nearest folder above a module that is no package: what `import` finds its neighbours in. */
  private rootOf(name: string, isPackage: boolean): string {
    let folder = isPackage ? name : parentOf(name);
    while (folder !== '' && this.packages.has(folder)) folder = parentOf(folder);
    return folder;
  }

  /** The module or folder of modules with this full name. */
  find(name: string): { readonly name: string; readonly module: number | undefined } | undefined {
    const module = this.numbers.get(name);
    return module === undefined && !this.namespaces.has(name) ? undefined : { name, module };
  }

  /**
   * The full name of what an import of `from` names, and whether it is in the program: relative imports by their
   * level (PEP 328), others first among the neighbours of the importing module's top package, then from the
   * program's folder, then from any folder that holds top packages, such as `src`.
   */
  resolve(
    from: ProgramModule,
    name: string,
    level: number,
  ): { readonly name: string; readonly isOwn: boolean } {
    if (level > 0) {
      let base = from.isPackage ? from.name : parentOf(from.name);
      for (let up = 1; up < level; up += 1) base = parentOf(base);
      const full = name === '' ? base : base === '' ? name : `${base}.${name}`;
      return { name: full, isOwn: full === '' || this.find(full) !== undefined };
    }
    const [top = ''] = name.split('.', 1);
    for (const root of [from.root, ...this.roots]) {
      const prefix = root === '' ? '' : `${root}.`;
      if (this.find(`${prefix}${top}`) === undefined) continue;
      return { name: `${prefix}${name}`, isOwn: this.find(`${prefix}${name}`) !== undefined };
    }
    return { name, isOwn: false };
  }
}

const parentOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')));
