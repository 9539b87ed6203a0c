import type { StoredFile } from '../domain/files.js';
import type { SliceNode } from '../python/slicing/slice-node.js';

/**
 * A component's files under one source root: those that come from another project of the same repository, which has a
 * root of its own, are placed where the component's own root makes them importable. A file whose new place is taken
 * stays where it is.
 */
export function placeTogether(
  files: readonly StoredFile[],
  nodes: Iterable<SliceNode>,
  sourceRoot: string,
): readonly StoredFile[] {
  const roots = new Set<string>();
  for (const node of nodes) if (node.kind !== 'resource') roots.add(node.module.sourceRoot);
  roots.delete(sourceRoot);
  if (roots.size === 0) return files;
  const longestFirst = [...roots, sourceRoot].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const taken = new Set(files.map(({ path }) => path));
  const placed = files.map(file => {
    const root = longestFirst.find(one => one === '' || file.path.startsWith(`${one}/`));
    if (root === undefined || root === sourceRoot) return file;
    const inside = root === '' ? file.path : file.path.slice(root.length + 1);
    const path = sourceRoot === '' ? inside : `${sourceRoot}/${inside}`;
    if (taken.has(path)) return file;
    taken.add(path);
    return { ...file, path };
  });
  return placed.sort((a, b) => (a.path < b.path ? -1 : 1));
}
