import type { Comment } from '../../domain/publication.js';
import type { Issue, Permission } from '../../ports/repository-host.js';
import type { GitHubRepository } from './github-repository.js';
import { limitBody, limitTitle } from './limit-text.js';
import { statusOf } from './translate-error.js';

/** An issue or a pull request, which GitHub numbers together. */
export async function readIssue(at: GitHubRepository, number: number): Promise<Issue> {
  const { octokit, owner, repo } = at;
  const { data } = await octokit.rest.issues.get({ owner, repo, issue_number: number });
  return {
    number,
    title: data.title,
    body: data.body ?? '',
    isPullRequest: data.pull_request !== undefined,
  };
}

/** What a person may do; somebody GitHub does not know here may do nothing. */
export async function readPermission(at: GitHubRepository, login: string): Promise<Permission> {
  const { octokit, owner, repo } = at;
  try {
    const { data } = await octokit.rest.repos.getCollaboratorPermissionLevel({
      owner,
      repo,
      username: login,
    });
    return (['admin', 'write', 'read'] as const).find(level => level === data.permission) ?? 'none';
  } catch (error) {
    if (statusOf(error) === 404) return 'none';
    throw error;
  }
}

/** Opens an issue of the App's unless one with the marker is open. */
export async function putIssue(at: GitHubRepository, title: string, comment: Comment): Promise<void> {
  const { octokit, owner, repo } = at;
  const pages = octokit.paginate.iterator(octokit.rest.issues.listForRepo, {
    owner,
    repo,
    state: 'open',
    per_page: 100,
  });
  for await (const { data } of pages)
    if (
      data.some(
        issue => issue.performed_via_github_app?.id === at.appId && issue.body?.includes(comment.marker),
      )
    )
      return;
  await octokit.rest.issues.create({
    owner,
    repo,
    title: limitTitle(title),
    body: limitBody(comment.body, comment.marker),
  });
}
