import type { CommentRecord, IssueRecord, RepositoryRecord } from '../records.js';
import { commentOf, issueOf } from '../representations/issue.js';
import type { Site } from '../site.js';
import { envelope } from './envelope.js';

/** Payload of `issues` with action `opened`. */
export function issueOpened(site: Site, repository: RepositoryRecord, issue: IssueRecord): object {
  return {
    action: 'opened',
    issue: issueOf(site, repository, issue),
    ...envelope(site, repository, issue.user),
  };
}

/** Payload of `issue_comment`. */
export function commentEvent(
  site: Site,
  repository: RepositoryRecord,
  comment: CommentRecord,
  action: 'created' | 'edited' | 'deleted',
  extra: object = {},
): object {
  const issue = repository.issues.get(comment.issue);
  if (issue === undefined) throw new Error(`Comment ${comment.id} is on no issue`);
  return {
    action,
    issue: issueOf(site, repository, issue),
    comment: commentOf(site, repository, comment),
    ...extra,
    ...envelope(site, repository, comment.user),
  };
}
