import type { Resolver, SymbolName } from '../sources/resolver.js';
import { newModule, privateName, type Layout } from './layout.js';

/**
 * Where a symbol is to be taken from: its module's new name, or, when that module vanishes, the module that truly
 * defines the symbol. Symbols that are not the component's own stay where they are.
 */
export function newHome(resolver: Resolver, layout: Layout, name: SymbolName): SymbolName {
  const owner = layout.vanished.has(name.module) ? resolver.origin(name) : name;
  if (!resolver.isOwn(owner.module)) return owner;
  return { ...owner, module: newModule(layout, owner.module) ?? privateName(layout, owner.module) };
}
