import type { StoredFile } from '../../../domain/files.js';
import type { Primitive } from '../../../domain/primitive.js';
import { applyEdits, type Edit } from '../../../python/edits.js';
import { moduleOfPath } from '../../../python/module-paths.js';
import type { ProjectModule } from '../../../python/project-modules.js';
import { analyseScopes } from '../../../python/scopes/index.js';
import { parsePython } from '../../../syntax/parse-python.js';

/** A primitive's Python files at one step of its adaptation, implementation first. */
export type Sources = readonly ProjectModule[];

/** The edits of one step, by path, each list for one file's text. */
export type EditsByPath = ReadonlyMap<string, readonly Edit[]>;

/** Parses a primitive's implementation and the given test files. */
export function readSources(primitive: Primitive, testFiles: readonly StoredFile[]): Sources {
  const roots = primitive.sourceRoot === '' ? [''] : [primitive.sourceRoot, ''];
  return [
    ...primitive.implementation.filter(isPython).map(file => readModule(file, roots, false)),
    ...testFiles.filter(isPython).map(file => readModule(file, roots, true)),
  ];
}

/** The sources after one step. */
export function applyStep(sources: Sources, edits: EditsByPath): Sources {
  return sources.map(source => {
    const own = edits.get(source.path) ?? [];
    if (own.length === 0) return source;
    const tree = parsePython(applyEdits(source.tree.text, own));
    return { ...source, tree, scopes: analyseScopes(tree) };
  });
}

/** Whether a stored file is Python text. */
export function isPython(file: StoredFile): boolean {
  return file.encoding === 'utf8' && file.path.endsWith('.py');
}

/** Every mapping that is tried begins with the same files. */
const known = new WeakMap<StoredFile, ProjectModule>();

function readModule(file: StoredFile, sourceRoots: readonly string[], isTest: boolean): ProjectModule {
  const before = known.get(file);
  if (before !== undefined) return before;
  const tree = parsePython(file.content);
  const source = {
    path: file.path,
    // A test is a module of its own that nothing imports; its path names it when no dotted name can.
    module: moduleOfPath(file.path, sourceRoots) ?? file.path,
    isPackage: !isTest && /(^|\/)__init__\.py$/.test(file.path),
    isTest,
    tree,
    scopes: analyseScopes(tree),
  };
  known.set(file, source);
  return source;
}
