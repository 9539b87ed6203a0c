export type EntityKind =
  | 'module'
  | 'class'
  | 'function'
  | 'method'
  | 'lambda'
  | 'constant'
  /** A statement of a module that defines nothing: a registration, a loop, a guarded start. */
  | 'statement'
  /** A file other than Python that code opens, or that configures it. */
  | 'resource'
  | 'test'
  | 'fixture';

/** A program entity of a repository; lines are 1-based and inclusive (Code Primitives, section 3.3). */
export interface Entity {
  /** `module:qualified.name`, the dotted name of a module, or the path of a resource; no two are the same. */
  readonly id: string;
  readonly kind: EntityKind;
  readonly module: string;
  readonly path: string;
  readonly qualifiedName: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Number of the entity around it (a module, class or function); -1 for modules and resources. */
  readonly parent: number;
  /** Whether its file is part of a suite: tests, fixtures, and what helps them. */
  readonly inTests: boolean;
}

/** E_call, E_data, E_struct of the entity graph G (Code Primitives, equation 18). */
export type EdgeKind = 'call' | 'data' | 'struct';

/** What an edge says of its two ends, in the order in which `Edges.relation` numbers them; each is of one kind. */
export const RELATIONS = [
  ['calls', 'call'],
  ['reads', 'data'],
  ['writes', 'data'],
  ['annotated', 'data'],
  ['inherits', 'data'],
  ['raises', 'data'],
  ['catches', 'data'],
  ['contains', 'struct'],
  ['imports', 'struct'],
  /** A package offers what another module defines. */
  ['re-exports', 'struct'],
  /** `__all__` names it. */
  ['exports', 'struct'],
  /** Opens a file, or is named by one that configures. */
  ['resource', 'struct'],
  /** A string names it: `"package.module.Class"`. */
  ['configures', 'struct'],
  ['fixture', 'struct'],
  /** From a test to what it tests: by its imports, or by its name. */
  ['tests', 'struct'],
  /** From a test to a function that it entered when its suite was run. */
  ['executes', 'struct'],
] as const satisfies readonly (readonly [string, EdgeKind])[];

export type Relation = (typeof RELATIONS)[number][0];

/**
 * Edges as columns, since a repository has hundreds of thousands: edge i leads from entity `from[i]` to `to[i]`, says
 * `RELATIONS[relation[i]]` and weighs `weight[i]`. Sorted by `from`, then `to`, then `relation`; no edge is there
 * twice and none leads to itself.
 */
export interface Edges {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly relation: Uint8Array;
  /** Uses add up: a function that is called twice weighs twice as much. */
  readonly weight: Float64Array;
}

/** G = (V, E_call ∪ E_data ∪ E_struct); entities are numbered as they stand in the list, sorted by path and place. */
export interface EntityGraph {
  readonly entities: readonly Entity[];
  readonly edges: Edges;
}

/** How many edges there are of each kind. */
export function countEdges({ relation }: Edges): Readonly<Record<EdgeKind, number>> {
  const counts = { call: 0, data: 0, struct: 0 };
  for (const number of relation) {
    const [, kind] = RELATIONS[number] ?? [];
    if (kind !== undefined) counts[kind] += 1;
  }
  return counts;
}
