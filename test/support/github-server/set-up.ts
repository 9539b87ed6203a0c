import { join } from 'node:path';
import type { FileTree } from '../../../src/domain/files.js';
import { GitRepository } from './git/git-repository.js';
import { writeTree } from './git/trees.js';
import type { TreeChange } from './git/trees.js';
import { noreplyAddress } from './representations/git-object.js';
import { readFolder } from './folder.js';
import type { FolderFile } from './folder.js';
import type { Account, RepositoryRecord } from './records.js';
import type { Site } from './site.js';

/** Files by path; the path of a folder to read them from; text stands for its UTF-8 bytes. */
export type Files = FileTree | Readonly<Record<string, string | Uint8Array>> | string;

export interface NewRepository {
  readonly owner: string;
  readonly name: string;
  /** What the first commit holds; an empty repository without. */
  readonly files?: Files;
  readonly defaultBranch?: string;
  readonly private?: boolean;
  /** SPDX identifier. */
  readonly licence?: string;
}

/** Makes a repository whose owner administers it. */
export async function makeRepository(
  site: Site,
  root: string,
  { owner, name, files, defaultBranch = 'main', private: isPrivate = false, licence }: NewRepository,
): Promise<RepositoryRecord> {
  const account = site.accountOf(owner, 'Organization');
  const createdAt = site.now();
  const repository: RepositoryRecord = {
    id: site.nextId(),
    owner: account,
    name,
    private: isPrivate,
    licence,
    defaultBranch,
    createdAt,
    pushedAt: createdAt,
    git: await GitRepository.create(join(root, owner, `${name}.git`), defaultBranch),
    permissions: new Map([[owner.toLowerCase(), 'admin']]),
    issues: new Map(),
    comments: new Map(),
    checkRuns: new Map(),
    statuses: [],
  };
  site.add(repository);
  if (files !== undefined)
    await commitFiles(site, repository, {
      branch: defaultBranch,
      files,
      author: account,
      message: 'First commit',
    });
  return repository;
}

/** Commits files on top of a branch, which starts at the default one when it is new; returns the commit. */
export async function commitFiles(
  site: Site,
  repository: RepositoryRecord,
  change: {
    readonly branch: string;
    readonly files: Files;
    /** Paths to take away. */
    readonly removed?: readonly string[];
    readonly author: Account;
    readonly message: string;
  },
): Promise<string> {
  const { git, defaultBranch } = repository;
  const ref = `refs/heads/${change.branch}`;
  const tip = await git.ref(ref);
  const parent = tip ?? (await git.ref(`refs/heads/${defaultBranch}`));
  const base = parent === undefined ? undefined : await git.resolve(parent, 'tree');
  const changes: TreeChange[] = (change.removed ?? []).map(path => ({
    path,
    mode: '100644',
    sha: undefined,
  }));
  for (const { path, mode, bytes } of await filesOf(change.files))
    changes.push({ path, mode, sha: await git.writeBlob(bytes) });
  const { login } = change.author;
  const signature = { name: login, email: noreplyAddress(change.author), date: site.now() };
  const sha = await git.writeCommit({
    tree: await writeTree(git, base, changes),
    parents: parent === undefined ? [] : [parent],
    message: change.message,
    author: signature,
    committer: signature,
  });
  await git.setRef(ref, sha, tip);
  repository.pushedAt = site.now();
  return sha;
}

async function filesOf(files: Files): Promise<readonly FolderFile[]> {
  if (typeof files === 'string') return readFolder(files);
  const entries: Iterable<[string, string | Uint8Array]> =
    files instanceof Map
      ? (files as FileTree)
      : Object.entries(files as Readonly<Record<string, string | Uint8Array>>);
  return [...entries].map(([path, content]) => ({ path, mode: '100644', bytes: Buffer.from(content) }));
}
