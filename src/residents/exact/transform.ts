import type { Mapping } from '../../domain/adaptation.js';
import type { StoredFile } from '../../domain/files.js';
import type { Primitive } from '../../domain/primitive.js';
import type { ExportedSymbol } from '../../domain/signature.js';
import { changedCallable } from './changed-callables.js';
import { whyCircular } from './relocate/circularity.js';
import { layOut, type Layout } from './relocate/layout.js';
import { relocate } from './relocate/relocate.js';
import { placeResources } from './relocate/resources.js';
import { changeCalls, type ChangedCallable } from './rename/change-calls.js';
import { renameExports } from './rename/rename-exports.js';
import { renameParameters } from './rename/rename-parameters.js';
import { Run, type Obstacle } from './run-steps.js';
import { Resolver, type SymbolName } from './sources/resolver.js';
import { sharedNames } from './sources/shared-names.js';
import { readSources, type Sources } from './sources/sources.js';

/** Where a component is to go and what it must offer there. */
export interface Destination {
  readonly module: string;
  readonly path: string;
  readonly exports: readonly ExportedSymbol[];
}

/** A component under its new names and with its new imports; its files still carry their donor paths. */
export interface Transformed {
  readonly sources: Sources;
  readonly layout: Layout;
  /** At their new places. */
  readonly resources: readonly StoredFile[];
  /** The donor module that defines each export, by new name. */
  readonly homes: ReadonlyMap<string, string>;
  /** What was done to each unit of a test file, by `unitKey`. */
  readonly notes: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Applies a mapping to a primitive and the given test files, step by step: names, signatures, places. Each step
 * reads the text that the one before it wrote. Obstacles of a step are returned all at once.
 */
export function transform(
  primitive: Primitive,
  testFiles: readonly StoredFile[],
  mapping: Mapping,
  destination: Destination,
): Transformed | { readonly obstacles: readonly Obstacle[] } {
  const run = new Run(readSources(primitive, testFiles));
  const broken = run.sources.find(({ tree, isTest }) => !isTest && tree.errors.length > 0);
  if (broken) run.stopForGood(broken.path, `line ${broken.tree.errors[0]?.line} is not valid Python 3`);
  const homes = run.isOpen ? giveNames(run, primitive, mapping) : [];
  if (run.isOpen) giveSignatures(run, homes, mapping, destination);
  const places = run.isOpen ? givePlaces(run, primitive, destination) : undefined;
  if (places === undefined || !run.isOpen) return { obstacles: run.obstacles };
  return {
    ...places,
    sources: run.sources,
    homes: new Map(homes.map(({ module, symbol }) => [symbol, module])),
    notes: run.notes,
  };
}

/** Renames the exports, and tells where each is defined, in the order of the mapping. */
function giveNames(run: Run, { interface: donor }: Primitive, mapping: Mapping): readonly SymbolName[] {
  const resolver = new Resolver(run.sources);
  const renames = mapping.exports.map(({ from, to }) => {
    const origin = resolver.origin({ module: donor.module, symbol: from });
    // Exported under another name than it has at home: only that name is the donor's to change.
    return { module: origin.symbol === from ? origin.module : donor.module, symbol: from, to };
  });
  const exports = donor.exports.map(({ name }) => name);
  run.take(renameExports(resolver, renames, sharedNames(resolver, exports)));
  return renames.map(({ module, to }) => ({ module, symbol: to }));
}

/** Renames and reorders the parameters of exports that carry their new names. */
function giveSignatures(
  run: Run,
  homes: readonly SymbolName[],
  mapping: Mapping,
  destination: Destination,
): void {
  const resolver = new Resolver(run.sources);
  const callables: ChangedCallable[] = [];
  for (const [index, home] of homes.entries()) {
    const exported = mapping.exports[index];
    const required = destination.exports.find(({ name }) => name === home.symbol);
    const callable = exported && changedCallable(resolver, home, exported, required);
    if (callable === undefined) continue;
    if ('refusal' in callable) return run.stop(destination.path, callable.refusal, home.symbol);
    callables.push(callable);
  }
  const renames = callables.map(({ change, ...home }) => ({
    ...home,
    parameters: change.after.map(({ from, name }) => ({ from, to: name })),
  }));
  const exports = homes.map(({ symbol }) => symbol);
  run.take(renameParameters(resolver, renames, sharedNames(resolver, exports)));
  if (run.isOpen) run.take(changeCalls(new Resolver(run.sources), callables));
}

/** Rewrites all references for the new layout, and places the resources. */
function givePlaces(
  run: Run,
  primitive: Primitive,
  { module, path }: Destination,
): Pick<Transformed, 'layout' | 'resources'> | undefined {
  const resolver = new Resolver(run.sources);
  const layout = layOut(resolver, primitive.interface.module, module, path);
  const circle = whyCircular(resolver, layout);
  if (circle !== undefined) return void run.stopForGood(path, circle);
  const resources = primitive.implementation.filter(file => !file.path.endsWith('.py'));
  const placed = placeResources(resolver, layout, resources, primitive.sourceRoot);
  if ('refusal' in placed) return void run.stopForGood(path, placed.refusal);
  run.take(relocate(resolver, layout, resources, primitive.sourceRoot));
  return { layout, resources: placed.files };
}
