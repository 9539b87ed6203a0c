import { posix } from 'node:path';
import type { Project } from '../../python/slicing/project.js';
import type { CarriedFile } from './carry-tests.js';

/**
 * The `__init__.py` that carried files need above them to be told apart, or to go by the names they know of themselves:
 * pytest calls a module after its file alone where its folder is no package. Only folders that are packages in the
 * repository are told; what their `__init__.py` holds is inlined.
 */
export function neededPackages(project: Project, files: readonly CarriedFile[]): readonly string[] {
  const names = new Map<string, number>();
  for (const { path } of files) names.set(posix.basename(path), (names.get(posix.basename(path)) ?? 0) + 1);
  const needed = files.filter(({ path, text }) => {
    const home = project.at(path);
    const knowsItself = home !== undefined && home.module.includes('.') && text.includes(home.module);
    return knowsItself || (names.get(posix.basename(path)) ?? 0) > 1;
  });
  const found = new Set<string>();
  for (const { path } of needed)
    for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
      const above = project.at(`${folder}/__init__.py`);
      if (above === undefined) break;
      if (above.isTest) found.add(above.path);
    }
  return [...found].sort();
}
