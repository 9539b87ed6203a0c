import type { ChangedFile, Commit } from '../git/history.js';
import type { Signature } from '../git/git-repository.js';
import type { TreeEntry } from '../git/trees.js';
import type { Account, RepositoryRecord } from '../records.js';
import { nodeId } from '../site.js';
import type { Site } from '../site.js';
import { accountOf } from './account.js';
import { repositoryPage, repositoryUrl } from './repository.js';
import type { Schema } from './schemas.js';

/** `name` is the whole ref, `refs/heads/main`. */
export function refOf(
  site: Site,
  repository: RepositoryRecord,
  name: string,
  sha: string,
): Schema<'git-ref'> {
  const url = repositoryUrl(site, repository, `/git/${name}`);
  const object = { type: 'commit', sha, url: repositoryUrl(site, repository, `/git/commits/${sha}`) };
  return { ref: name, node_id: nodeId('REF', `${repository.id}:${name}`), url, object };
}

/** A commit as the git database shows it. */
export function gitCommitOf(site: Site, repository: RepositoryRecord, commit: Commit): Schema<'git-commit'> {
  return {
    sha: commit.sha,
    node_id: nodeId('C', commit.sha),
    url: repositoryUrl(site, repository, `/git/commits/${commit.sha}`),
    html_url: commitPage(site, repository, commit.sha),
    author: { ...commit.author },
    committer: { ...commit.committer },
    message: commit.message,
    tree: { sha: commit.tree, url: repositoryUrl(site, repository, `/git/trees/${commit.tree}`) },
    parents: commit.parents.map(sha => ({
      sha,
      url: repositoryUrl(site, repository, `/git/commits/${sha}`),
      html_url: commitPage(site, repository, sha),
    })),
    verification: UNSIGNED,
  };
}

/** A commit as the repository shows it, with the accounts behind its signatures. */
export function commitOf(site: Site, repository: RepositoryRecord, commit: Commit): Schema<'commit'> {
  const url = repositoryUrl(site, repository, `/commits/${commit.sha}`);
  const { author, committer, message } = commit;
  return {
    url,
    sha: commit.sha,
    node_id: nodeId('C', commit.sha),
    html_url: commitPage(site, repository, commit.sha),
    comments_url: `${url}/comments`,
    commit: {
      url: repositoryUrl(site, repository, `/git/commits/${commit.sha}`),
      author: { ...author },
      committer: { ...committer },
      message,
      comment_count: 0,
      tree: { sha: commit.tree, url: repositoryUrl(site, repository, `/git/trees/${commit.tree}`) },
      verification: UNSIGNED,
    },
    author: signer(site, author),
    committer: signer(site, committer),
    parents: commit.parents.map(sha => ({
      sha,
      url: repositoryUrl(site, repository, `/commits/${sha}`),
      html_url: commitPage(site, repository, sha),
    })),
  };
}

/** An entry of a tree in the git database. */
export function treeEntryOf(site: Site, repository: RepositoryRecord, entry: TreeEntry) {
  const kind = entry.type === 'tree' ? 'trees' : 'blobs';
  return {
    path: entry.path,
    mode: entry.mode,
    type: entry.type,
    sha: entry.sha,
    ...(entry.size === undefined ? {} : { size: entry.size }),
    ...(entry.type === 'commit' ? {} : { url: repositoryUrl(site, repository, `/git/${kind}/${entry.sha}`) }),
  };
}

export function diffEntryOf(
  site: Site,
  repository: RepositoryRecord,
  head: string,
  file: ChangedFile,
): Schema<'diff-entry'> {
  const path = encodeURI(file.path);
  return {
    sha: file.sha,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: repositoryPage(site, repository, `/blob/${head}/${path}`),
    raw_url: repositoryPage(site, repository, `/raw/${head}/${path}`),
    contents_url: repositoryUrl(site, repository, `/contents/${path}?ref=${head}`),
  };
}

/** The address by which GitHub ties a commit to an account without publishing one. */
export function noreplyAddress(account: Account): string {
  return `${account.id}+${account.login}@users.noreply.github.com`;
}

function signer(site: Site, { email }: Signature): Schema<'simple-user'> | null {
  const login = /^\d+\+(.+)@users\.noreply\.github\.com$/.exec(email)?.[1];
  return login === undefined ? null : accountOf(site, site.accountOf(login));
}

function commitPage(site: Site, repository: RepositoryRecord, sha: string): string {
  return repositoryPage(site, repository, `/commit/${sha}`);
}

const UNSIGNED = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };
