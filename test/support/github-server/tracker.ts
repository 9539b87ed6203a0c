import type { Account, CommentRecord, IssueRecord, PullRecord, RepositoryRecord } from './records.js';
import type { Site } from './site.js';

/** Opens an issue, or with `pull` a pull request, under the repository's next number. */
export function openIssue<Pull extends PullRecord | undefined = undefined>(
  site: Site,
  repository: RepositoryRecord,
  {
    title,
    body,
    user,
    pull,
  }: {
    readonly title: string;
    readonly body: string | null;
    readonly user: Account;
    readonly pull?: Pull;
  },
): IssueRecord & { readonly pull: Pull } {
  const now = site.now();
  const issue = {
    id: site.nextId(),
    number: repository.issues.size + 1,
    title,
    body,
    user,
    state: 'open' as const,
    stateReason: null,
    labels: [],
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    byApp: user === site.bot,
    pull: pull as Pull,
  };
  repository.issues.set(issue.number, issue);
  return issue;
}

/** Adds a comment to an issue or pull request. */
export function addComment(
  site: Site,
  repository: RepositoryRecord,
  issue: IssueRecord,
  { body, user }: { readonly body: string; readonly user: Account },
): CommentRecord {
  const now = site.now();
  const comment: CommentRecord = {
    id: site.nextId(),
    issue: issue.number,
    body,
    user,
    createdAt: now,
    updatedAt: now,
    byApp: user === site.bot,
    reactions: [],
  };
  repository.comments.set(comment.id, comment);
  issue.updatedAt = now;
  return comment;
}
