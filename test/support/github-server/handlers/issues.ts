import { ApiError, notFound } from '../api-error.js';
import { page, repositoryOf } from '../call.js';
import type { Call, Handlers } from '../call.js';
import { issueOpened } from '../events/issue-events.js';
import type { IssueRecord, LabelRecord, RepositoryRecord } from '../records.js';
import { issueOf, labelOf } from '../representations/issue.js';
import type { Site } from '../site.js';
import { openIssue } from '../tracker.js';

/** Issues, which pull requests are too. */
export const issueHandlers: Handlers<
  'issues/get' | 'issues/create' | 'issues/list-for-repo' | 'issues/update' | 'issues/add-labels'
> = {
  'issues/get': call => {
    const repository = repositoryOf(call);
    return { status: 200, body: issueOf(call.site, repository, issueNumbered(repository, call)) };
  },

  'issues/create': call => {
    const repository = repositoryOf(call);
    const { title, body, labels } = call.body;
    const issue = openIssue(call.site, repository, {
      title: String(title),
      body: body ?? null,
      user: call.site.bot,
    });
    issue.labels.push(...labelsOf(call.site, repository, labels ?? []));
    call.webhooks.announce('issues', issueOpened(call.site, repository, issue));
    return { status: 201, body: issueOf(call.site, repository, issue) };
  },

  'issues/list-for-repo': call => {
    const repository = repositoryOf(call);
    const { items, headers } = page(call, matching(call, [...repository.issues.values()]));
    return { status: 200, body: items.map(issue => issueOf(call.site, repository, issue)), headers };
  },

  'issues/update': call => {
    const repository = repositoryOf(call);
    const issue = issueNumbered(repository, call);
    const { title, body, state, state_reason: reason, labels } = call.body ?? {};
    if (title !== undefined && title !== null) issue.title = String(title);
    if (body !== undefined) issue.body = body;
    if (state !== undefined && state !== issue.state) {
      issue.state = state;
      issue.closedAt = state === 'closed' ? call.site.now() : null;
      issue.stateReason = state === 'closed' ? (reason ?? 'completed') : 'reopened';
    }
    if (labels !== undefined)
      issue.labels.splice(0, issue.labels.length, ...labelsOf(call.site, repository, labels));
    issue.updatedAt = call.site.now();
    return { status: 200, body: issueOf(call.site, repository, issue) };
  },

  'issues/add-labels': call => {
    const repository = repositoryOf(call);
    const issue = issueNumbered(repository, call);
    const body = call.body as { labels?: (string | { name: string })[] } | undefined;
    for (const label of labelsOf(call.site, repository, body?.labels ?? []))
      if (!issue.labels.some(each => each.name === label.name)) issue.labels.push(label);
    return { status: 200, body: issue.labels.map(label => labelOf(call.site, repository, label)) };
  },
};

/** The issue or pull request that the path names; 404 when there is none. */
export function issueNumbered(
  repository: RepositoryRecord,
  call: { readonly path: { readonly issue_number: number } },
): IssueRecord {
  const issue = repository.issues.get(call.path.issue_number);
  if (issue === undefined) throw notFound();
  return issue;
}

/** Of a list, those the query asks for, in its order. */
function matching(call: Call<'issues/list-for-repo'>, issues: readonly IssueRecord[]): IssueRecord[] {
  const { state = 'open', labels, creator, sort = 'created', direction = 'desc', since } = call.query;
  for (const name of ['milestone', 'assignee', 'type', 'mentioned', 'issue_field_values'] as const)
    if (call.query[name] !== undefined) throw new ApiError(501, `This server does not filter by ${name}`);
  const wanted = labels === undefined || labels === '' ? [] : labels.split(',');
  const key = (issue: IssueRecord) =>
    sort === 'comments' ? String(issue.number) : sort === 'updated' ? issue.updatedAt : issue.createdAt;
  return issues
    .filter(issue => state === 'all' || issue.state === state)
    .filter(issue => wanted.every(name => issue.labels.some(label => label.name === name)))
    .filter(issue => creator === undefined || issue.user.login === creator)
    .filter(issue => since === undefined || issue.updatedAt >= since)
    .sort((a, b) => (direction === 'asc' ? 1 : -1) * key(a).localeCompare(key(b)));
}

/** Labels by name; one a repository does not have yet is made, as GitHub does. */
function labelsOf(
  site: Site,
  repository: RepositoryRecord,
  wanted: readonly (string | { readonly name?: string })[],
): LabelRecord[] {
  const known = [...repository.issues.values()].flatMap(issue => issue.labels);
  return wanted.map(each => {
    const name = typeof each === 'string' ? each : (each.name ?? '');
    return known.find(label => label.name === name) ?? { id: site.nextId(), name };
  });
}
