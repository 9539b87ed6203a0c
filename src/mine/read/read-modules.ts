import { confinePath, type FileTree } from '../../domain/files.js';
import type { Exclusion } from '../../domain/mined.js';
import { decodeSource } from '../../python/decode-source.js';
import { moduleOfPath, sourceRootOf } from '../../python/module-paths.js';
import { projectSourceRoots } from '../../python/project-layout.js';
import { isTestPath } from '../../python/project-modules.js';
import { analyseScopes } from '../../python/scopes/index.js';
import { sourceModule, type SourceModule } from '../../python/slicing/source-module.js';
import { originOf } from '../../python/source-origin.js';
import { parsePython, type SyntaxNode } from '../../syntax/parse-python.js';
import { pythonTwoLine } from './python-2.js';
import { setAside } from './set-aside.js';

/** Nobody writes code that is nested like this; whoever does wants the stack. */
const DEEPEST = 1000;

/** The Python files of a repository, read once, and those that could not be. */
export interface ReadModules {
  readonly modules: readonly SourceModule[];
  readonly skipped: readonly Exclusion[];
  /** Files and folders that were read and give no components of their own: generated and vendored code. */
  readonly setAside: readonly Exclusion[];
  /** Python files, skipped ones too. */
  readonly files: number;
  /** Lines of the files that were read. */
  readonly lines: number;
}

/**
 * Reads every Python file of a tree, in order of paths: whatever its layout, its encoding (PEP 263) and its length. One
 * that Python 3 cannot read is skipped with the reason.
 */
export function readModules(files: FileTree): ReadModules {
  const sourceRoots = projectSourceRoots(files);
  const modules: SourceModule[] = [];
  const skipped: Exclusion[] = [];
  const paths = [...files.keys()].filter(path => path.endsWith('.py')).sort();
  for (const path of paths) {
    const read = readModule(path, files.get(path) ?? new Uint8Array(), sourceRoots);
    if (typeof read === 'string') skipped.push({ name: path, reason: read });
    else modules.push(read);
  }
  const lines = modules.reduce((sum, { tree }) => sum + countLines(tree.text), 0);
  return { modules, skipped, setAside: setAside(modules), files: paths.length, lines };
}

/** Lines of a text, a last one without a line break too. */
export function countLines(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

const TOO_DEEP = 'its code is nested too deeply to be read';

/** The module, or why it is skipped. */
function readModule(path: string, bytes: Uint8Array, sourceRoots: readonly string[]): SourceModule | string {
  if (confinePath(path) !== path) return 'its path leaves the repository';
  const source = decodeSource(bytes);
  if ('reason' in source) return source.reason;
  try {
    return parseModule(path, source.text, sourceRoots);
  } catch (error) {
    if (error instanceof RangeError) return TOO_DEEP;
    throw error;
  }
}

function parseModule(path: string, text: string, sourceRoots: readonly string[]): SourceModule | string {
  const tree = parsePython(text);
  if (depthOf(tree.root) > DEEPEST) return TOO_DEEP;
  const [error] = tree.errors;
  if (error !== undefined) return `line ${error.line}: ${error.message}`;
  const line = pythonTwoLine(tree);
  if (line !== undefined) return `line ${line}: written for Python 2`;
  const origin = originOf(path, text);
  return sourceModule(
    {
      path,
      module: moduleOfPath(path, sourceRoots) ?? path,
      isPackage: path === '__init__.py' || path.endsWith('/__init__.py'),
      isTest: isTestPath(path),
      ...(origin !== undefined && { origin }),
      tree,
      scopes: analyseScopes(tree),
    },
    sourceRootOf(path, sourceRoots),
  );
}

/** How many nodes lie above each other, counted without recursion. */
function depthOf(root: SyntaxNode): number {
  let depth = 0;
  let level: readonly SyntaxNode[] = [root];
  while (level.length > 0 && depth <= DEEPEST) {
    depth += 1;
    level = level.flatMap(({ children }) => children);
  }
  return depth;
}
