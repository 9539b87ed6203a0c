import type { ModuleIndex } from '../sources/module-index.js';
import type { Resolver, SymbolName } from '../sources/resolver.js';

/** A symbol that gets another name where it is defined. */
export interface SymbolRename extends SymbolName {
  readonly to: string;
}

/** New names by `module:name`, for every module through which a renamed symbol is reached under its old name. */
export type RenamedNames = ReadonlyMap<string, string>;

/** The key of a name in a module. */
export function nameKey(module: string, name: string): string {
  return `${module}:${name}`;
}

/**
 * Follows renamed symbols through the modules that import them under their own name, since these pass the new name
 * on; a module that keeps the old one by `new as old` does not.
 */
export function renamedNames(resolver: Resolver, renames: readonly SymbolRename[]): RenamedNames {
  const names = new Map(renames.map(({ module, symbol, to }) => [nameKey(module, symbol), to]));
  for (let before = -1; before < names.size;) {
    before = names.size;
    for (const index of resolver.indexes) {
      for (const [name, to] of passedOn(index, names)) names.set(nameKey(index.source.module, name), to);
    }
  }
  return names;
}

function passedOn(index: ModuleIndex, names: RenamedNames): readonly (readonly [string, string])[] {
  const { module, bound } = { module: index.source.scopes.module, bound: index.source.scopes.module.bound };
  const imported = index.imports.flatMap(({ module: from, symbol, local, scope }) => {
    const to = symbol === undefined ? undefined : names.get(nameKey(from, symbol));
    const passes =
      to !== undefined && scope === module && local === symbol && !keepsOldName(index, local, to, names);
    return passes ? [[local, to] as const] : [];
  });
  const starred = index.stars.flatMap(star =>
    [...names].flatMap(([key, to]) => {
      const name = key.startsWith(`${star}:`) ? key.slice(star.length + 1) : '_';
      return name.startsWith('_') || bound.has(name) ? [] : [[name, to] as const];
    }),
  );
  return [...imported, ...starred];
}

/**
 * Whether a module that imports a renamed symbol goes on calling it by its old name: the new one is used for
 * something else there, or the same local is also imported from elsewhere.
 */
export function keepsOldName(index: ModuleIndex, local: string, to: string, names: RenamedNames): boolean {
  const isTaken = index.source.scopes.occurrences.some(occurrence => occurrence.name === to);
  const hasRival = index.imports.some(
    ({ local: other, symbol, module }) =>
      other === local && (symbol === undefined || names.get(nameKey(module, symbol)) !== to),
  );
  return isTaken || hasRival;
}
