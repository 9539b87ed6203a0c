import { posix } from 'node:path';
import type { StoredFile } from '../../domain/files.js';
import type { Primitive } from '../../domain/primitive.js';
import { skipWithout } from './carry/skip-without.js';
import { newPath, type Layout } from './relocate/layout.js';
import { withProvenance } from './provenance-header.js';
import type { Sources } from './sources/sources.js';

/**
 * The implementation's files at their new places, each with its provenance, and an `__init__.py` for every folder
 * of the private package that has none.
 */
export function placeImplementation(
  primitive: Primitive,
  sources: Sources,
  layout: Layout,
  resources: readonly StoredFile[],
): readonly StoredFile[] {
  const files = new Map<string, StoredFile>();
  const put = (path: string, text: string, donorPath: string) =>
    files.set(path, { path, encoding: 'utf8', content: withProvenance(text, donorPath, primitive) });
  const carried = sources.filter(({ isTest, module }) => !isTest && !layout.vanished.has(module));
  for (const source of carried) put(newPath(layout, source), source.tree.text, source.path);
  for (const file of resources) files.set(file.path, file);
  const root = posix.join(layout.sourceRoot, layout.privatePackage.replaceAll('.', '/'));
  const origin = carried.find(({ module }) => module === layout.donorMain)?.path ?? primitive.name;
  for (const path of [...files.keys()].filter(path => path.startsWith(`${root}/`) && path.endsWith('.py'))) {
    for (let folder = posix.dirname(path); folder.length >= root.length; folder = posix.dirname(folder)) {
      const marker = posix.join(folder, '__init__.py');
      if (!files.has(marker)) put(marker, '', origin);
    }
  }
  const needsRoot = [...files.keys()].some(path => path.startsWith(`${root}/`));
  if (needsRoot && !files.has(`${root}/__init__.py`)) put(`${root}/__init__.py`, '', origin);
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * The carried test files at their new places; what is not Python travels as it is. `known` are top-level modules
 * that the target has.
 */
export function placeTests(
  primitive: Primitive,
  files: readonly StoredFile[],
  sources: Sources,
  paths: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
): readonly StoredFile[] {
  const unsure = primitive.dependencies.testDistributions ?? [];
  const texts = new Map(sources.filter(({ isTest }) => isTest).map(({ path, tree }) => [path, tree.text]));
  return files.flatMap((file): readonly StoredFile[] => {
    const path = paths.get(file.path);
    const text = texts.get(file.path);
    if (path === undefined) return [];
    if (text === undefined) return [{ ...file, path }];
    const content = withProvenance(skipWithout(text, unsure, known), file.path, primitive);
    return [{ path, encoding: 'utf8', content }];
  });
}
