import { fieldOf, textOf } from '../syntax/parse-python.js';
import { undecorated } from '../python/exported-symbols.js';
import type { SourceModule } from '../python/slicing/source-module.js';
import type { SliceNode } from '../python/slicing/slice-node.js';
import type { Unit } from '../python/slicing/units.js';

/** Folders and files that serve a repository without being part of what it offers. */
const SERVICE_FOLDERS = /^(docs?|examples?|demos?|samples?|benchmarks?|scripts|tools|ci|\.[^/]*)\//;
const SOURCES_ONLY = /(^|\/)(src|lib|python)$/;
const SERVICE_FILES =
  /^(setup|versioneer|noxfile|fabfile|tasks|conf|manage|ez_setup|conftest|benchmarks?)\.py$/;

/**
 * Whether a module offers capabilities: it can be imported, is the repository's own work, and is no test, no
 * documentation, no set-up.
 */
export function offersCapabilities({ path, module, isTest, origin, sourceRoot }: SourceModule): boolean {
  if (module === path || isTest || origin !== undefined) return false;
  // A project inside of a repository has such folders and files of its own; in a folder of sources they are packages.
  const isProject = sourceRoot !== '' && !SOURCES_ONLY.test(sourceRoot);
  const places = isProject ? [path, path.slice(sourceRoot.length + 1)] : [path];
  return places.every(place => !SERVICE_FOLDERS.test(place) && !SERVICE_FILES.test(place));
}

/** Whether no part of a dotted name says that it is private. */
export function isPublic(dotted: string): boolean {
  return dotted.split('.').every(part => !part.startsWith('_') || /^__\w+__$/.test(part));
}

/** The function or class that a unit defines, or undefined. */
export function definitionIn(
  module: SourceModule,
  unit: Unit,
): { readonly name: string; readonly kind: 'function' | 'class' } | undefined {
  const [node] = unit.nodes;
  if (unit.kind !== 'definition' || node === undefined) return undefined;
  const definition = undecorated(node);
  const name = fieldOf(definition, 'name');
  if (name === undefined) return undefined;
  if (definition.type === 'function_definition') return { name: textOf(module.tree, name), kind: 'function' };
  if (definition.type === 'class_definition') return { name: textOf(module.tree, name), kind: 'class' };
  return undefined;
}

/** Whether a node is part of what a repository offers, not of its suite. */
export function isImplementation(node: SliceNode): boolean {
  return node.kind === 'resource' ? !node.isOfSuite : !node.module.isTest;
}
