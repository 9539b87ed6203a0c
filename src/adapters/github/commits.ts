import { CodefaceError } from '../../domain/errors.js';
import type { ChangeSet } from '../../domain/change-set.js';
import type { StoredFile } from '../../domain/files.js';
import type { CommitRequest } from '../../ports/repository-host.js';
import type { GitHubRepository } from './github-repository.js';
import { advanceBranch, readBranchHead } from './refs.js';
import { statusOf } from './translate-error.js';

/** Commits the change and moves the branch forward, never by force; what is already there is found again. */
export async function commitToBranch(at: GitHubRepository, request: CommitRequest): Promise<string> {
  const { octokit, owner, repo } = at;
  const before = await inspectBranch(at, request);
  if (before.commit !== undefined) return before.commit;
  const { data: commit } = await octokit.rest.git.createCommit({
    owner,
    repo,
    message: `${request.message.trimEnd()}\n\n${request.trailer}`,
    tree: await createTree(at, request.base, request.changeSet),
    parents: [request.parent],
  });
  try {
    await advanceBranch(at, request.branch, { exists: before.exists, commit: commit.sha });
    return commit.sha;
  } catch (error) {
    if (statusOf(error) !== 422) throw error;
    // Somebody made or moved the branch meanwhile: another worker at this very step, or a person.
    const after = await inspectBranch(at, request);
    if (after.commit !== undefined) return after.commit;
    throw error;
  }
}

/** Whether the branch is there, and its head when that is the requested commit. Refuses anybody else's. */
async function inspectBranch(
  at: GitHubRepository,
  { branch, parent, trailer }: CommitRequest,
): Promise<{ readonly exists: boolean; readonly commit?: string }> {
  const head = await readBranchHead(at, branch);
  if (head === undefined) return { exists: false };
  if (head.message.split('\n').includes(trailer)) return { exists: true, commit: head.commit };
  if (head.commit === parent) return { exists: true };
  throw new CodefaceError(
    'repository-host',
    `The branch ${branch} of ${at.owner}/${at.repo} is at ${head.commit.slice(0, 12)}, not at ` +
      `${parent.slice(0, 12)} where Codeface left it. Nothing was overwritten; merge, rename or delete the ` +
      'branch and ask again.',
  );
}

/** The tree of the base with the change in it; the text of files goes along, in one request. */
async function createTree(at: GitHubRepository, base: string, changeSet: ChangeSet): Promise<string> {
  const { octokit, owner, repo } = at;
  const { data: baseCommit } = await octokit.rest.git.getCommit({ owner, repo, commit_sha: base });
  if (changeSet.writes.length + changeSet.deletes.length === 0) return baseCommit.tree.sha;
  const { data: before } = await octokit.rest.git.getTree({
    owner,
    repo,
    tree_sha: baseCommit.tree.sha,
    recursive: 'true',
  });
  const modes = new Map(before.tree.map(({ path, mode }) => [path, mode]));
  const writes = changeSet.writes.map(file => treeEntry(at, file, modes.get(file.path)));
  // GitHub refuses to delete what is not there. A tree too large to list is taken at its word.
  const deletes = changeSet.deletes.filter(path => before.truncated || modes.has(path));
  const { data: tree } = await octokit.rest.git.createTree({
    owner,
    repo,
    base_tree: baseCommit.tree.sha,
    tree: [
      ...(await Promise.all(writes)),
      ...deletes.map(path => ({ path, mode: '100644' as const, type: 'blob' as const, sha: null })),
    ],
  });
  return tree.sha;
}

async function treeEntry(at: GitHubRepository, file: StoredFile, modeBefore: string | undefined) {
  const mode = modeBefore === '100755' ? ('100755' as const) : ('100644' as const);
  const entry = { path: file.path, mode, type: 'blob' as const };
  if (file.encoding === 'utf8') return { ...entry, content: file.content };
  const { octokit, owner, repo } = at;
  const { data } = await octokit.rest.git.createBlob({
    owner,
    repo,
    content: file.content,
    encoding: 'base64',
  });
  return { ...entry, sha: data.sha };
}
