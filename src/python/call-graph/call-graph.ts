import type { FileTree } from '../../domain/files.js';
import { parseFlat } from '../../syntax/flat-tree.js';
import { decodeSource } from '../decode-source.js';
import type { ModuleFlow } from './flow/module-flow.js';
import { readFlow } from './flow/read-flow.js';
import type { ProgramFile } from './solve/program.js';
import { solveCalls, type CallGraph } from './solve/solve-calls.js';

/** The call graph of a folder's Python files, and the files that it says nothing of. */
export interface FolderCallGraph {
  readonly graph: CallGraph;
  /** Whether every call is in it that could be found; see `solveCalls`. */
  readonly isWhole: boolean;
  /** The reason ends a sentence about the file. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * The call graph of the Python files of a tree, with names dotted from its root. A file that cannot be read costs
 * that file; of one that is not Python 3 throughout, what could be parsed is in the graph.
 */
export function callGraphOf(files: FileTree): FolderCallGraph {
  const read: ProgramFile[] = [];
  const skipped: { path: string; reason: string }[] = [];
  for (const [path, bytes] of files) {
    if (!path.endsWith('.py')) continue;
    const source = decodeSource(bytes);
    if ('reason' in source) skipped.push({ path, reason: source.reason });
    else {
      const flow = readOne(source.text);
      if ('reason' in flow) skipped.push({ path, reason: flow.reason });
      else read.push({ path, flow });
    }
  }
  return { ...solveCalls(read), skipped };
}

/** What a file does with values, or the reason why it cannot be read: whatever that is, it is no reason for others. */
function readOne(text: string): ModuleFlow | { readonly reason: string } {
  try {
    return readFlow(parseFlat(text));
  } catch (error) {
    return { reason: `reading it failed (${error instanceof Error ? error.message : String(error)})` };
  }
}
