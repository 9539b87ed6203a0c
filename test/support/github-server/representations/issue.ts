import type {
  CommentRecord,
  IssueRecord,
  LabelRecord,
  ReactionRecord,
  RepositoryRecord,
} from '../records.js';
import { nodeId } from '../site.js';
import type { Site } from '../site.js';
import { accountOf } from './account.js';
import { appOf } from './app.js';
import { repositoryPage, repositoryUrl } from './repository.js';
import type { Schema } from './schemas.js';

/** An issue, or a pull request seen as one. */
export function issueOf(site: Site, repository: RepositoryRecord, issue: IssueRecord) {
  const url = repositoryUrl(site, repository, `/issues/${issue.number}`);
  return {
    id: issue.id,
    node_id: nodeId('I', issue.id),
    url,
    repository_url: repositoryUrl(site, repository),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: issuePage(site, repository, issue),
    number: issue.number,
    state: issue.state,
    state_reason: issue.stateReason,
    title: issue.title,
    body: issue.body,
    user: accountOf(site, issue.user),
    labels: issue.labels.map(label => labelOf(site, repository, label)),
    assignee: null,
    assignees: [],
    milestone: null,
    locked: false,
    active_lock_reason: null,
    comments: [...repository.comments.values()].filter(comment => comment.issue === issue.number).length,
    closed_at: issue.closedAt,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    author_association: associationOf(repository, issue.user.login),
    performed_via_github_app: issue.byApp ? appOf(site) : null,
    reactions: rollupOf(`${url}/reactions`, []),
    ...(issue.pull === undefined ? {} : pullLinks(site, repository, issue, issue.pull)),
  } satisfies Schema<'issue'>;
}

/** An issue's or a pull request's page. */
export function issuePage(site: Site, repository: RepositoryRecord, issue: IssueRecord): string {
  const kind = issue.pull === undefined ? 'issues' : 'pull';
  return repositoryPage(site, repository, `/${kind}/${issue.number}`);
}

export function commentOf(site: Site, repository: RepositoryRecord, comment: CommentRecord) {
  const issue = repository.issues.get(comment.issue);
  if (issue === undefined) throw new Error(`Comment ${comment.id} is on no issue`);
  const url = repositoryUrl(site, repository, `/issues/comments/${comment.id}`);
  return {
    id: comment.id,
    node_id: nodeId('IC', comment.id),
    url,
    html_url: `${issuePage(site, repository, issue)}#issuecomment-${comment.id}`,
    issue_url: repositoryUrl(site, repository, `/issues/${comment.issue}`),
    body: comment.body,
    user: accountOf(site, comment.user),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: associationOf(repository, comment.user.login),
    performed_via_github_app: comment.byApp ? appOf(site) : null,
    reactions: rollupOf(`${url}/reactions`, comment.reactions),
  } satisfies Schema<'issue-comment'>;
}

export function reactionOf(site: Site, reaction: ReactionRecord): Schema<'reaction'> {
  return {
    id: reaction.id,
    node_id: nodeId('REA', reaction.id),
    user: accountOf(site, reaction.user),
    content: reaction.content,
    created_at: reaction.createdAt,
  };
}

export function labelOf(site: Site, repository: RepositoryRecord, label: LabelRecord): Schema<'label'> {
  return {
    id: label.id,
    node_id: nodeId('LA', label.id),
    url: repositoryUrl(site, repository, `/labels/${encodeURIComponent(label.name)}`),
    name: label.name,
    description: null,
    color: 'ededed',
    default: false,
  };
}

/** How an author stands to the repository, as far as its permissions tell. */
export function associationOf(
  repository: RepositoryRecord,
  login: string,
): 'OWNER' | 'COLLABORATOR' | 'NONE' {
  if (login.toLowerCase() === repository.owner.login.toLowerCase()) return 'OWNER';
  const permission = repository.permissions.get(login.toLowerCase()) ?? 'none';
  return permission === 'none' ? 'NONE' : 'COLLABORATOR';
}

function pullLinks(
  site: Site,
  repository: RepositoryRecord,
  issue: IssueRecord,
  pull: NonNullable<IssueRecord['pull']>,
) {
  const page = issuePage(site, repository, issue);
  return {
    draft: pull.draft,
    pull_request: {
      url: repositoryUrl(site, repository, `/pulls/${issue.number}`),
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at: pull.mergedAt,
    },
  };
}

function rollupOf(url: string, reactions: readonly ReactionRecord[]): Schema<'reaction-rollup'> {
  const count = (content: ReactionRecord['content']) =>
    reactions.filter(reaction => reaction.content === content).length;
  return {
    url,
    total_count: reactions.length,
    '+1': count('+1'),
    '-1': count('-1'),
    laugh: count('laugh'),
    confused: count('confused'),
    heart: count('heart'),
    hooray: count('hooray'),
    eyes: count('eyes'),
    rocket: count('rocket'),
  };
}
