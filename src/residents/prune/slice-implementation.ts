import type { StoredFile } from '../../domain/files.js';
import { sliceModule, type Slice } from '../../python/slicing/slice.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SourceModule } from '../../python/slicing/source-module.js';

/** A module with what is left of it. */
export interface SlicedModule {
  readonly module: SourceModule;
  readonly slice: Slice;
}

/** Cuts files down to these nodes; one of which nothing is kept goes, and one of which all is kept stays as it is. */
export function sliceImplementation(
  implementation: readonly StoredFile[],
  nodes: Iterable<SliceNode>,
): { readonly files: readonly StoredFile[]; readonly slices: readonly SlicedModule[] } {
  const byPath = new Map<string, SliceNode[]>();
  for (const node of nodes) {
    const path = node.kind === 'resource' ? node.path : node.module.path;
    byPath.set(path, [...(byPath.get(path) ?? []), node]);
  }
  const slices: SlicedModule[] = [];
  const files = implementation.flatMap((file): readonly StoredFile[] => {
    const own = byPath.get(file.path);
    const [first] = own ?? [];
    if (own === undefined || first === undefined) return [];
    if (first.kind === 'resource') return [file];
    const { module } = first;
    const kept = isWhole(module, own) ? [{ kind: 'whole' as const, module }] : own;
    const slice = sliceModule(module, kept);
    slices.push({ module, slice });
    return [{ ...file, content: slice.text }];
  });
  return { files, slices };
}

/** Whether nothing of a module is cut: neither a statement nor a name of an import. */
function isWhole(module: SourceModule, nodes: readonly SliceNode[]): boolean {
  const kept = new Set<object>(
    nodes.map(node => (node.kind === 'import' ? node.clause : node.kind === 'unit' ? node.unit : node)),
  );
  return module.units.every(unit => {
    if (unit.kind === 'docstring' || unit.kind === 'future') return true;
    return unit.kind === 'import' && unit.imports.length > 0
      ? unit.imports.every(clause => kept.has(clause) && clause.symbol !== '*')
      : kept.has(unit);
  });
}
