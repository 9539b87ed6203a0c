/** A Python file as it lies in a tree. */
export interface UnreadFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * What one file gave: its outline as bytes (see `decodeOutline`), or why it was skipped, as the end of a sentence about
 * it. `isLasting` is false for what another try may read: it took too long, or too much memory.
 */
export type FileReading =
  { readonly outline: Uint8Array } | { readonly reason: string; readonly isLasting: boolean };

/** Reads Python files, each within a time and memory of its own, so that one that cannot be read costs only itself. */
export interface FileReader {
  /** One reading for each file, in their order. Never rejects for what is in a file. */
  read(files: readonly UnreadFile[]): Promise<readonly FileReading[]>;
}
