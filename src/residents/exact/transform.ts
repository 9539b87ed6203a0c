import type { Mapping } from '../../domain/adaptation.js';
import type { StoredFile } from '../../domain/files.js';
import type { Primitive } from '../../domain/primitive.js';
import type { ExportedSymbol } from '../../domain/signature.js';
import { unitKey } from './carry/carry-tests.js';
import { testUnits, unitAt } from './carry/test-units.js';
import { changedCallable } from './changed-callables.js';
import { layOut, type Layout } from './relocate/layout.js';
import { relocate } from './relocate/relocate.js';
import { placeResources } from './relocate/resources.js';
import { changeCalls, type ChangedCallable } from './rename/change-calls.js';
import { renameExports } from './rename/rename-exports.js';
import { renameParameters } from './rename/rename-parameters.js';
import { Resolver, type SymbolName } from './sources/resolver.js';
import { sharedNames } from './sources/shared-names.js';
import { applyStep, readSources, type Sources } from './sources/sources.js';
import type { Step } from './sources/step.js';

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
  /** What was done to each unit of a test file, by donor path and unit name. */
  readonly notes: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What stands in the way: a unit of a test file (undefined: the file itself), or the implementation. */
export interface Obstacle {
  readonly path: string;
  readonly isTest: boolean;
  readonly unit: string | undefined;
  readonly reason: string;
}

/**
 * Applies a mapping to a primitive and the given test files, step by step: exports, parameters, calls, places. Each
 * step reads the text that the one before it wrote. Obstacles of a step are returned all at once.
 */
export function transform(
  primitive: Primitive,
  testFiles: readonly StoredFile[],
  mapping: Mapping,
  destination: Destination,
): Transformed | { readonly obstacles: readonly Obstacle[] } {
  const run = new Run(readSources(primitive, testFiles));
  const start = new Resolver(run.sources);
  const broken = run.sources.find(({ tree, isTest }) => !isTest && tree.errors.length > 0);
  if (broken)
    return {
      obstacles: [obstacle(broken.path, `line ${broken.tree.errors[0]?.line} is not valid Python 3`)],
    };
  const { module } = primitive.interface;
  const donors = mapping.exports.map(({ from }) => {
    const origin = start.origin({ module, symbol: from });
    // Exported under another name than it has at home: only that name is the donor's to change.
    return origin.symbol === from ? origin : { module, symbol: from };
  });
  const exports = primitive.interface.exports.map(({ name }) => name);
  const renames = mapping.exports.map(({ to }, index) => ({
    ...(donors[index] ?? { module, symbol: to }),
    to,
  }));
  run.step(renameExports(start, renames, sharedNames(start, exports)));
  if (run.obstacles.length > 0) return run;

  const renamed = new Resolver(run.sources);
  const homes = renames.map(({ module: home, to }): SymbolName => ({ module: home, symbol: to }));
  const callables: ChangedCallable[] = [];
  for (const [index, exported] of mapping.exports.entries()) {
    const required = destination.exports.find(({ name }) => name === exported.to);
    const home = homes[index] ?? { module, symbol: exported.to };
    const callable = changedCallable(renamed, home, exported, required);
    if (callable === undefined) continue;
    if ('refusal' in callable) return { obstacles: [obstacle(primitive.name, callable.refusal)] };
    callables.push(callable);
  }
  const newNames = callables.map(({ change, ...home }) => ({
    ...home,
    parameters: change.after.map(({ from, name }) => ({ from, to: name })),
  }));
  run.step(
    renameParameters(
      renamed,
      newNames,
      sharedNames(
        renamed,
        mapping.exports.map(({ to }) => to),
      ),
    ),
  );
  if (run.obstacles.length > 0) return run;
  run.step(changeCalls(new Resolver(run.sources), callables));
  if (run.obstacles.length > 0) return run;

  const final = new Resolver(run.sources);
  const layout = layOut(final, module, destination.module, destination.path);
  const resources = primitive.implementation.filter(file => !file.path.endsWith('.py'));
  const placed = placeResources(final, layout, resources, primitive.sourceRoot);
  if ('refusal' in placed) return { obstacles: [obstacle(primitive.name, placed.refusal)] };
  run.step(relocate(final, layout, resources, primitive.sourceRoot));
  if (run.obstacles.length > 0) return run;
  const homesByName = new Map(homes.map(({ module: home, symbol }) => [symbol, home]));
  return { sources: run.sources, layout, resources: placed.files, homes: homesByName, notes: run.notes };
}

function obstacle(path: string, reason: string): Obstacle {
  return { path, isTest: false, unit: undefined, reason };
}

/** The sources between steps, with what the steps said of them. */
class Run {
  readonly obstacles: Obstacle[] = [];
  readonly notes = new Map<string, Set<string>>();

  constructor(public sources: Sources) {}

  step(step: Step): void {
    const tests = new Map(
      this.sources.filter(source => source.isTest).map(({ path, tree }) => [path, testUnits(tree)]),
    );
    for (const { path, offset, reason } of step.refusals) {
      const units = tests.get(path);
      this.obstacles.push({
        path,
        reason,
        isTest: units !== undefined,
        unit: unitAt(units ?? [], offset)?.name,
      });
    }
    for (const { path, offset, what } of step.notes) {
      const unit = unitAt(tests.get(path) ?? [], offset);
      if (unit === undefined) continue;
      const key = unitKey(path, unit.name);
      this.notes.set(key, (this.notes.get(key) ?? new Set()).add(what));
    }
    if (step.refusals.length === 0) this.sources = applyStep(this.sources, step.edits);
  }
}
