import { notFound } from '../api-error.js';
import { page, repositoryOf } from '../call.js';
import type { Handlers } from '../call.js';
import type { StatusRecord } from '../records.js';
import { fullRepositoryOf, repositoryUrl } from '../representations/repository.js';
import { statusOf } from '../representations/status.js';

/** Commit statuses: the newest of each context counts. */
export const statusHandlers: Handlers<'repos/get-combined-status-for-ref'> = {
  'repos/get-combined-status-for-ref': async call => {
    const repository = repositoryOf(call);
    const sha = await repository.git.resolve(call.path.ref, 'commit');
    if (sha === undefined) throw notFound();
    const newest = new Map(
      repository.statuses.filter(status => status.sha === sha).map(status => [status.context, status]),
    );
    const { items, headers } = page(call, [...newest.values()]);
    const url = repositoryUrl(call.site, repository, `/commits/${sha}`);
    const body = {
      state: combined([...newest.values()]),
      statuses: items.map(status => statusOf(call.site, repository, status)),
      sha,
      total_count: newest.size,
      repository: fullRepositoryOf(call.site, repository),
      commit_url: url,
      url: `${url}/status`,
    };
    return { status: 200, body, headers };
  },
};

/** GitHub calls a commit without statuses pending. */
function combined(statuses: readonly StatusRecord[]): 'failure' | 'pending' | 'success' {
  if (statuses.some(({ state }) => state === 'failure' || state === 'error')) return 'failure';
  return statuses.length > 0 && statuses.every(({ state }) => state === 'success') ? 'success' : 'pending';
}
