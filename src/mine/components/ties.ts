import type { DefinitionGraph } from './definition-graph.js';

/** How strongly definitions belong together, each pair once with the smaller number first. */
export interface Ties {
  add(a: number, b: number, weight: number): void;
  readonly pairs: ReadonlyMap<number, number>;
  ends(pair: number): readonly [number, number];
}

/** Tests and callers that name more than this say nothing of a pair. */
const MOST_NAMED = 8;
/** A word that more names of a module share says nothing either. */
const MOST_ALIKE = 6;
const SHORTEST_WORD = 3;

const WEIGHTS = { tests: 1, callers: 0.4, names: 0.5 };

/**
 * What says that two definitions serve one capability: that one uses the other (the less, the more others use it too),
 * that the same tests name both, that the same callers do, that their names share a word which few of their module
 * have. Linear in the graph.
 */
export function tiesOf(graph: DefinitionGraph): Ties {
  const ties = new PairWeights(graph.definitions.length);
  addUses(graph, ties);
  addTogether(ties, graph.tests, WEIGHTS.tests);
  const offeredBy = graph.uses.map(uses =>
    uses.filter(({ to }) => graph.definitions[to]?.isOffered === true).map(({ to }) => to),
  );
  addTogether(ties, offeredBy, WEIGHTS.callers);
  addNames(graph, ties);
  return ties;
}

class PairWeights implements Ties {
  readonly pairs = new Map<number, number>();

  constructor(private readonly size: number) {}

  add(a: number, b: number, weight: number): void {
    const key = Math.min(a, b) * this.size + Math.max(a, b);
    this.pairs.set(key, (this.pairs.get(key) ?? 0) + weight);
  }

  ends(pair: number): readonly [number, number] {
    return [Math.floor(pair / this.size), pair % this.size];
  }
}

function addUses({ definitions, uses }: DefinitionGraph, ties: Ties): void {
  const users = new Float64Array(definitions.length);
  for (const list of uses) for (const { to } of list) users[to] = (users[to] ?? 0) + 1;
  uses.forEach((list, from) => {
    for (const { to, weight } of list) ties.add(from, to, weight / Math.sqrt(users[to] ?? 1));
  });
}

/** Ties what is named together: the share of the times either is named in which both are. */
function addTogether(ties: Ties, groups: readonly (readonly number[])[], weight: number): void {
  const times = new Map<number, number>();
  const both = new Map<string, { readonly a: number; readonly b: number; count: number }>();
  for (const group of groups) {
    for (const one of group) times.set(one, (times.get(one) ?? 0) + 1);
    if (group.length > MOST_NAMED) continue;
    for (const [index, a] of group.entries())
      for (const b of group.slice(index + 1)) {
        const known = both.get(`${a} ${b}`);
        if (known === undefined) both.set(`${a} ${b}`, { a, b, count: 1 });
        else known.count += 1;
      }
  }
  for (const { a, b, count } of both.values())
    ties.add(a, b, (weight * count) / Math.sqrt((times.get(a) ?? 1) * (times.get(b) ?? 1)));
}

function addNames({ definitions }: DefinitionGraph, ties: Ties): void {
  const byWord = new Map<string, number[]>();
  definitions.forEach(({ name, path, isOffered }, number) => {
    if (!isOffered) return;
    for (const word of new Set(wordsOf(name))) {
      const key = `${path} ${word}`;
      const known = byWord.get(key);
      if (known === undefined) byWord.set(key, [number]);
      else known.push(number);
    }
  });
  for (const group of byWord.values()) {
    if (group.length > MOST_ALIKE) continue;
    for (const [index, a] of group.entries())
      for (const b of group.slice(index + 1)) ties.add(a, b, WEIGHTS.names / Math.sqrt(group.length - 1));
  }
}

/** `HTTPServer_error` has the words `http`, `server` and `error`. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter(word => word.length >= SHORTEST_WORD);
}
