import { confinePath, decodeUtf8, type FileTree } from '../../domain/files.js';
import type { Exclusion } from '../../domain/mined.js';
import { moduleOfPath, sourceRootsOf } from '../../python/module-paths.js';
import { isTestPath } from '../../python/project-modules.js';
import { analyseScopes } from '../../python/scopes/index.js';
import { sourceModule, type SourceModule } from '../../python/slicing/source-module.js';
import { parsePython, type SyntaxNode } from '../../syntax/parse-python.js';
import { pythonTwoLine } from './python-2.js';

/** A larger Python file is generated or data. */
const LARGEST_BYTES = 1024 * 1024;

/** Nobody writes code that is nested like this; whoever does wants the stack. */
const DEEPEST = 1000;

/** The Python files of a repository, read once, and those that could not be. */
export interface ReadModules {
  readonly modules: readonly SourceModule[];
  readonly skipped: readonly Exclusion[];
  /** Python files, skipped ones too. */
  readonly files: number;
  /** Lines of the files that were read. */
  readonly lines: number;
}

/** Reads every Python file of a tree, in order of paths; one that is no UTF-8 Python 3 is skipped with the reason. */
export function readModules(files: FileTree): ReadModules {
  const sourceRoots = sourceRootsOf(files.keys());
  const modules: SourceModule[] = [];
  const skipped: Exclusion[] = [];
  const paths = [...files.keys()].filter(path => path.endsWith('.py')).sort();
  for (const path of paths) {
    const read = readModule(path, files.get(path) ?? new Uint8Array(), sourceRoots);
    if (typeof read === 'string') skipped.push({ name: path, reason: read });
    else modules.push(read);
  }
  const lines = modules.reduce((sum, { tree }) => sum + countLines(tree.text), 0);
  return { modules, skipped, files: paths.length, lines };
}

/** Lines of a text, a last one without a line break too. */
export function countLines(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

const TOO_DEEP = 'its code is nested too deeply to be read';

/** The module, or why it is skipped. */
function readModule(path: string, bytes: Uint8Array, sourceRoots: readonly string[]): SourceModule | string {
  if (confinePath(path) !== path) return 'its path leaves the repository';
  if (bytes.byteLength > LARGEST_BYTES) return 'it is larger than 1 MiB; split it or keep data out of Python';
  const text = decodeUtf8(bytes);
  if (text === undefined) return 'it is not UTF-8; save it as UTF-8';
  if (text.includes('\0')) return 'it contains NUL bytes, so it is not Python';
  try {
    return parseModule(path, text, sourceRoots);
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
  const isPackage = path === '__init__.py' || path.endsWith('/__init__.py');
  return sourceModule(
    {
      path,
      module: moduleOfPath(path, sourceRoots) ?? path,
      isPackage,
      isTest: isTestPath(path),
      tree,
      scopes: analyseScopes(tree),
    },
    sourceRoots.find(root => root === '' || path.startsWith(`${root}/`)) ?? '',
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
