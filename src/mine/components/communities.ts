import { UndirectedGraph } from 'graphology';
import commonJs from 'graphology-communities-louvain';

/** Its types say what a bundler would see; Node hands out what the module exports, which is the function itself. */
const louvain = commonJs as unknown as typeof commonJs.default;

/** A tie between two members of a part, by their places in it. */
export interface LocalTie {
  readonly a: number;
  readonly b: number;
  readonly weight: number;
}

/** Numbers from 0 up to 1, the same sequence each time it is made from the same seed. */
export type Randomness = (seed: number) => () => number;

/**
 * The communities of `size` members: Louvain over their weighted ties (Blondel et al., "Fast unfolding of communities in
 * large networks", 2008), then those that do not hang together apart (Traag et al., "From Louvain to Leiden", 2019).
 * Members in order, communities by their first member.
 */
export function communitiesOf(
  size: number,
  ties: readonly LocalTie[],
  { resolution, random }: { readonly resolution: number; readonly random: () => number },
): readonly (readonly number[])[] {
  if (size === 0) return [];
  const labels = labelsOf(size, ties, resolution, random);
  const leader = Int32Array.from({ length: size }, (_, index) => index);
  const find = (member: number): number => {
    let at = member;
    while (leader[at] !== at) at = leader[at] = leader[leader[at] ?? at] ?? at;
    return at;
  };
  for (const { a, b } of ties) if (labels[a] === labels[b]) leader[find(b)] = find(a);
  const groups = new Map<number, number[]>();
  for (let member = 0; member < size; member += 1) {
    const first = find(member);
    groups.set(first, [...(groups.get(first) ?? []), member]);
  }
  return [...groups.values()];
}

function labelsOf(
  size: number,
  ties: readonly LocalTie[],
  resolution: number,
  random: () => number,
): readonly number[] {
  if (ties.length === 0) return Array.from({ length: size }, (_, index) => index);
  const graph = new UndirectedGraph<object, { weight: number }>();
  for (let member = 0; member < size; member += 1) graph.addNode(member);
  for (const { a, b, weight } of ties) graph.addEdge(a, b, { weight });
  const found = louvain(graph, { getEdgeWeight: 'weight', resolution, rng: random });
  return Array.from({ length: size }, (_, index) => found[index] ?? index);
}

/** A seeded generator of 32 bits (mulberry32, in the public domain): small, and good enough to order visits by. */
export const seeded: Randomness = seed => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
