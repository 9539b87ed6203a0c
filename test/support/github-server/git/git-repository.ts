import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { git, GitFailure } from './git-process.js';
import type { GitInvocation } from './git-process.js';

export interface TreeEntry {
  readonly mode: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly sha: string;
  /** Bytes of a blob. */
  readonly size: number | undefined;
  readonly path: string;
}

/** One path of a new tree; no `sha` takes the path out of it. */
export interface TreeChange {
  readonly path: string;
  readonly mode: string;
  readonly sha: string | undefined;
}

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

  async writeBlob(content: string | Uint8Array): Promise<string> {
    return (await this.run(['hash-object', '-w', '--stdin'], { input: content })).toString().trim();
  }

  readBlob(sha: string): Promise<Buffer> {
    return this.run(['cat-file', 'blob', sha]);
  }

  /** Entries of a tree; of the trees below it too when `recursive`; with a path, that entry alone or none. */
  async listTree(tree: string, recursive: boolean, path?: string): Promise<readonly TreeEntry[]> {
    const below = recursive ? ['-r', '-t'] : [];
    const args = ['ls-tree', '-z', '--long', ...below, tree, ...(path === undefined ? [] : ['--', path])];
    const entries = (await this.run(args)).toString().split('\0');
    return entries.filter(entry => entry !== '').map(readTreeEntry);
  }

  /** A tree with these changes on top of another, or of nothing. */
  async writeTree(base: string | undefined, changes: readonly TreeChange[]): Promise<string> {
    const scratch = await mkdtemp(join(tmpdir(), 'github-server-index-'));
    const env = { GIT_INDEX_FILE: join(scratch, 'index') };
    try {
      await this.run(base === undefined ? ['read-tree', '--empty'] : ['read-tree', base], { env });
      const lines: string[] = [];
      for (const { path, mode, sha } of changes) {
        // A tree takes the place of whatever lies below its path.
        const replaced = await this.run(['ls-files', '-z', '--', `:(literal)${path}`], { env });
        for (const file of replaced.toString().split('\0'))
          if (file !== '') lines.push(indexLine('0', '', file));
        if (sha !== undefined && mode === '040000') {
          for (const entry of await this.listTree(sha, true))
            if (entry.type !== 'tree') lines.push(indexLine(entry.mode, entry.sha, `${path}/${entry.path}`));
        } else if (sha !== undefined) lines.push(indexLine(mode, sha, path));
      }
      const input = lines.join('');
      await this.run(['update-index', '--add', '--replace', '-z', '--index-info'], { env, input });
      return (await this.run(['write-tree'], { env })).toString().trim();
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
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

function indexLine(mode: string, sha: string, path: string): string {
  return `${mode} ${sha.padStart(40, '0')}\t${path}\0`;
}

function readTreeEntry(entry: string): TreeEntry {
  const tab = entry.indexOf('\t');
  const [mode = '', type = '', sha = '', size = '-'] = entry.slice(0, tab).split(/ +/);
  return {
    mode,
    type: type as TreeEntry['type'],
    sha,
    size: size === '-' ? undefined : Number(size),
    path: entry.slice(tab + 1),
  };
}
