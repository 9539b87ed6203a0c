import { changedFiles, log, mergeBase } from '../git/history.js';
import type { PullIssue, RepositoryRecord, ReviewRecord } from '../records.js';
import { nodeId } from '../site.js';
import type { Site } from '../site.js';
import { accountOf } from './account.js';
import { associationOf, issuePage, labelOf } from './issue.js';
import { repositoryOf, repositoryUrl } from './repository.js';
import type { Schema } from './schemas.js';

/** A pull request as lists show it. */
export function pullSummaryOf(site: Site, repository: RepositoryRecord, issue: PullIssue) {
  const { pull, number } = issue;
  const url = repositoryUrl(site, repository, `/pulls/${number}`);
  const issueUrl = repositoryUrl(site, repository, `/issues/${number}`);
  const page = issuePage(site, repository, issue);
  const urls = {
    html: page,
    issue: issueUrl,
    comments: `${issueUrl}/comments`,
    review_comments: `${url}/comments`,
    review_comment: repositoryUrl(site, repository, '/pulls/comments{/number}'),
    commits: `${url}/commits`,
    statuses: repositoryUrl(site, repository, `/statuses/${pull.headSha}`),
  };
  return {
    url,
    id: pull.id,
    node_id: nodeId('PR', pull.id),
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: urls.issue,
    commits_url: urls.commits,
    review_comments_url: urls.review_comments,
    review_comment_url: urls.review_comment,
    comments_url: urls.comments,
    statuses_url: urls.statuses,
    number,
    state: issue.state,
    locked: false,
    title: issue.title,
    user: accountOf(site, issue.user),
    body: issue.body,
    labels: issue.labels.map(label => ({ ...labelOf(site, repository, label), description: '' })),
    milestone: null,
    active_lock_reason: null,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommit,
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    head: endOf(site, repository, pull.head, pull.headSha),
    base: endOf(site, repository, pull.base, pull.baseSha),
    _links: {
      self: { href: url },
      html: { href: urls.html },
      issue: { href: urls.issue },
      comments: { href: urls.comments },
      review_comments: { href: urls.review_comments },
      review_comment: { href: urls.review_comment },
      commits: { href: urls.commits },
      statuses: { href: urls.statuses },
    },
    author_association: associationOf(repository, issue.user.login),
    auto_merge: null,
    draft: pull.draft,
  } satisfies Schema<'pull-request-simple'>;
}

/** A pull request as its own resource shows it. */
export async function pullOf(
  site: Site,
  repository: RepositoryRecord,
  issue: PullIssue,
): Promise<Schema<'pull-request'>> {
  const { pull } = issue;
  const common = (await mergeBase(repository.git, pull.baseSha, pull.headSha)) ?? pull.baseSha;
  const files = await changedFiles(repository.git, common, pull.headSha);
  const commits = await log(repository.git, [`${common}..${pull.headSha}`]);
  const merged = pull.mergedAt !== null;
  return {
    ...pullSummaryOf(site, repository, issue),
    merged,
    mergeable: merged ? null : true,
    rebaseable: null,
    mergeable_state: merged ? 'unknown' : pull.draft ? 'draft' : 'clean',
    merged_by: pull.mergedBy === null ? null : accountOf(site, pull.mergedBy),
    comments: [...repository.comments.values()].filter(comment => comment.issue === issue.number).length,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: commits.length,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changed_files: files.length,
  };
}

export function reviewOf(
  site: Site,
  repository: RepositoryRecord,
  issue: PullIssue,
  review: ReviewRecord,
): Schema<'pull-request-review'> {
  const html = `${issuePage(site, repository, issue)}#pullrequestreview-${review.id}`;
  const pull = repositoryUrl(site, repository, `/pulls/${issue.number}`);
  return {
    id: review.id,
    node_id: nodeId('PRR', review.id),
    user: accountOf(site, review.user),
    body: review.body,
    state: review.state,
    html_url: html,
    pull_request_url: pull,
    _links: { html: { href: html }, pull_request: { href: pull } },
    submitted_at: review.submittedAt,
    commit_id: review.commit,
    author_association: associationOf(repository, review.user.login),
  };
}

function endOf(site: Site, repository: RepositoryRecord, branch: string, sha: string) {
  return {
    label: `${repository.owner.login}:${branch}`,
    ref: branch,
    sha,
    user: accountOf(site, repository.owner),
    repo: repositoryOf(site, repository),
  };
}
