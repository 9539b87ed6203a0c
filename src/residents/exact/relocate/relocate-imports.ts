import { importSource, importStatements, type ModulePlace } from '../../../python/imports.js';
import type { Edit } from '../../../python/edits.js';
import { packageOf } from '../../../python/module-paths.js';
import type { SyntaxNode } from '../../../syntax/parse-python.js';
import type { BoundImport, ModuleIndex } from '../sources/module-index.js';
import type { Resolver } from '../sources/resolver.js';
import { newModule, type Layout } from './layout.js';
import { relocateBinding, type ModuleClause } from './module-bindings.js';
import { newHome } from './new-home.js';
import { spellStatements, spellSource, type ImportedClause } from './spell-imports.js';

export type RelocatedImports =
  { readonly edits: readonly Edit[] } | { readonly refusal: string; readonly offset: number };

/**
 * Rewrites a file's imports of the component's own modules, and the uses of module names that the imports bind.
 * `place` is where the file will stand; relative imports stay relative where that is possible from there.
 */
export function relocateImports(
  resolver: Resolver,
  layout: Layout,
  index: ModuleIndex,
  place: ModulePlace | undefined,
): RelocatedImports {
  const edits: Edit[] = [];
  const modules = new Map<BoundImport, readonly ModuleClause[]>();
  for (const clauses of moduleBindings(resolver, index)) {
    const relocated = relocateBinding(resolver, layout, index, clauses);
    if ('refusal' in relocated) return relocated;
    edits.push(...relocated.edits);
    for (const [clause, homes] of relocated.clauses) modules.set(clause, homes);
  }
  for (const statement of importStatements(index.source.tree.root)) {
    const own = index.imports.filter(imported => imported.statement === statement);
    edits.push(
      ...(statement.type === 'import_statement'
        ? own.flatMap(imported => plainEdits(imported, modules.get(imported)))
        : fromEdits(resolver, layout, index, statement, own, modules, place)),
    );
  }
  return { edits };
}

/** Clauses that bind a module of the component's own, grouped by the name they bind in a scope. */
function moduleBindings(resolver: Resolver, index: ModuleIndex): readonly (readonly BoundImport[])[] {
  const groups: BoundImport[][] = [];
  for (const imported of index.imports) {
    const meaning = resolver.meaningOfImport(imported);
    if (meaning.symbol !== undefined || !resolver.isOwn(meaning.module)) continue;
    const group = groups.find(([one]) => one?.scope === imported.scope && one.local === imported.local);
    if (group === undefined) groups.push([imported]);
    else group.push(imported);
  }
  return groups;
}

function plainEdits(imported: BoundImport, homes: readonly ModuleClause[] | undefined): readonly Edit[] {
  if (homes === undefined) return [];
  const { start, end } = imported.node;
  const words = homes.map(({ module, local }) =>
    local === undefined || local === module ? module : `${module} as ${local}`,
  );
  return [{ start, end, replacement: words.join(', ') }];
}

function fromEdits(
  resolver: Resolver,
  layout: Layout,
  index: ModuleIndex,
  statement: SyntaxNode,
  own: readonly BoundImport[],
  modules: ReadonlyMap<BoundImport, readonly ModuleClause[]>,
  place: ModulePlace | undefined,
): readonly Edit[] {
  const source = importSource(index.source.tree, statement, index.source);
  if (source === undefined || !resolver.isOwn(source.module)) return [];
  const relativeTo = source.level > 0 ? place : undefined;
  const star = newModule(layout, source.module);
  if (own.length === 0 && star !== undefined)
    return [{ start: source.node.start, end: source.node.end, replacement: spellSource(star, relativeTo) }];
  const clauses = own.map((imported): ImportedClause => {
    const [module] = modules.get(imported) ?? [];
    const { node, local, symbol = '' } = imported;
    if (module !== undefined) {
      const name = module.module.split('.').at(-1) ?? module.module;
      return { node, former: symbol, source: packageOf(module.module), name, local };
    }
    const home = newHome(resolver, layout, { module: imported.module, symbol });
    return { node, former: symbol, source: home.module, name: home.symbol, local };
  });
  return spellStatements(index.source.tree, statement, source.node, clauses, relativeTo);
}
