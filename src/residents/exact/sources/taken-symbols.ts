import type { ModuleIndex } from './module-index.js';
import type { Resolver } from './resolver.js';

/** Names that a file takes directly from a module: by `from module import name`, and by `module.name`. */
export function takenFrom(resolver: Resolver, index: ModuleIndex, module: string): readonly string[] {
  const imported = index.imports.map(name => resolver.meaningOfImport(name));
  const attributes = index.nodesOf('attribute').flatMap(node => resolver.meaningOf(index, node) ?? []);
  return [...imported, ...attributes].flatMap(meaning =>
    meaning.module === module && meaning.symbol !== undefined ? [meaning.symbol] : [],
  );
}
