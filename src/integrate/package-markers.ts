import { posix } from 'node:path';
import type { FileTree, StoredFile } from '../domain/files.js';

/**
 * Empty `__init__.py` files for new packages that lie in a regular package of the target. A folder whose parent is
 * a namespace package (PEP 420), or a source root, is left as it is; so are folders of tests.
 */
export function packageMarkers(target: FileTree, paths: readonly string[]): readonly StoredFile[] {
  const markers = new Map<string, StoredFile>();
  const isPackage = (folder: string) => {
    const marker = posix.join(folder, '__init__.py');
    return target.has(marker) || markers.has(marker) || paths.includes(marker);
  };
  for (const path of paths.filter(candidate => candidate.endsWith('.py'))) {
    const parts = posix.dirname(path).split('/');
    for (let depth = 2; depth <= parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/');
      if (isPackage(folder) || !isPackage(parts.slice(0, depth - 1).join('/'))) continue;
      const marker = posix.join(folder, '__init__.py');
      markers.set(marker, { path: marker, encoding: 'utf8', content: '' });
    }
  }
  return [...markers.values()].filter(marker => !isTestFolder(marker.path));
}

function isTestFolder(path: string): boolean {
  return /^tests?\//.test(path);
}
