import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

import { gitIn } from './git.js';
import type { Git } from './git.js';

/** What HEAD holds of a folder. */
export interface CommittedTree {
  /** Absent, with its tree, while the repository has no commit. */
  readonly commit?: string;
  readonly tree?: string;
  /** The folder's place in the work tree, with a slash at its end; empty at the root. */
  readonly prefix: string;
  readonly remoteUrl?: string;
}

/**
 * The commit and tree object of a folder at HEAD; undefined when it is no part of a git work tree, or lies in one
 * that does not track it, such as a distribution unpacked somewhere in a checkout.
 */
export async function committedTree(folder: string): Promise<CommittedTree | undefined> {
  const git = gitIn(folder);
  const isRoot = await lstat(join(folder, '.git')).then(
    () => true,
    () => false,
  );
  // A broken `.git` must be told, not mistaken for a plain folder.
  const question = ['rev-parse', '--is-inside-work-tree'];
  const answer = isRoot ? await git.text(question) : await git.maybe(question);
  if (answer !== 'true') return undefined;
  const prefix = await git.text(['rev-parse', '--show-prefix']);
  const commit = await git.maybe(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  const tree =
    commit && (await git.maybe(['rev-parse', '--verify', '--quiet', treeExpression(commit, prefix)]));
  if (tree === undefined && prefix !== '') return undefined;
  const remoteUrl = await git.maybe(['config', '--get', 'remote.origin.url']);
  return {
    ...(commit === undefined || tree === undefined ? {} : { commit, tree }),
    prefix,
    ...(remoteUrl === undefined ? {} : { remoteUrl }),
  };
}

/** Names the tree of a folder in a commit. */
export function treeExpression(commit: string, prefix: string): string {
  return prefix === '' ? `${commit}^{tree}` : `${commit}:${prefix.replace(/\/$/, '')}`;
}

/** The commit that a branch, tag or id stands for; undefined when there is none. */
export async function resolveRevision(git: Git, revision: string): Promise<string | undefined> {
  return git.maybe(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]);
}

/** What git would keep of a folder: files (and whole repositories) it tracks or does not ignore, relative to the folder. */
export async function keptPaths(git: Git): Promise<ReadonlySet<string>> {
  const listing = await git.bytes(['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  return new Set(
    Buffer.from(listing)
      .toString()
      .split('\0')
      .map(path => path.replace(/\/$/, ''))
      .filter(Boolean),
  );
}
