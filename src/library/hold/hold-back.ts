import type { FileTree } from '../../domain/files.js';
import type { HoldSet } from '../../domain/hold-set.js';
import type { Exclusion } from '../../domain/mined.js';
import type { Primitive } from '../../domain/primitive.js';

/** What is excluded since it is held back. */
export interface HeldExclusion extends Exclusion {
  readonly kind: 'held';
}

/**
 * Parts what was mined from a tree into what may be kept and what is held back, with the reason. The files that a
 * primitive was cut from are looked at whole too: a slice no longer has the hash of its file.
 */
export function holdBack(
  holdSet: HoldSet,
  primitives: readonly Primitive[],
  files: FileTree,
): { readonly kept: readonly Primitive[]; readonly held: readonly HeldExclusion[] } {
  const kept: Primitive[] = [];
  const held: HeldExclusion[] = [];
  for (const primitive of primitives) {
    const { repository, ranges } = primitive.provenance;
    const sources = new Map(
      ranges.flatMap(({ path }) => {
        const bytes = files.get(path);
        return bytes === undefined ? [] : [[path, bytes] as const];
      }),
    );
    const hit = holdSet.ofPrimitive(primitive) ?? holdSet.ofTree({ repository, files: sources });
    if (hit === undefined) kept.push(primitive);
    else held.push({ name: primitive.name, reason: hit.reason, kind: 'held' });
  }
  return { kept, held };
}
