import type { FileTree } from '../../domain/files.js';
import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import { PRESENCE } from '../../python/slicing/name-needs.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { CutOut } from '../cut/cut-out.js';
import type { Missing } from './symptoms.js';

/** What of the repository would supply what is missing; `path` is the file whose code looked for it. */
export function suppliersOf(
  { project, nodes, names }: DependenceGraph,
  files: FileTree,
  missing: Missing,
  path: string | undefined,
): readonly SliceNode[] {
  switch (missing.kind) {
    case 'fixture':
    case 'surroundings':
      return [];
    case 'module': {
      const module = project.find(missing.module);
      return module === undefined || module.isTest ? [] : [nodes.whole(module)];
    }
    case 'file': {
      const found = [...files.keys()].filter(file => `/${missing.path}`.endsWith(`/${file}`));
      return found.filter(file => !file.endsWith('.py')).map(file => nodes.resource(file));
    }
    case 'name': {
      const module = project.modules.find(one =>
        missing.module === undefined ? one.path === path : one.module === missing.module,
      );
      return module === undefined || module.isTest ? [] : names.ofName(module, missing.name, PRESENCE);
    }
  }
}

/**
 * The whole of the modules that a component has its exports and their closure in: what their other statements set up
 * when they are imported, such as registrations, is state that it may share.
 */
export function widened({ nodes }: DependenceGraph, { boundary }: CutOut): readonly SliceNode[] {
  return [nodes.whole(boundary.capability.module)];
}
