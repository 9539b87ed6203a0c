import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import { definitionBehind } from '../../python/slicing/definition-behind.js';
import { lazyExports, lazyNames } from '../../python/slicing/lazy-exports.js';
import { declaredExports } from '../../python/slicing/name-table.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import type { Unit } from '../../python/slicing/units.js';
import { offeredNames } from '../offered-names.js';
import { isPublic, offersCapabilities } from '../roles.js';

/** A public function or class, or a name that is made of one, that a component is built around. */
export interface Capability {
  readonly name: string;
  readonly module: SourceModule;
  readonly unit: Unit;
}

/**
 * The capabilities of a repository: public functions, classes and names made of them, of modules that are no tests, and
 * private modules' ones that a public module offers under a public name. In order of modules and lines.
 */
export function capabilitiesOf(graph: DependenceGraph): readonly Capability[] {
  const sources = graph.project.modules.filter(offersCapabilities);
  const offered = reexported(graph, sources);
  const capabilities = new Map<string, Capability>();
  for (const module of sources)
    for (const unit of module.units) {
      if (!isPublic(module.module) && !offered.has(graph.nodes.unit(module, unit))) continue;
      // Of several definitions of one name, such as overloads, the last one counts.
      for (const { name, isCapability } of offeredNames(module, unit))
        if (isCapability) capabilities.set(`${module.path}:${name}`, { name, module, unit });
    }
  return [...capabilities.values()];
}

/**
 * Definitions of private modules that a public package imports under a public name, or a public module that lists it in
 * its `__all__`, or that it serves by a `__getattr__`; through however many modules the name comes.
 */
function reexported(graph: DependenceGraph, sources: readonly SourceModule[]): ReadonlySet<SliceNode> {
  const hasPrivate = sources.some(({ module }) => !isPublic(module));
  if (!hasPrivate) return new Set();
  const offered = sources
    .filter(({ module }) => isPublic(module))
    .flatMap(module =>
      [...passedOn(graph, module), ...served(graph, module)].flatMap(({ source, name }) => {
        const behind = definitionBehind(graph.project, source, name, []);
        return behind?.units.map(unit => graph.nodes.unit(behind.module, unit)) ?? [];
      }),
    );
  return new Set(offered);
}

/** A name as a module has it. */
interface NameIn {
  readonly source: SourceModule;
  readonly name: string;
}

/** What a module serves by its `__getattr__` (PEP 562). */
function served({ project }: DependenceGraph, module: SourceModule): readonly NameIn[] {
  return lazyNames(project, module)
    .flatMap(name => lazyExports(project, module, name))
    .flatMap(({ source, name }) => (name === undefined ? [] : [{ source, name }]));
}

/** The public names that a module imports for others. */
function passedOn(graph: DependenceGraph, module: SourceModule): readonly NameIn[] {
  const listed = module.isPackage ? undefined : (declaredExports(module) ?? []);
  return module.units
    .filter(({ kind }) => kind === 'import')
    .flatMap(({ imports }) => imports)
    .flatMap(({ local }) => (local === '*' ? graph.project.starNames(module) : [local]))
    .filter(name => !name.startsWith('_') && listed?.includes(name) !== false)
    .map(name => ({ source: module, name }));
}
