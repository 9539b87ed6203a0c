export type EntityKind =
  'module' | 'class' | 'function' | 'method' | 'constant' | 'resource' | 'test' | 'fixture';

/** A program entity of a repository; lines are 1-based and inclusive (Code Primitives, section 3.3). */
export interface Entity {
  /** `module:qualified.name`, or the path for a resource. */
  readonly id: string;
  readonly kind: EntityKind;
  readonly module: string;
  readonly path: string;
  readonly qualifiedName: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** E_call, E_data, E_struct of the entity graph G (Code Primitives, equation 18). */
export type EdgeKind = 'call' | 'data' | 'struct';

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  readonly weight: number;
}

/** G = (V, E_call ∪ E_data ∪ E_struct). */
export interface EntityGraph {
  readonly entities: readonly Entity[];
  readonly edges: readonly Edge[];
}
