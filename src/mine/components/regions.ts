import { createHash } from 'node:crypto';
import type { DefinitionGraph } from './definition-graph.js';
import type { LocalTie } from './communities.js';
import type { Ties } from './ties.js';

/** A package folder of a repository with the ties inside it: communities do not cross its border. */
export interface Region {
  /** The folder. */
  readonly folder: string;
  /** By number, sorted. */
  readonly members: readonly number[];
  /** Between members, by their places in `members`; sorted. */
  readonly ties: readonly LocalTie[];
  /** SHA-256 of everything that its communities depend on: while it stays, they do. */
  readonly key: string;
}

/** Divides the definitions by the folder that they lie in. Linear but for sorting. */
export function regionsOf({ definitions }: DefinitionGraph, ties: Ties): readonly Region[] {
  const folders = new Map<string, number[]>();
  const places = new Int32Array(definitions.length);
  definitions.forEach(({ path }, number) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const members = folders.get(folder) ?? [];
    folders.set(folder, members);
    places[number] = members.push(number) - 1;
  });
  const inside = new Map<readonly number[], LocalTie[]>();
  const regionOf = definitions.map(({ path }) => folders.get(path.slice(0, path.lastIndexOf('/') + 1)));
  for (const [pair, weight] of ties.pairs) {
    const [from, to] = ties.ends(pair);
    const region = regionOf[from];
    if (region === undefined || region !== regionOf[to]) continue;
    const local = { a: places[from] ?? 0, b: places[to] ?? 0, weight };
    const known = inside.get(region);
    if (known === undefined) inside.set(region, [local]);
    else known.push(local);
  }
  return [...folders]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, members]) => {
      const own = (inside.get(members) ?? []).sort((x, y) => x.a - y.a || x.b - y.b);
      const hash = createHash('sha256');
      for (const number of members) {
        const { id, isOffered } = definitions[number] ?? { id: '', isOffered: false };
        hash.update(`${id} ${isOffered ? 1 : 0}\n`);
      }
      for (const { a, b, weight } of own) hash.update(`${a} ${b} ${weight.toFixed(6)}\n`);
      return { folder, members, ties: own, key: hash.digest('hex') };
    });
}
