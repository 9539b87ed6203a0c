import type { FileTree } from '../../domain/files.js';
import { readDeclarations } from './read-declarations.js';

/** What a repository declares to need, as PEP 508 requirements; markers and extras are kept. */
export interface DeclaredDistributions {
  readonly runtime: readonly string[];
  /** For its suite, beside the others. */
  readonly test: readonly string[];
}

/** The requirements alone of `readDeclarations`. */
export function declaredDistributions(files: FileTree): DeclaredDistributions {
  const { runtime, test } = readDeclarations(files);
  return {
    runtime: runtime.map(({ requirement }) => requirement),
    test: test.map(({ requirement }) => requirement),
  };
}
