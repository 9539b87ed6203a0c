import type { FileTree } from '../../domain/files.js';
import { projectDeclarations } from './sources/projects.js';

/**
 * The object references (`module:attribute`) of a repository's own entry points, by group, as `pyproject.toml`,
 * `setup.cfg` and `setup.py` declare them. Scripts are none: nothing loads them by their group.
 */
export function declaredEntryPoints(files: FileTree): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { entryPoints } of projectDeclarations(files))
    for (const [group, points] of entryPoints)
      if (group !== 'console_scripts' && group !== 'gui_scripts')
        found.set(group, [...(found.get(group) ?? []), ...points.values()]);
  return found;
}
