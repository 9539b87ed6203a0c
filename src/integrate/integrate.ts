import type { Adaptation } from '../domain/adaptation.js';
import type { ConstraintViolation, Integration } from '../domain/change-set.js';
import type { FileTree, StoredFile } from '../domain/files.js';
import type { Plan } from '../domain/requirement.js';
import { checkConstraints } from './check-constraints.js';
import { addDistributions } from './add-distributions.js';
import { packageMarkers } from './package-markers.js';
import { addNotice } from './add-notice.js';

/**
 * INTEGRATE (Code Primitives, section 3.4): the adapted primitives as one change against the untouched target,
 * with the package markers, declared distributions and NOTICE entries that they need, and what the composition
 * constraints Γ say of it. Pure: nothing is performed. A file of the target's own is never overwritten, save the
 * dependency list of `pyproject.toml` and NOTICE.
 */
export function integrate(target: FileTree, plan: Plan, adaptations: readonly Adaptation[]): Integration {
  const writes = new Map<string, StoredFile>();
  const owners: Integration['owners'][number][] = [];
  const violations: ConstraintViolation[] = [];
  for (const adaptation of adaptations) {
    for (const file of [...adaptation.files, ...adaptation.testFiles]) {
      const clash = clashOf(file, target, writes);
      if (clash !== undefined) {
        violations.push({
          constraint: 'configuration',
          requirementIds: [adaptation.requirementId],
          message: clash,
        });
        continue;
      }
      writes.set(file.path, file);
      owners.push({ path: file.path, requirementId: adaptation.requirementId });
    }
  }
  for (const file of packageMarkers(target, [...writes.keys()])) writes.set(file.path, file);
  const declared = addDistributions(target, adaptations);
  violations.push(...declared.violations);
  for (const file of [...declared.files, ...addNotice(target, adaptations)]) writes.set(file.path, file);
  const changeSet = { writes: [...writes.values()].sort((a, b) => (a.path < b.path ? -1 : 1)), deletes: [] };
  violations.push(...checkConstraints(plan, adaptations, changeSet));
  return { changeSet, violations, owners };
}

function clashOf(
  file: StoredFile,
  target: FileTree,
  writes: ReadonlyMap<string, StoredFile>,
): string | undefined {
  if (target.has(file.path)) return `\`${file.path}\` exists in the target and would be overwritten.`;
  const other = writes.get(file.path);
  if (other === undefined || other.content === file.content) return undefined;
  return `Two components would write \`${file.path}\`.`;
}
