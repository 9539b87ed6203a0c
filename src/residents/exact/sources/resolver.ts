import { fieldOf, textOf, type SyntaxNode } from '../../../syntax/parse-python.js';
import type { ProjectModule } from '../../../python/project-modules.js';
import { indexModule, type BoundImport, type ModuleIndex } from './module-index.js';
import type { Sources } from './sources.js';

/** A symbol by the module that defines it. */
export interface SymbolName {
  readonly module: string;
  readonly symbol: string;
}

/** What an expression stands for, as far as imports and definitions tell. */
export type Meaning = { readonly module: string; readonly symbol?: string };

/** Answers what names mean across a primitive's files. */
export class Resolver {
  readonly indexes: readonly ModuleIndex[];
  private readonly byModule: ReadonlyMap<string, ModuleIndex>;
  private readonly packages: ReadonlySet<string>;

  constructor(readonly sources: Sources) {
    this.indexes = sources.map(indexModule);
    const implementation = this.indexes.filter(index => !index.source.isTest);
    this.byModule = new Map(implementation.map(index => [index.source.module, index]));
    this.packages = new Set([...this.byModule.keys()].flatMap(ancestors));
  }

  /** The primitive's own module of this name, if it has a file. */
  module(name: string): ProjectModule | undefined {
    return this.byModule.get(name)?.source;
  }

  /** Whether the name is a module or package of the primitive's own. */
  isOwn(name: string): boolean {
    return this.byModule.has(name) || this.packages.has(name);
  }

  /** What an identifier or a dotted expression means; undefined for locals, members and computed values. */
  meaningOf(index: ModuleIndex, node: SyntaxNode): Meaning | undefined {
    if (node.type === 'identifier') return this.meaningOfName(index, node);
    if (node.type !== 'attribute') return undefined;
    const object = fieldOf(node, 'object');
    const attribute = fieldOf(node, 'attribute');
    const owner = object && this.meaningOf(index, object);
    if (owner === undefined || owner.symbol !== undefined || attribute === undefined) return undefined;
    return this.member(owner.module, textOf(index.source.tree, attribute));
  }

  /** What `import` or `from … import` binds. */
  meaningOfImport(imported: BoundImport): Meaning {
    if (imported.symbol !== undefined) return this.member(imported.module, imported.symbol);
    const [first = imported.module] = imported.module.split('.');
    return { module: imported.bindsWholePath ? imported.module : first };
  }

  /** Imports that bind a local name in the scope where an identifier finds it. */
  importsBehind(index: ModuleIndex, node: SyntaxNode): readonly BoundImport[] {
    const scope = index.bindingScope(node);
    const name = textOf(index.source.tree, node);
    return index.imports.filter(imported => imported.scope === scope && imported.local === name);
  }

  /** The module that truly defines a symbol, through re-exports; the symbol itself when it is not the primitive's. */
  origin(name: SymbolName, seen: ReadonlySet<string> = new Set()): SymbolName {
    const index = this.byModule.get(name.module);
    const key = `${name.module}:${name.symbol}`;
    if (index === undefined || seen.has(key)) return name;
    const passedOn = new Set([...seen, key]);
    const imported = index.imports.find(
      ({ local, scope }) => local === name.symbol && scope === index.source.scopes.module,
    );
    const meaning = imported && this.meaningOfImport(imported);
    if (meaning?.symbol !== undefined)
      return this.origin({ module: meaning.module, symbol: meaning.symbol }, passedOn);
    if (index.source.scopes.module.bound.has(name.symbol)) return name;
    const star = index.stars.find(module => this.offersToStar(module, name.symbol));
    return star === undefined ? name : this.origin({ module: star, symbol: name.symbol }, passedOn);
  }

  /** Whether an expression means this very symbol, by whatever path. */
  means(index: ModuleIndex, node: SyntaxNode, name: SymbolName): boolean {
    const meaning = this.meaningOf(index, node);
    if (meaning?.symbol === undefined) return false;
    const origin = this.origin({ module: meaning.module, symbol: meaning.symbol });
    return origin.module === name.module && origin.symbol === name.symbol;
  }

  private meaningOfName(index: ModuleIndex, node: SyntaxNode): Meaning | undefined {
    const { source } = index;
    const name = textOf(source.tree, node);
    const scope = index.bindingScope(node);
    if (scope === undefined) {
      const star = index.stars.find(module => this.offersToStar(module, name));
      return star === undefined ? undefined : { module: star, symbol: name };
    }
    const [imported] = index.imports.filter(other => other.scope === scope && other.local === name);
    if (imported !== undefined) return this.meaningOfImport(imported);
    return scope === source.scopes.module ? { module: source.module, symbol: name } : undefined;
  }

  private member(module: string, name: string): Meaning {
    const asModule = `${module}.${name}`;
    const index = this.byModule.get(module);
    const isSymbol = index !== undefined && bindsOtherwise(index, name);
    return !isSymbol && this.isOwn(asModule) ? { module: asModule } : { module, symbol: name };
  }

  private offersToStar(module: string, name: string): boolean {
    const index = this.byModule.get(module);
    if (index === undefined || name.startsWith('_')) return false;
    return (
      index.source.scopes.module.bound.has(name) || index.stars.some(star => this.offersToStar(star, name))
    );
  }
}

/** Whether a module binds a name to anything but its own submodule of that name (`from . import name`). */
function bindsOtherwise({ source, imports }: ModuleIndex, name: string): boolean {
  const { module } = source.scopes;
  if (!module.bound.has(name)) return false;
  const writes = source.scopes.occurrences.filter(
    occurrence => occurrence.name === name && occurrence.scope === module && occurrence.role !== 'read',
  );
  const submodules = imports.filter(
    imported =>
      imported.scope === module &&
      imported.local === name &&
      imported.module === source.module &&
      imported.symbol === name,
  );
  return writes.length > submodules.length;
}

function ancestors(module: string): readonly string[] {
  const parts = module.split('.');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
}
