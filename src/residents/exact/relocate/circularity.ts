import type { Resolver } from '../sources/resolver.js';
import type { Layout } from './layout.js';

/**
 * Why a layout would import in a circle that the donor did not have, or undefined. A package that runs code of its
 * own was loaded before its modules; as the private package it is loaded while the main module is half done, and so
 * must not need it.
 */
export function whyCircular(resolver: Resolver, layout: Layout): string | undefined {
  const imports = (module: string) => {
    const index = resolver.indexes.find(({ source }) => source.module === module && !source.isTest);
    const own = index?.imports.filter(({ scope }) => scope === index.source.scopes.module) ?? [];
    return own.map(imported => resolver.meaningOfImport(imported).module);
  };
  const needsPrivate = imports(layout.donorMain).some(module => resolver.isOwn(module));
  if (!needsPrivate) return undefined;
  const culprit = resolver.sources.find(
    ({ isPackage, isTest, module }) =>
      isPackage &&
      !isTest &&
      module !== layout.donorMain &&
      !layout.vanished.has(module) &&
      imports(module).includes(layout.donorMain),
  );
  return (
    culprit && `\`${culprit.path}\` runs code of its own that needs \`${layout.donorMain}\` to be complete`
  );
}
