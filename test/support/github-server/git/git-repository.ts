import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { git, GitFailure } from './git-process.js';
import type { GitInvocation } from './git-process.js';
import { writeLooseBlob } from './loose-object.js';

export interface Signature {
  readonly name: string;
  readonly email: string;
  /** ISO 8601. */
  readonly date: string;
}

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: Signature;
  readonly committer: Signature;
}

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** A bare repository on disk: what a clone of the server sees is what its API wrote. */
export class GitRepository {
  private constructor(readonly folder: string) {}

  static async create(folder: string, defaultBranch: string): Promise<GitRepository> {
    await mkdir(dirname(folder), { recursive: true });
    await git(folder, ['init', '--quiet', '--bare', `--initial-branch=${defaultBranch}`]);
    // GitHub lets a client fetch any commit it can name.
    await git(folder, ['config', 'uploadpack.allowAnySHA1InWant', 'true']);
    await git(folder, ['config', 'http.receivepack', 'true']);
    return new GitRepository(folder);
  }

  run(args: readonly string[], invocation?: GitInvocation): Promise<Buffer> {
    return git(this.folder, args, invocation);
  }

  /** The full id of what a revision names, when it is of that type (a tag is followed). */
  async resolve(revision: string, type: 'commit' | 'tree' | 'blob'): Promise<string | undefined> {
    if (type === 'tree' && revision === EMPTY_TREE) return EMPTY_TREE;
    try {
      const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{${type}}`];
      return (await this.run(args)).toString().trim();
    } catch (error) {
      if (error instanceof GitFailure) return undefined;
      throw error;
    }
  }

  /** The commit a full ref name (`refs/…`) points at. */
  ref(name: string): Promise<string | undefined> {
    return this.resolve(name, 'commit');
  }

  async refs(): Promise<ReadonlyMap<string, string>> {
    const lines = (await this.run(['for-each-ref', '--format=%(refname) %(objectname)'])).toString();
    return new Map(
      lines
        .split('\n')
        .filter(line => line !== '')
        .map(line => line.split(' ') as [string, string]),
    );
  }

  /** Ends in a `GitFailure` when the ref is not where it is expected; expecting nothing is expecting no ref. */
  async setRef(name: string, sha: string, expected: string | undefined): Promise<void> {
    await this.run(['update-ref', name, sha, expected ?? '0'.repeat(40)]);
  }

  async deleteRef(name: string): Promise<void> {
    await this.run(['update-ref', '-d', name]);
  }

  async isRefName(name: string): Promise<boolean> {
    return this.run(['check-ref-format', name]).then(
      () => true,
      () => false,
    );
  }

  writeBlob(content: string | Uint8Array): Promise<string> {
    return writeLooseBlob(this.folder, Buffer.from(content));
  }

  readBlob(sha: string): Promise<Buffer> {
    return this.run(['cat-file', 'blob', sha]);
  }

  async writeCommit({ tree, parents, message, author, committer }: NewCommit): Promise<string> {
    const env = {
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_AUTHOR_DATE: author.date,
      GIT_COMMITTER_NAME: committer.name,
      GIT_COMMITTER_EMAIL: committer.email,
      GIT_COMMITTER_DATE: committer.date,
    };
    const args = ['commit-tree', tree, ...parents.flatMap(parent => ['-p', parent]), '-F', '-'];
    return (await this.run(args, { env, input: message })).toString().trim();
  }
}
