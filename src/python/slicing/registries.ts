import { definitionBehind, type Definition } from './definition-behind.js';
import { Hierarchy } from './hierarchy.js';
import type { Project } from './project.js';
import { lastStartingBy, startingWithin } from './ranges.js';
import type { Reference } from './references.js';
import { isPart } from './registry-size.js';
import type { PlacedUnit, SourceModule } from './source-module.js';
import { decoratorsOf, type Unit } from './units.js';

/** What a registry holds. */
export interface Served extends PlacedUnit {
  /** The module that the registry is in. */
  readonly registry: SourceModule;
}

/** `HANDLERS[name] =`, `HANDLERS.append(`: something is put into what the name stands for. */
const STORE =
  /(?<![\w.])([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*){0,8})(?:\[[^\n]{0,120}?\]\s*=(?!=)|\.(?:append|appendleft|add|update|setdefault|insert|extend|register)\()/g;

/**
 * What a package puts into its registries, in whatever module: definitions under `@registry.register`, under a
 * decorator that stores what it is given, calls of such a function at the top level, and subclasses of a class that
 * keeps account of them (`__init_subclass__`, PEP 487; a metaclass; `__subclasses__`).
 */
export class Registries {
  private readonly project: Project;
  private readonly hierarchy: Hierarchy;
  /** What is registered, by the key of the registry. */
  private registered: ReadonlyMap<string, readonly Served[]> | undefined;
  /** Names that registries go by, so that most references need not be followed. */
  private readonly names = new Set<string>();
  /** Functions and classes that store what they are given, with the keys of the registries. */
  private readonly registrars = new Map<Unit, Map<string, SourceModule>>();

  constructor(project: Project) {
    this.project = project;
    this.hierarchy = new Hierarchy(project);
  }

  /** What is in the registries that a statement looks into; nothing for what only fills them. */
  servedTo(module: SourceModule, unit: Unit): readonly Served[] {
    if (unit.kind === 'import' || unit.kind === 'docstring') return [];
    return [...this.lookedUpBy(module, unit), ...this.hierarchy.servedTo(module, unit)];
  }

  private lookedUpBy(module: SourceModule, unit: Unit): readonly Served[] {
    this.registered ??= this.readRegistrations();
    if (this.registered.size === 0) return [];
    const served = new Set<Served>();
    for (const reference of startingWithin(module.references, unit.start, unit.end)) {
      const key = this.keyOf(module, reference);
      const entries = key === undefined ? undefined : this.registered.get(key);
      if (key === undefined || entries === undefined) continue;
      if (this.registrars.get(unit)?.has(key) === true || entries.some(entry => entry.unit === unit))
        continue;
      for (const entry of entries) served.add(entry);
    }
    return [...served];
  }

  private keyOf(module: SourceModule, { name, chain, nested, isType }: Reference): string | undefined {
    if (isType || nested !== undefined) return undefined;
    const mayBe = this.names.has(name) || chain.some(part => this.names.has(part));
    const symbol = mayBe ? name : this.project.bindingOf(module, name)?.imports[0]?.clause.symbol;
    if (symbol === undefined || !(mayBe || this.names.has(symbol))) return undefined;
    const definition = definitionBehind(this.project, module, name, chain);
    return definition && keyOf(definition);
  }

  private readRegistrations(): ReadonlyMap<string, readonly Served[]> {
    const sources = this.project.modules.filter(({ isTest }) => !isTest);
    for (const module of sources) this.readRegistrars(module);
    const found = new Map<string, Served[]>();
    for (const module of sources)
      for (const unit of module.units)
        for (const [key, registry] of this.registriesFilledBy(module, unit))
          found.set(key, [...(found.get(key) ?? []), { module, unit, registry }]);
    const kept = [...found].filter(([, entries]) => isPart(entries));
    for (const [key] of kept) this.names.add(key.slice(key.indexOf(':') + 1));
    return new Map(kept);
  }

  private readRegistrars(module: SourceModule): void {
    for (const match of module.tree.text.matchAll(STORE)) {
      const [, name = '', attributes = ''] = match;
      const unit = lastStartingBy(module.units, match.index);
      if (unit?.kind !== 'definition' || this.project.bindingOf(module, name) === undefined) continue;
      const definition = definitionBehind(this.project, module, name, attributes.split('.').slice(1));
      if (definition === undefined || definition.units.includes(unit)) continue;
      const filled = this.registrars.get(unit) ?? new Map<string, SourceModule>();
      this.registrars.set(unit, filled.set(keyOf(definition), definition.module));
    }
  }

  private registriesFilledBy(module: SourceModule, unit: Unit): ReadonlyMap<string, SourceModule> {
    const keys = new Map<string, SourceModule>();
    for (const { name, chain, start } of registeringReferences(module, unit)) {
      const definition = definitionBehind(this.project, module, name, chain);
      if (definition === undefined || definition.units.includes(unit)) continue;
      for (const one of definition.units)
        for (const [key, registry] of this.registrars.get(one) ?? []) keys.set(key, registry);
      const isItem = /^\s*\[/.test(module.tree.text.slice(start + name.length, start + name.length + 20));
      if (definition.chain.length > 0 || isItem) keys.set(keyOf(definition), definition.module);
    }
    return keys;
  }
}

/** The expressions by which a statement may register something: its decorators, or what an effect begins with. */
function registeringReferences(module: SourceModule, unit: Unit): readonly Reference[] {
  const first = (start: number, end: number) =>
    startingWithin(module.references, start, end)
      .slice(0, 1)
      .filter(({ nested }) => nested === undefined);
  if (unit.kind === 'effect') return first(unit.start, unit.end);
  return decoratorsOf(unit).flatMap(({ start, end }) => first(start, end));
}

function keyOf({ module, name }: Definition): string {
  return `${module.path}:${name}`;
}
