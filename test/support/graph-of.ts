import { RELATIONS, type EntityGraph } from '../../src/domain/entity.js';
import type { FileTree } from '../../src/domain/files.js';
import type { FileReading, UnreadFile } from '../../src/ports/file-reader.js';
import { readOne } from '../../src/python/outline/read-one.js';
import { pythonFilesOf, treeGraph, type TreeGraph } from '../../src/mine/graph/tree-graph.js';

/** The entity graph of files given as texts, read one after the other. */
export async function treeGraphOf(texts: Readonly<Record<string, string>>): Promise<TreeGraph> {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));
  return readTree(files, async unread => unread.map(readOne));
}

/** The entity graph of a tree whose files `read` reads, or knows. */
export async function readTree(
  files: FileTree,
  read: (unread: readonly UnreadFile[]) => Promise<readonly FileReading[]>,
): Promise<TreeGraph> {
  return treeGraph(files, await read(pythonFilesOf(files)));
}

/** Edges in words: `pkg.a:f calls pkg.b:g 1`. */
export function edgesOf({ entities, edges }: EntityGraph): readonly string[] {
  return Array.from(edges.from, (from, at) => {
    const [relation] = RELATIONS[edges.relation[at] ?? 0] ?? [];
    return `${entities[from]?.id} ${relation} ${entities[edges.to[at] ?? 0]?.id} ${edges.weight[at]}`;
  });
}
