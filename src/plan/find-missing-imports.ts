import { importStatements, readImport, type ImportedName } from '../python/imports.js';
import { occurrencesOf, type Occurrence } from '../python/scopes/index.js';
import { attributeUses } from './name-uses.js';
import { hasModule, topName, type ProjectModule, type ProjectModules } from '../python/project-modules.js';

/** A name that a test or a caller of the target imports and nothing provides. */
export interface MissingName {
  readonly module: string;
  readonly symbol: string;
  readonly uses: readonly NameUse[];
}

/** One file's use of a missing name: where it stands in it. */
export interface NameUse {
  readonly importer: ProjectModule;
  /** Offsets of the expression that means the symbol: an identifier, or `module.symbol`. */
  readonly places: readonly { readonly start: number; readonly end: number }[];
}

/**
 * Names of the target's own modules that no file of it provides, with every use, in order of module and symbol.
 * `from package import module` counts as the module when only its attributes are used. A module that exists but
 * lacks the symbol is listed too.
 */
export function findMissingImports(target: ProjectModules): readonly MissingName[] {
  const found = new Map<string, { module: string; symbol: string; uses: NameUse[] }>();
  for (const importer of target.modules.values()) {
    for (const statement of importStatements(importer.tree.root)) {
      for (const imported of readImport(importer.tree, statement, importer)) {
        for (const missing of missingFrom(target, importer, imported)) {
          const key = `${missing.module}:${missing.symbol}`;
          const entry = found.get(key) ?? { module: missing.module, symbol: missing.symbol, uses: [] };
          entry.uses.push({ importer, places: missing.places });
          found.set(key, entry);
        }
      }
    }
  }
  const order = (entry: MissingName) => `${entry.module}:${entry.symbol}`;
  return [...found.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

interface Missing {
  readonly module: string;
  readonly symbol: string;
  readonly places: readonly { readonly start: number; readonly end: number }[];
}

function missingFrom(
  target: ProjectModules,
  importer: ProjectModule,
  imported: ImportedName,
): readonly Missing[] {
  if (!target.ownNames.has(topName(imported.module)) || imported.symbol === '*') return [];
  const places = occurrencesOf(importer.scopes, importer.scopes.module, imported.local).filter(isUse);
  if (imported.symbol === undefined) {
    return hasModule(target, imported.module) ? [] : moduleUse(importer, imported.module, imported, places);
  }
  if (provides(target, imported.module, imported.symbol)) return [];
  const asModule = `${imported.module}.${imported.symbol}`;
  const attributes = attributeUses(importer.tree, places, []);
  const isModule =
    places.length > 0 && attributes.length === places.length && /^[a-z_]/.test(imported.symbol);
  if (isModule && hasModule(target, imported.module)) return moduleUse(importer, asModule, imported, places);
  return [{ module: imported.module, symbol: imported.symbol, places }];
}

/** `import a.b` or `from a import b` where `a.b` is missing: what is used of it is what it must offer. */
function moduleUse(
  importer: ProjectModule,
  module: string,
  imported: ImportedName,
  places: readonly Occurrence[],
): readonly Missing[] {
  const rest = imported.bindsWholePath ? [] : module.split('.').slice(1);
  return attributeUses(importer.tree, places, rest).map(use => ({
    module,
    symbol: use.attribute,
    places: [use],
  }));
}

function provides(target: ProjectModules, module: string, symbol: string): boolean {
  if (hasModule(target, `${module}.${symbol}`)) return true;
  const found = target.modules.get(module);
  if (found === undefined) return false;
  const { bound } = found.scopes.module;
  if (bound.has(symbol) || bound.has('__getattr__')) return true;
  return importStatements(found.tree.root).some(statement =>
    readImport(found.tree, statement, found).some(imported => imported.symbol === '*'),
  );
}

function isUse(occurrence: Occurrence): boolean {
  return occurrence.role === 'read';
}
