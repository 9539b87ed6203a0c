import type { ImportedName } from '../imports.js';
import { lastStartingBy } from './ranges.js';
import type { SourceModule } from './source-module.js';
import type { Unit } from './units.js';

/** One name taken from a star import. */
export interface StarImport {
  readonly unit: Unit;
  readonly clause: ImportedName;
  /** The module of the repository that it is taken from. */
  readonly source: SourceModule;
}

/** What gives a name its value in a module. */
export interface NameBinding {
  /** Statements that define or assign it, or import it somewhere inside. */
  readonly units: readonly Unit[];
  /** Imports at the top level. */
  readonly imports: readonly { readonly unit: Unit; readonly clause: ImportedName }[];
  readonly star: StarImport | undefined;
}

/** What binds each name of a module, star imports left out. */
export function nameTable(module: SourceModule): ReadonlyMap<string, NameBinding> {
  const table = new Map<
    string,
    { units: Unit[]; imports: { unit: Unit; clause: ImportedName }[]; star: undefined }
  >();
  const entry = (name: string) => {
    const known = table.get(name) ?? { units: [], imports: [], star: undefined };
    table.set(name, known);
    return known;
  };
  for (const unit of module.units) {
    if (unit.kind === 'import') {
      for (const clause of unit.imports)
        if (clause.symbol !== '*') entry(clause.local).imports.push({ unit, clause });
    } else if (unit.kind !== 'deletion' && unit.kind !== 'main' && unit.kind !== 'future') {
      for (const name of unit.binds) entry(name).units.push(unit);
    }
  }
  for (const [name, units] of boundByGlobal(module)) if (!table.has(name)) entry(name).units.push(...units);
  return table;
}

/** Names that only functions bind, by `global`. */
function boundByGlobal(module: SourceModule): ReadonlyMap<string, readonly Unit[]> {
  const found = new Map<string, Unit[]>();
  for (const { name, role, start, scope } of module.scopes.occurrences) {
    if (role !== 'write' || !scope.declaredGlobal.has(name)) continue;
    const unit = lastStartingBy(module.units, start);
    if (unit !== undefined) found.set(name, [...(found.get(name) ?? []), unit]);
  }
  return found;
}

/** The names in a module's `__all__` where it is a plain list, else undefined. */
export function declaredExports(module: SourceModule): readonly string[] | undefined {
  if (!exported.has(module)) exported.set(module, readDeclaredExports(module));
  return exported.get(module);
}

const exported = new WeakMap<SourceModule, readonly string[] | undefined>();

function readDeclaredExports(module: SourceModule): readonly string[] | undefined {
  const units = module.units.filter(unit => unit.binds.has('__all__'));
  if (units.length !== 1) return undefined;
  const text = module.tree.text.slice(units[0]?.start, units[0]?.end);
  const list = /__all__\s*(?::[^=]*)?=\s*[[(]([^\])]*)[\])](?:\s*#.*)?\s*$/.exec(text)?.[1];
  return list === undefined ? undefined : [...list.matchAll(/(["'])(\w+)\1/g)].map(match => match[2] ?? '');
}
