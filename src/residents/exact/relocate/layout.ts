import { posix } from 'node:path';
import { packageOf, pathOfModule } from '../../../python/module-paths.js';
import type { ProjectModule } from '../../../python/project-modules.js';
import type { Resolver } from '../sources/resolver.js';
import { takenFrom } from '../sources/taken-symbols.js';

/** Where a component goes: its main module becomes the required one, the others a private package beside it. */
export interface Layout {
  readonly main: string;
  readonly mainPath: string;
  /** Folder on `sys.path` that the required path lies under. */
  readonly sourceRoot: string;
  /** Dotted private package, e.g. `shop._slugs`. */
  readonly privatePackage: string;
  /** The package that all modules of the donor share; it becomes the private package. */
  readonly donorRoot: string;
  readonly donorMain: string;
  /** Packages whose `__init__` only passes names on: not carried, since what they pass on is imported directly. */
  readonly vanished: ReadonlySet<string>;
}

/** Lays a component out for the required module. */
export function layOut(resolver: Resolver, donorMain: string, module: string, path: string): Layout {
  const vanished = new Set(
    resolver.indexes
      .filter(({ source }) => source.module !== donorMain && onlyPassesOn(resolver, source))
      .map(({ source }) => source.module),
  );
  const carried = resolver.sources.filter(source => !source.isTest && !vanished.has(source.module));
  const folder = posix.dirname(path);
  const isPackage = posix.basename(path) === '__init__.py';
  const home = isPackage ? module : packageOf(module);
  const privateName = `_${module.split('.').at(-1) ?? module}`;
  const depth = home === '' ? 0 : home.split('.').length;
  return {
    main: module,
    mainPath: path,
    sourceRoot: folder
      .split('/')
      .slice(0, folder === '.' ? 0 : -depth || undefined)
      .join('/'),
    privatePackage: home === '' ? privateName : `${home}.${privateName}`,
    donorRoot: sharedPackage(carried),
    donorMain,
    vanished,
  };
}

/** The new dotted name of a donor module or package, or undefined when it vanishes. */
export function newModule(layout: Layout, donor: string): string | undefined {
  if (donor === layout.donorMain) return layout.main;
  return layout.vanished.has(donor) ? undefined : privateName(layout, donor);
}

/** Where what lies in a donor package goes, whether or not its `__init__` is carried. */
export function privateName(layout: Layout, donor: string): string {
  const rest = layout.donorRoot === '' ? donor : donor.slice(layout.donorRoot.length + 1);
  const isAbove = layout.donorRoot !== '' && !`${donor}.`.startsWith(`${layout.donorRoot}.`);
  return rest === '' || isAbove ? layout.privatePackage : `${layout.privatePackage}.${rest}`;
}

/** The new path of a carried donor module. */
export function newPath(layout: Layout, source: ProjectModule): string {
  if (source.module === layout.donorMain) return layout.mainPath;
  const module = privateName(layout, source.module);
  const path = pathOfModule(module, layout.sourceRoot);
  return source.isPackage ? `${path.slice(0, -'.py'.length)}/__init__.py` : path;
}

/** A package without definitions that anybody uses: re-exports, a docstring, `__all__`, unused constants. */
function onlyPassesOn(resolver: Resolver, source: ProjectModule): boolean {
  if (!source.isPackage || source.isTest) return false;
  const isPlain = source.tree.root.children.every(
    statement =>
      /^(import_statement|import_from_statement|future_import_statement|comment|pass_statement)$/.test(
        statement.type,
      ) ||
      (statement.type === 'expression_statement' &&
        /^(string|assignment|augmented_assignment)$/.test(statement.children[0]?.type ?? '')),
  );
  if (!isPlain) return false;
  const others = resolver.indexes.filter(index => index.source !== source);
  return !others.some(
    index =>
      index.stars.includes(source.module) ||
      takenFrom(resolver, index, source.module).some(
        symbol => resolver.origin({ module: source.module, symbol }).module === source.module,
      ),
  );
}

function sharedPackage(sources: readonly ProjectModule[]): string {
  const packages = sources.map(source =>
    (source.isPackage ? source.module : packageOf(source.module)).split('.').filter(part => part !== ''),
  );
  const [first = []] = packages;
  const length = first.findIndex((part, index) => packages.some(other => other[index] !== part));
  return (length < 0 ? first : first.slice(0, length)).join('.');
}
