import type { Mapping } from '../../domain/adaptation.js';
import type { Primitive, PrimitiveInterface } from '../../domain/primitive.js';
import type { ExportedSymbol } from '../../domain/signature.js';
import { exportedSymbols } from '../../python/exported-symbols.js';
import { moduleOfPath } from '../../python/module-paths.js';
import { parsePython } from '../../syntax/parse-python.js';
import type { TypeVariables } from './annotations/accepts.js';
import { enumerateMappings } from './mappings/enumerate-mappings.js';
import { isPython } from './sources/sources.js';

/** Mappings by value: two residents that mean the same mapping mean the same key. */
export function mappingKey(mapping: Mapping): string {
  return JSON.stringify(
    mapping.exports.map(({ from, to, parameters }) => [
      from,
      to,
      parameters.map(pair => [pair.from, pair.to]),
    ]),
  );
}

/** The mappings that fit and were not tried yet, best first. */
export function* untriedMappings(
  primitive: Primitive,
  required: readonly ExportedSymbol[],
  tried: readonly { readonly mapping: Mapping }[],
): Iterable<Mapping> {
  const known = new Set(tried.map(({ mapping }) => mappingKey(mapping)));
  const offered = offeredInterface(primitive, required);
  for (const mapping of enumerateMappings(offered, required, typeVariables(primitive))) {
    const key = mappingKey(mapping);
    if (known.has(key)) continue;
    known.add(key);
    yield mapping;
  }
}

/** The interface, with what the main module defines besides under a name that is required. */
export function offeredInterface(
  primitive: Primitive,
  required: readonly ExportedSymbol[],
): PrimitiveInterface {
  const { module, exports } = primitive.interface;
  const main = primitive.implementation.find(
    file => isPython(file) && moduleOfPath(file.path, [primitive.sourceRoot]) === module,
  );
  const known = new Set(exports.map(({ name }) => name));
  const wanted = new Set(required.map(({ name }) => name));
  const besides = main === undefined ? [] : exportedSymbols(parsePython(main.content));
  return {
    ...primitive.interface,
    exports: [...exports, ...besides.filter(({ name }) => wanted.has(name) && !known.has(name))],
  };
}

/** Names that the implementation declares as type variables (PEP 484, PEP 612, PEP 646). */
export function typeVariables(primitive: Primitive): TypeVariables {
  const declaration = /^([A-Za-z_]\w*)\s*=\s*(?:\w+\.)*(?:TypeVar|ParamSpec|TypeVarTuple)\s*\(/gm;
  const sources = primitive.implementation.filter(isPython);
  return new Set(
    sources.flatMap(file => [...file.content.matchAll(declaration)].map(([, name = '']) => name)),
  );
}
