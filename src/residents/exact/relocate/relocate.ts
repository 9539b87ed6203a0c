import type { StoredFile } from '../../../domain/files.js';
import type { Resolver } from '../sources/resolver.js';
import { StepBuilder, type Step } from '../sources/step.js';
import { newModule, type Layout } from './layout.js';
import { relocateImports } from './relocate-imports.js';
import { relocateStrings } from './relocate-strings.js';
import { resourcePackages } from './resources.js';

/** Rewrites every reference to the component's modules for the places of a layout. */
export function relocate(
  resolver: Resolver,
  layout: Layout,
  resources: readonly StoredFile[],
  donorSourceRoot: string,
): Step {
  const step = new StepBuilder();
  const packages = resourcePackages(resources, donorSourceRoot);
  for (const index of resolver.indexes) {
    const { path, module, isTest } = index.source;
    if (layout.vanished.has(module)) continue;
    const isPackage =
      module === layout.donorMain ? /(^|\/)__init__\.py$/.test(layout.mainPath) : index.source.isPackage;
    const place = isTest ? undefined : { module: newModule(layout, module) ?? module, isPackage };
    const imports = relocateImports(resolver, layout, index, place);
    if ('refusal' in imports) step.refuse(path, imports.offset, imports.refusal);
    else step.edit(path, imports.edits, 'follows the module to its new place');
    step.edit(
      path,
      relocateStrings(resolver, layout, index, packages),
      'follows the module to its new place',
    );
  }
  return step.build();
}
