import { notFound, validationFailed } from '../api-error.js';
import type { ApiError } from '../api-error.js';
import { page, repositoryOf } from '../call.js';
import type { Call, Handlers } from '../call.js';
import { pullEvent } from '../events/pull-events.js';
import { changedFiles, log, mergeBase } from '../git/history.js';
import { isPull } from '../records.js';
import type { PullIssue, RepositoryRecord } from '../records.js';
import { diffEntryOf } from '../representations/git-object.js';
import { pullOf, pullSummaryOf } from '../representations/pull-request.js';
import { openIssue } from '../tracker.js';

/** Pull requests between branches of one repository. */
export const pullHandlers: Handlers<
  'pulls/get' | 'pulls/create' | 'pulls/list' | 'pulls/update' | 'pulls/list-files'
> = {
  'pulls/get': async call => {
    const repository = repositoryOf(call);
    return { status: 200, body: await pullOf(call.site, repository, pullNumbered(repository, call)) };
  },

  'pulls/create': async call => {
    const repository = repositoryOf(call);
    const { title, body, base, draft = false } = call.body;
    if (title === undefined)
      throw validationFailed({ resource: 'PullRequest', field: 'title', code: 'missing_field' });
    const head = branchName(repository, call.body.head);
    const baseSha = await branchTip(repository, base, 'base');
    const headSha = await branchTip(repository, head, 'head');
    if ((await log(repository.git, [`${baseSha}..${headSha}`], { limit: 1 })).length === 0)
      throw impossible(`No commits between ${base} and ${head}`);
    if (hasOpenPull(repository, head, base))
      throw impossible(`A pull request already exists for ${repository.owner.login}:${head}.`);
    const issue = openIssue(call.site, repository, {
      title,
      body: body ?? null,
      user: call.site.bot,
      pull: {
        id: call.site.nextId(),
        head,
        base,
        draft,
        mergedAt: null,
        mergedBy: null,
        mergeCommit: null,
        headSha,
        baseSha,
        reviews: [],
      },
    });
    call.webhooks.announce(
      'pull_request',
      await pullEvent(call.site, repository, issue, 'opened', call.site.bot),
    );
    return { status: 201, body: await pullOf(call.site, repository, issue) };
  },

  'pulls/list': call => {
    const repository = repositoryOf(call);
    const { items, headers } = page(call, matching(call, repository));
    return { status: 200, body: items.map(issue => pullSummaryOf(call.site, repository, issue)), headers };
  },

  'pulls/update': async call => {
    const repository = repositoryOf(call);
    const issue = pullNumbered(repository, call);
    const { title, body, state, base } = call.body ?? {};
    const changes = {
      ...(title === undefined ? {} : { title: { from: issue.title } }),
      ...(body === undefined ? {} : { body: { from: issue.body ?? '' } }),
    };
    if (base !== undefined) await branchTip(repository, base, 'base');
    if (state !== undefined && state !== issue.state) {
      if (state === 'open' && issue.pull.mergedAt !== null)
        throw validationFailed({ resource: 'PullRequest', field: 'state', code: 'invalid' });
      issue.state = state;
      issue.closedAt = state === 'closed' ? call.site.now() : null;
    }
    if (title !== undefined) issue.title = title;
    if (body !== undefined) issue.body = body;
    if (base !== undefined) issue.pull.base = base;
    issue.updatedAt = call.site.now();
    const action = state === 'closed' ? 'closed' : 'edited';
    const extra = action === 'edited' ? { changes } : {};
    const event = await pullEvent(call.site, repository, issue, action, call.site.bot, extra);
    call.webhooks.announce('pull_request', event);
    return { status: 200, body: await pullOf(call.site, repository, issue) };
  },

  'pulls/list-files': async call => {
    const repository = repositoryOf(call);
    const { pull } = pullNumbered(repository, call);
    const common = (await mergeBase(repository.git, pull.baseSha, pull.headSha)) ?? pull.baseSha;
    const { items, headers } = page(call, await changedFiles(repository.git, common, pull.headSha));
    const body = items.map(file => diffEntryOf(call.site, repository, pull.headSha, file));
    return { status: 200, body, headers };
  },
};

/** The pull request that the path names; 404 when there is none, or when it is an issue. */
export function pullNumbered(
  repository: RepositoryRecord,
  call: { readonly path: { readonly pull_number: number } },
): PullIssue {
  const issue = repository.issues.get(call.path.pull_number);
  if (issue === undefined || !isPull(issue)) throw notFound();
  return issue;
}

/** `branch` or `owner:branch`; a fork's branch is no branch of this repository. */
function branchName(repository: RepositoryRecord, head: string): string {
  const prefix = `${repository.owner.login}:`.toLowerCase();
  return head.toLowerCase().startsWith(prefix) ? head.slice(prefix.length) : head;
}

async function branchTip(repository: RepositoryRecord, branch: string, field: string): Promise<string> {
  const sha = await repository.git.ref(`refs/heads/${branch}`);
  if (sha === undefined) throw validationFailed({ resource: 'PullRequest', field, code: 'invalid' });
  return sha;
}

function hasOpenPull(repository: RepositoryRecord, head: string, base: string): boolean {
  return [...repository.issues.values()].some(
    issue => issue.state === 'open' && issue.pull?.head === head && issue.pull.base === base,
  );
}

function impossible(message: string): ApiError {
  return validationFailed({ resource: 'PullRequest', code: 'custom', message });
}

/** Of a repository's pull requests, those the query asks for; newest first unless it says otherwise. */
function matching(call: Call<'pulls/list'>, repository: RepositoryRecord): readonly PullIssue[] {
  const { state = 'open', head, base, sort = 'created', direction } = call.query;
  const key = (issue: PullIssue) => (sort === 'updated' ? issue.updatedAt : issue.createdAt);
  const ascending = (direction ?? (sort === 'created' ? 'desc' : 'asc')) === 'asc';
  return (
    [...repository.issues.values()]
      .filter(isPull)
      .filter(issue => state === 'all' || issue.state === state)
      // GitHub does not filter by a branch that comes without its owner.
      .filter(({ pull }) => !head?.includes(':') || head === `${repository.owner.login}:${pull.head}`)
      .filter(({ pull }) => base === undefined || pull.base === base)
      .sort((a, b) => (ascending ? 1 : -1) * key(a).localeCompare(key(b)))
  );
}
