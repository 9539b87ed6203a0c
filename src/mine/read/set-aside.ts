import type { Exclusion } from '../../domain/mined.js';
import type { ProjectModule } from '../../python/project-modules.js';
import { vendoredFolderOf } from '../../python/source-origin.js';

/**
 * What was read and gives no components of its own, with the reason: each generated file, and each vendored folder
 * once. A component may still carry code of it.
 */
export function setAside(
  modules: readonly Pick<ProjectModule, 'path' | 'origin' | 'isTest'>[],
): readonly Exclusion[] {
  const generated: Exclusion[] = [];
  const vendored = new Map<string, number>();
  for (const { path, origin, isTest } of modules) {
    if (isTest) continue;
    if (origin === 'generated') generated.push({ name: path, reason: GENERATED });
    const folder = origin === 'vendored' ? vendoredFolderOf(path) : undefined;
    if (folder !== undefined) vendored.set(folder, (vendored.get(folder) ?? 0) + 1);
  }
  const folders = [...vendored].map(([name, count]) => ({
    name,
    reason: `${count === 1 ? 'a file' : `${count} files`} copied from elsewhere, read but not mined; mine where they come from`,
  }));
  return [...generated, ...folders].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const GENERATED =
  'it says that a tool wrote it; read but not mined, since what it is generated from is the source';
