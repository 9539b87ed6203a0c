import type { GitHubRepository } from './github-repository.js';
import { statusOf } from './translate-error.js';

export interface BranchHead {
  readonly commit: string;
  readonly message: string;
}

/** The id of a branch's newest commit; undefined when there is no such branch, or no commit at all. */
export async function readRef(at: GitHubRepository, branch: string): Promise<string | undefined> {
  const { octokit, owner, repo } = at;
  try {
    const { data } = await octokit.rest.git.getRef({ owner, repo, ref: `heads/${branch}` });
    return data.object.sha;
  } catch (error) {
    // An empty repository answers 409.
    if (statusOf(error) === 404 || statusOf(error) === 409) return undefined;
    throw error;
  }
}

/** A branch's newest commit with its message, or undefined when there is no such branch. */
export async function readBranchHead(at: GitHubRepository, branch: string): Promise<BranchHead | undefined> {
  const { octokit, owner, repo } = at;
  const commit = await readRef(at, branch);
  if (commit === undefined) return undefined;
  const { data } = await octokit.rest.git.getCommit({ owner, repo, commit_sha: commit });
  return { commit, message: data.message };
}

/** Makes a branch or moves it forward to the commit; ends in Octokit's 422 when that would lose commits. */
export async function advanceBranch(
  at: GitHubRepository,
  branch: string,
  move: { readonly exists: boolean; readonly commit: string },
): Promise<void> {
  const { octokit, owner, repo } = at;
  if (move.exists)
    await octokit.rest.git.updateRef({ owner, repo, ref: `heads/${branch}`, sha: move.commit });
  else await octokit.rest.git.createRef({ owner, repo, ref: `refs/heads/${branch}`, sha: move.commit });
}
