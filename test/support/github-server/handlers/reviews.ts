import { unprocessable } from '../api-error.js';
import { page, repositoryOf } from '../call.js';
import type { Handlers } from '../call.js';
import { reviewOf } from '../representations/pull-request.js';
import { pullNumbered } from './pulls.js';

const STATES = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' } as const;

/** Reviews of pull requests. */
export const reviewHandlers: Handlers<'pulls/create-review' | 'pulls/list-reviews'> = {
  'pulls/create-review': call => {
    const repository = repositoryOf(call);
    const issue = pullNumbered(repository, call);
    const { event, body = '', commit_id: commit } = call.body ?? {};
    if (event !== undefined && event !== 'APPROVE' && body === '')
      throw unprocessable('Unprocessable Entity: a review needs a body');
    if (event !== undefined && event !== 'COMMENT' && issue.user === call.site.bot)
      throw unprocessable('Unprocessable Entity: can not review your own pull request');
    const review = {
      id: call.site.nextId(),
      user: call.site.bot,
      body,
      state: event === undefined ? ('PENDING' as const) : STATES[event],
      commit: commit ?? issue.pull.headSha,
      submittedAt: call.site.now(),
    };
    issue.pull.reviews.push(review);
    return { status: 200, body: reviewOf(call.site, repository, issue, review) };
  },

  'pulls/list-reviews': call => {
    const repository = repositoryOf(call);
    const issue = pullNumbered(repository, call);
    const { items, headers } = page(call, issue.pull.reviews);
    return { status: 200, body: items.map(each => reviewOf(call.site, repository, issue, each)), headers };
  },
};
