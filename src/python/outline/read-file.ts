import { parseFlat } from '../../syntax/flat-tree.js';
import { decodeSource } from '../decode-source.js';
import type { ModuleOutline } from './module-outline.js';
import { pythonTwoLine } from './python-two.js';
import { readOutline } from './read-outline.js';

/** What one Python file gave: its outline, or why it was skipped, as the end of a sentence about it. */
export type ReadFile = { readonly outline: ModuleOutline } | { readonly reason: string };

/** Reads one Python file of a tree: a pure function of its path and content, which may be anything. */
export function readFile(path: string, bytes: Uint8Array): ReadFile {
  const source = decodeSource(bytes);
  if ('reason' in source) return source;
  const tree = parseFlat(source.text);
  const [error] = tree.errors;
  if (error !== undefined) return { reason: `line ${error.line}: ${error.message}` };
  const line = pythonTwoLine(tree);
  if (line !== undefined) return { reason: `line ${line}: written for Python 2` };
  return { outline: readOutline(tree, path) };
}
