import type { Resolver } from './resolver.js';
import { takenFrom } from './taken-symbols.js';

/** Tells whether a module-level name may be known outside of its module, and so cannot make room for another. */
export function sharedNames(
  resolver: Resolver,
  exports: readonly string[],
): (module: string, name: string) => boolean {
  const public_ = new Set(exports);
  const taken = new Map(
    resolver.sources
      .filter(source => !source.isTest)
      .map(({ module }) => {
        const others = resolver.indexes.filter(index => index.source.module !== module);
        const isStarred = others.some(index => index.stars.includes(module));
        return [
          module,
          { isStarred, names: new Set(others.flatMap(index => takenFrom(resolver, index, module))) },
        ];
      }),
  );
  return (module, name) => {
    const known = taken.get(module);
    return public_.has(name) || known === undefined || known.isStarred || known.names.has(name);
  };
}
