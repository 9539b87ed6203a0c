import { fieldOf, textOf, type SyntaxNode } from '../../../syntax/parse-python.js';
import type { Edit } from '../../../python/edits.js';
import type { BoundImport, ModuleIndex } from '../sources/module-index.js';
import type { Resolver } from '../sources/resolver.js';
import { newModule, type Layout } from './layout.js';
import { newHome } from './new-home.js';

/** What the import clauses that bind one name to modules become, and the edits where the name is used. */
export interface RelocatedBinding {
  /** `module` or `module as name` for each clause, several where one module became more. */
  readonly clauses: ReadonlyMap<BoundImport, readonly ModuleClause[]>;
  readonly edits: readonly Edit[];
}

export interface ModuleClause {
  readonly module: string;
  /** Absent for a plain `import a.b`. */
  readonly local?: string;
}

/** One use of a module: the expression that is the module, and the symbol taken from it. */
interface ModuleUse {
  readonly node: SyntaxNode;
  readonly home: string;
  /** Where the symbol's name stands, and its name at home when a re-export called it otherwise. */
  readonly symbol?: { readonly node: SyntaxNode; readonly name: string };
}

/**
 * Relocates a name that imports bind to modules. Where the name was a module's own or chosen, the new module keeps
 * it (`import new as name`); where it was a package's, every use spells its new module out.
 */
export function relocateBinding(
  resolver: Resolver,
  layout: Layout,
  index: ModuleIndex,
  clauses: readonly BoundImport[],
): RelocatedBinding | { readonly refusal: string; readonly offset: number } {
  const [first] = clauses;
  if (first === undefined) return { clauses: new Map(), edits: [] };
  const uses = usesOf(resolver, layout, index, first);
  if ('refusal' in uses) return uses;
  const own = new Map(clauses.map(clause => [clause, ownHome(resolver, layout, clause)]));
  const needed = new Set(uses.map(use => use.home));
  if (needed.size === 0) needed.add([...own.values()].find(home => home !== undefined) ?? layout.main);
  const [only] = needed;
  const keepsName = clauses.every(
    clause => clause.bindsWholePath && (isChosen(clause) || own.get(clause) === only),
  );
  const roots = [...needed].map(home => home.split('.')[0] ?? home);
  const isShadowed = roots.some(root => root !== first.local && isNamed(index, root));
  if (only !== undefined && needed.size === 1 && (keepsName || isShadowed)) {
    const local = keepsName ? first.local : freshName(index, only);
    const clause = { module: only, local };
    return {
      clauses: new Map(clauses.map(other => [other, [clause]])),
      edits: uses.flatMap(use => editsOf(index, use, local)),
    };
  }
  if (isShadowed || first.symbol !== undefined)
    return {
      refusal: `the module \`${first.module}\` became several that cannot be told apart here`,
      offset: first.node.start,
    };
  const missing = [...needed].filter(home => ![...own.values()].includes(home));
  return {
    clauses: new Map(
      [...own].map(([clause, home], position) => {
        const homes = [...(home === undefined ? [] : [home]), ...(position === 0 ? missing : [])];
        return [clause, (homes.length > 0 ? homes : [layout.main]).map(module => ({ module }))];
      }),
    ),
    edits: uses.flatMap(use => editsOf(index, use, use.home)),
  };
}

/** A name that the author chose, or a module's own; that of a package is wrong for a module that was in it. */
function isChosen(clause: BoundImport): boolean {
  return clause.symbol !== undefined || clause.node.type === 'aliased_import';
}

function ownHome(resolver: Resolver, layout: Layout, clause: BoundImport): string | undefined {
  const module = clause.symbol === undefined ? clause.module : resolver.meaningOfImport(clause).module;
  return resolver.module(module) === undefined ? undefined : newModule(layout, module);
}

function usesOf(
  resolver: Resolver,
  layout: Layout,
  index: ModuleIndex,
  clause: BoundImport,
): readonly ModuleUse[] | { readonly refusal: string; readonly offset: number } {
  const uses: ModuleUse[] = [];
  for (const occurrence of index.source.scopes.occurrences) {
    if (occurrence.name !== clause.local || occurrence.role !== 'read') continue;
    const node = index.nodeAt(occurrence);
    if (node === undefined || index.bindingScope(node) !== clause.scope) continue;
    const use = readUse(resolver, layout, index, node);
    if (use === undefined) continue;
    if (typeof use === 'string') return { refusal: use, offset: node.start };
    uses.push(use);
  }
  return uses;
}

/** Follows `a.b.c` from `a` to the deepest module, and to the symbol that is taken from it. */
function readUse(
  resolver: Resolver,
  layout: Layout,
  index: ModuleIndex,
  start: SyntaxNode,
): ModuleUse | string | undefined {
  let node = start;
  let module = resolver.meaningOf(index, node)?.module;
  for (;;) {
    const parent = index.parentOf(node);
    const meaning = parent?.type === 'attribute' ? resolver.meaningOf(index, parent) : undefined;
    if (parent === undefined || meaning === undefined) break;
    if (meaning.symbol !== undefined) {
      const attribute = fieldOf(parent, 'attribute');
      const home = newHome(resolver, layout, { module: meaning.module, symbol: meaning.symbol });
      if (attribute === undefined || !resolver.isOwn(meaning.module)) return undefined;
      return { node, home: home.module, symbol: { node: attribute, name: home.symbol } };
    }
    node = parent;
    module = meaning.module;
  }
  if (module === undefined || !resolver.isOwn(module)) return undefined;
  const home = resolver.module(module) === undefined ? undefined : newModule(layout, module);
  return home === undefined ? `the package \`${module}\` is used as a value` : { node, home };
}

function editsOf(index: ModuleIndex, use: ModuleUse, text: string): readonly Edit[] {
  const edits: Edit[] = [];
  const { tree } = index.source;
  if (textOf(tree, use.node) !== text)
    edits.push({ start: use.node.start, end: use.node.end, replacement: text });
  if (use.symbol && textOf(tree, use.symbol.node) !== use.symbol.name) {
    const { start, end } = use.symbol.node;
    edits.push({ start, end, replacement: use.symbol.name });
  }
  return edits;
}

function isNamed(index: ModuleIndex, name: string): boolean {
  return index.source.scopes.occurrences.some(occurrence => occurrence.name === name);
}

function freshName(index: ModuleIndex, module: string): string {
  let name = module.split('.').at(-1) ?? module;
  while (isNamed(index, name)) name += '_';
  return name;
}
