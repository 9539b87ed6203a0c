import type { Account, PullIssue, RepositoryRecord } from '../records.js';
import { pullOf } from '../representations/pull-request.js';
import type { Site } from '../site.js';
import { envelope } from './envelope.js';

/** Payload of `pull_request`. */
export async function pullEvent(
  site: Site,
  repository: RepositoryRecord,
  issue: PullIssue,
  action: 'opened' | 'edited' | 'closed' | 'ready_for_review' | 'synchronize',
  sender: Account,
  extra: object = {},
): Promise<object> {
  return {
    action,
    number: issue.number,
    pull_request: await pullOf(site, repository, issue),
    ...extra,
    ...envelope(site, repository, sender),
  };
}
