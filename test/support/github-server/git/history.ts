import { GitFailure } from './git-process.js';
import type { GitRepository, Signature } from './git-repository.js';

export interface Commit {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

export interface ChangedFile {
  readonly path: string;
  readonly status: 'added' | 'removed' | 'modified';
  readonly sha: string;
  readonly additions: number;
  readonly deletions: number;
}

// Fields end in NUL and commits in a line of their own, since messages hold anything else.
const FORMAT = '%H%x00%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B%x00%x01';

/** Commits of a range as `git log` orders them, newest first. */
export async function log(
  repository: GitRepository,
  revisions: readonly string[],
  options: { readonly path?: string; readonly limit?: number } = {},
): Promise<readonly Commit[]> {
  const limit = options.limit === undefined ? [] : [`--max-count=${options.limit}`];
  const path = options.path === undefined ? [] : [options.path];
  const args = ['log', '--topo-order', `--format=${FORMAT}`, ...limit, ...revisions, '--', ...path];
  const output = (await repository.run(args)).toString();
  return output
    .split('\0\x01')
    .filter(each => each.trim() !== '')
    .map(readCommit);
}

/** Undefined when there is no such commit. */
export async function readCommitOf(repository: GitRepository, revision: string): Promise<Commit | undefined> {
  const sha = await repository.resolve(revision, 'commit');
  return sha === undefined ? undefined : (await log(repository, [sha], { limit: 1 }))[0];
}

export async function isAncestor(
  repository: GitRepository,
  ancestor: string,
  descendant: string,
): Promise<boolean> {
  return repository.run(['merge-base', '--is-ancestor', ancestor, descendant]).then(() => true, notSo(false));
}

/** Undefined when the two share no history. */
export async function mergeBase(
  repository: GitRepository,
  a: string,
  b: string,
): Promise<string | undefined> {
  const found = repository.run(['merge-base', a, b]).then(output => output.toString().trim());
  return found.catch(notSo(undefined));
}

/** Files that differ between two trees or commits; renames are shown as a removal and an addition. */
export async function changedFiles(
  repository: GitRepository,
  from: string,
  to: string,
): Promise<readonly ChangedFile[]> {
  const options = ['-r', '-z', '--no-renames', '--no-abbrev', '--raw', '--numstat'];
  const fields = (await repository.run(['diff-tree', ...options, from, to])).toString().split('\0');
  const statuses = new Map<string, Pick<ChangedFile, 'status' | 'sha'>>();
  const files: ChangedFile[] = [];
  // First `:modes ids letter` and the path in a field of its own, for every file; then, in the same order,
  // `additions deletions path`, with dashes for a binary file.
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index] ?? '';
    if (field.startsWith(':')) {
      const [, , before = '', after = '', letter = ''] = field.split(' ');
      const status = letter === 'A' ? 'added' : letter === 'D' ? 'removed' : 'modified';
      index += 1;
      statuses.set(fields[index] ?? '', { status, sha: letter === 'D' ? before : after });
    } else {
      const [additions, deletions, path = ''] = field.split('\t');
      const known = statuses.get(path);
      if (known === undefined) continue;
      files.push({ path, ...known, additions: Number(additions) || 0, deletions: Number(deletions) || 0 });
    }
  }
  return files;
}

function readCommit(text: string): Commit {
  const fields = text.replace(/^\n/, '').split('\0');
  const [sha = '', tree = '', parents = '', an = '', ae = '', ad = '', cn = '', ce = '', cd = ''] = fields;
  return {
    sha,
    tree,
    parents: parents === '' ? [] : parents.split(' '),
    author: { name: an, email: ae, date: utc(ad) },
    committer: { name: cn, email: ce, date: utc(cd) },
    // Git ends a message with a newline; GitHub shows it without.
    message: (fields[9] ?? '').replace(/\n$/, ''),
  };
}

function utc(date: string): string {
  return new Date(date).toISOString().replace('.000Z', 'Z');
}

/** Git says "no" with exit code 1. */
function notSo<T>(value: T): (error: unknown) => T {
  return error => {
    if (error instanceof GitFailure && error.exitCode === 1) return value;
    throw error;
  };
}
