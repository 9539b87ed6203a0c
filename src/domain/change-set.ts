import type { StoredFile } from './files.js';

/** S_t as a value: complete files to write, paths to delete, against the base commit; nothing is performed yet. */
export interface ChangeSet {
  readonly writes: readonly StoredFile[];
  readonly deletes: readonly string[];
}

/** A violated composition constraint Γ (Code Primitives, equation 22). */
export interface ConstraintViolation {
  readonly constraint: 'api' | 'type' | 'dependency' | 'configuration';
  readonly requirementIds: readonly string[];
  readonly message: string;
}

/** What integration computed: the change, and what Γ says of it. */
export interface Integration {
  readonly changeSet: ChangeSet;
  readonly violations: readonly ConstraintViolation[];
  /** Which file belongs to which requirement, for diagnosis and provenance. */
  readonly owners: readonly { readonly path: string; readonly requirementId: string }[];
}
