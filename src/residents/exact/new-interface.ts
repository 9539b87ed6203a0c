import type { Mapping } from '../../domain/adaptation.js';
import type { PrimitiveInterface } from '../../domain/primitive.js';
import type { ExportedSymbol } from '../../domain/signature.js';
import { exportedSymbols } from '../../python/exported-symbols.js';
import type { Sources } from './sources/sources.js';

/** The interface after adaptation: the mapped exports as they are defined now, then the donor's other ones. */
export function newInterface(
  donor: PrimitiveInterface,
  mapping: Mapping,
  module: string,
  sources: Sources,
  homes: ReadonlyMap<string, string>,
): PrimitiveInterface {
  const find = (home: string, name: string) => {
    const source = sources.find(candidate => candidate.module === home && !candidate.isTest);
    return source && exportedSymbols(source.tree).find(symbol => symbol.name === name);
  };
  const mapped = mapping.exports.flatMap(({ from, to }): readonly ExportedSymbol[] => {
    const found = find(homes.get(to) ?? donor.module, to);
    const former = donor.exports.find(({ name }) => name === from);
    if (found !== undefined) return [found];
    return former === undefined ? [] : [{ ...former, name: to }];
  });
  const taken = new Set(mapping.exports.map(({ from }) => from));
  const others = donor.exports
    .filter(({ name }) => !taken.has(name))
    .map(symbol => find(donor.module, symbol.name) ?? symbol);
  return { module, exports: [...mapped, ...others], behaviour: donor.behaviour };
}
