import type { RepositorySnapshot } from '../domain/mined.js';

/**
 * Reads repositories from disk. Ends in a `CodefaceError`: `not-found` when there is no such folder, `bad-input`
 * when it is larger than the limits, `workspace` when git fails.
 */
export interface Workspace {
  /**
   * A folder as it lies there. A git work tree is read at HEAD (committed content only); any other folder is read
   * whole, and its content digest stands for the commit. Links out of the folder, devices and files over 5 MiB are
   * left out, and named in the snapshot.
   */
  read(folder: string): Promise<RepositorySnapshot>;
  /**
   * A folder as it lies on the disk, with what is not committed yet; of a git work tree, without what git ignores. Its
   * content digest stands for the commit.
   */
  readUncommitted(folder: string): Promise<RepositorySnapshot>;
  /** A folder of a git work tree at a commit, branch or tag; `bad-input` when it is in none, `not-found` when there is none. */
  readRevision(folder: string, revision: string): Promise<RepositorySnapshot>;
  /** Clones a commit to a folder of its own, reads it and removes the folder. The token never reaches a log or a config file. */
  clone(source: {
    readonly url: string;
    readonly token?: string;
    readonly repository: string;
    readonly commit?: string;
  }): Promise<RepositorySnapshot>;
}
