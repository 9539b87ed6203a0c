import { RELATIONS, type EntityGraph } from '../../src/domain/entity.js';
import { readOne } from '../../src/python/outline/read-one.js';
import { treeGraph, type TreeGraph } from '../../src/mine/graph/tree-graph.js';

/** The entity graph of files given as texts, read one after the other. */
export async function treeGraphOf(texts: Readonly<Record<string, string>>): Promise<TreeGraph> {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));
  return treeGraph(files, async unread => unread.map(readOne));
}

/** Edges in words: `pkg.a:f calls pkg.b:g 1`. */
export function edgesOf({ entities, edges }: EntityGraph): readonly string[] {
  return Array.from(edges.from, (from, at) => {
    const [relation] = RELATIONS[edges.relation[at] ?? 0] ?? [];
    return `${entities[from]?.id} ${relation} ${entities[edges.to[at] ?? 0]?.id} ${edges.weight[at]}`;
  });
}
