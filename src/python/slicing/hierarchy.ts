import { undecorated } from '../exported-symbols.js';
import { definitionBehind } from './definition-behind.js';
import type { Project } from './project.js';
import { startingWithin } from './ranges.js';
import { isPart } from './registry-size.js';
import type { PlacedUnit, SourceModule } from './source-module.js';
import { basesOf, type Unit } from './units.js';

/** A class of whose subclasses account is kept as they are defined. */
interface Keeper {
  readonly module: SourceModule;
  readonly unit: Unit;
  /** Where they are kept: names of the module, and attributes of classes. */
  readonly stores: ReadonlySet<string>;
}

const KEEPS = /\bdef __init_subclass__\b|\b__subclasses__\s*\(|\bmetaclass\s*=/;
const STORE =
  /\b([A-Za-z_]\w*)(?:\[[^\n]{0,120}?\]\s*=(?!=)|\.(?:append|add|update|setdefault|insert|extend|register)\()/g;

/**
 * Which statements look through the subclasses of a class: by `__subclasses__()`, or in what `__init_subclass__`
 * (PEP 487) or a metaclass stores. Subclasses of tests are none.
 */
export class Hierarchy {
  private keepers: readonly Keeper[] | undefined;
  private readonly children = new Map<Unit, PlacedUnit[]>();
  private readonly keeperOf = new Map<Unit, Keeper>();
  /** Classes that look through subclasses in their own code or in their metaclass's. */
  private readonly lookingInside = new Map<Unit, Keeper[]>();
  private readonly names = new Set<string>();

  constructor(private readonly project: Project) {}

  /** The subclasses that a statement may find without naming them. */
  servedTo(module: SourceModule, unit: Unit): readonly (PlacedUnit & { readonly registry: SourceModule })[] {
    this.keepers ??= this.readKeepers();
    if (this.keepers.length === 0) return [];
    const keepers = new Set(this.lookingInside.get(unit));
    for (const { name, chain, nested, isType } of startingWithin(module.references, unit.start, unit.end)) {
      if (nested !== undefined || isType || ![name, ...chain].some(part => this.names.has(part))) continue;
      const behind = definitionBehind(this.project, module, name, chain);
      for (const one of behind?.units ?? []) {
        const keeper = this.keeperOf.get(one);
        if (keeper !== undefined && chain.some(part => keeper.stores.has(part))) keepers.add(keeper);
      }
      for (const keeper of this.keepers)
        if (behind?.module === keeper.module && keeper.stores.has(behind.name) && unit !== keeper.unit)
          keepers.add(keeper);
    }
    return [...keepers].flatMap(keeper =>
      this.subclassesOf(keeper.unit).map(entry => ({ ...entry, registry: keeper.module })),
    );
  }

  private subclassesOf(unit: Unit): readonly PlacedUnit[] {
    const found = new Set(this.children.get(unit));
    for (const one of found) for (const child of this.children.get(one.unit) ?? []) found.add(child);
    return isPart([...found]) ? [...found] : [];
  }

  private readKeepers(): readonly Keeper[] {
    const sources = this.project.modules.filter(({ isTest }) => !isTest);
    if (!sources.some(({ tree }) => KEEPS.test(tree.text))) return [];
    const isAsked = sources.some(({ tree }) => tree.text.includes('__subclasses__'));
    const classes = sources.flatMap(module =>
      module.units.flatMap(unit => (isClass(unit) ? [{ module, unit }] : [])),
    );
    for (const { module, unit } of classes)
      for (const base of basesOf(unit)) this.addChild(module, unit, base.start, base.end);
    for (const { module, unit } of classes)
      if (this.children.has(unit)) this.addKeeper(module, unit, isAsked);
    return [...this.keeperOf.values()];
  }

  private addKeeper(module: SourceModule, unit: Unit, isAsked: boolean): void {
    const text = textOfUnit(module, unit);
    const metaclass = metaclassOf(text);
    const made = metaclass === undefined ? undefined : this.behind(module, unit.start + metaclass);
    const own = [
      { unit, text: /\bdef __init_subclass__\b/.test(text) ? text : '' },
      ...(made?.units ?? []).map(one => ({ unit: one, text: textOfUnit(made?.module ?? module, one) })),
    ];
    const stores = new Set([
      ...own.flatMap(code => storesIn(code.text)),
      ...(isAsked ? ['__subclasses__'] : []),
    ]);
    if (stores.size === 0) return;
    const keeper = { module, unit, stores };
    this.keeperOf.set(unit, keeper);
    for (const name of stores) this.names.add(name);
    for (const code of [{ unit, text }, ...own.slice(1)])
      if ([...stores].some(name => isLookedUp(code.text, name)))
        this.lookingInside.set(code.unit, [...(this.lookingInside.get(code.unit) ?? []), keeper]);
  }

  private addChild(module: SourceModule, unit: Unit, start: number, end: number): void {
    for (const base of this.behind(module, start, end)?.units ?? []) {
      if (base === unit) continue;
      const children = this.children.get(base);
      if (children === undefined) this.children.set(base, [{ module, unit }]);
      else children.push({ module, unit });
    }
  }

  private behind(module: SourceModule, start: number, end = start + 1) {
    const [reference] = startingWithin(module.references, start, end);
    return reference && definitionBehind(this.project, module, reference.name, reference.chain);
  }
}

function isClass({ kind, nodes: [statement] }: Unit): boolean {
  return (
    kind === 'definition' && statement !== undefined && undecorated(statement).type === 'class_definition'
  );
}

function textOfUnit({ tree }: SourceModule, { start, end }: Unit): string {
  return tree.text.slice(start, end);
}

/** Where the name of a class's metaclass stands in its text. */
function metaclassOf(text: string): number | undefined {
  const match = /\bmetaclass\s*=\s*/.exec(text);
  return match === null ? undefined : match.index + match[0].length;
}

/** The names and attributes into which code puts something, once for each time. */
function storesIn(text: string): readonly string[] {
  return [...text.matchAll(STORE)].flatMap(([, name]) => name ?? []);
}

/** Whether code mentions a store more often than to declare and to fill it. */
function isLookedUp(text: string, store: string): boolean {
  const mentions = text.split(new RegExp(`\\b${store}\\b`)).length - 1;
  if (store === '__subclasses__') return mentions > 0;
  return mentions > storesIn(text).filter(name => name === store).length + 1;
}
