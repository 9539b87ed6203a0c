import { forbidden, notFound, validationFailed } from '../api-error.js';
import { page, repositoryOf } from '../call.js';
import type { Call, Handlers } from '../call.js';
import { commentEvent } from '../events/issue-events.js';
import { commentOf, reactionOf } from '../representations/issue.js';
import { addComment } from '../tracker.js';
import type { CommentRecord, RepositoryRecord } from '../records.js';
import { issueNumbered } from './issues.js';

/** GitHub refuses longer ones. */
const MAXIMUM_CHARACTERS = 65_536;

/** Comments on issues and pull requests, and the reactions to them. */
export const commentHandlers: Handlers<
  | 'issues/list-comments'
  | 'issues/get-comment'
  | 'issues/create-comment'
  | 'issues/update-comment'
  | 'issues/delete-comment'
  | 'reactions/create-for-issue-comment'
  | 'reactions/list-for-issue-comment'
> = {
  'issues/list-comments': call => {
    const repository = repositoryOf(call);
    const { number } = issueNumbered(repository, call);
    const comments = [...repository.comments.values()].filter(
      ({ issue, updatedAt }) => issue === number && updatedAt >= (call.query.since ?? ''),
    );
    const { items, headers } = page(call, comments);
    return { status: 200, body: items.map(comment => commentOf(call.site, repository, comment)), headers };
  },

  'issues/get-comment': call => {
    const repository = repositoryOf(call);
    return { status: 200, body: commentOf(call.site, repository, commentNamed(repository, call)) };
  },

  'issues/create-comment': call => {
    const repository = repositoryOf(call);
    const issue = issueNumbered(repository, call);
    const body = checkedBody(call.body.body);
    const comment = addComment(call.site, repository, issue, { body, user: call.site.bot });
    call.webhooks.announce('issue_comment', commentEvent(call.site, repository, comment, 'created'));
    return { status: 201, body: commentOf(call.site, repository, comment) };
  },

  'issues/update-comment': call => {
    const repository = repositoryOf(call);
    const comment = commentOfOurs(repository, call);
    const body = checkedBody(call.body.body);
    const changes = { body: { from: comment.body } };
    comment.body = body;
    comment.updatedAt = call.site.now();
    const event = commentEvent(call.site, repository, comment, 'edited', { changes });
    call.webhooks.announce('issue_comment', event);
    return { status: 200, body: commentOf(call.site, repository, comment) };
  },

  'issues/delete-comment': call => {
    const repository = repositoryOf(call);
    const comment = commentOfOurs(repository, call);
    call.webhooks.announce('issue_comment', commentEvent(call.site, repository, comment, 'deleted'));
    repository.comments.delete(comment.id);
    return { status: 204 };
  },

  'reactions/create-for-issue-comment': call => {
    const comment = commentNamed(repositoryOf(call), call);
    const { content } = call.body;
    const user = call.site.bot;
    const found = comment.reactions.find(each => each.content === content && each.user === user);
    if (found !== undefined) return { status: 200, body: reactionOf(call.site, found) };
    const reaction = { id: call.site.nextId(), user, content, createdAt: call.site.now() };
    comment.reactions.push(reaction);
    return { status: 201, body: reactionOf(call.site, reaction) };
  },

  'reactions/list-for-issue-comment': call => {
    const comment = commentNamed(repositoryOf(call), call);
    const { content } = call.query;
    const wanted = comment.reactions.filter(each => content === undefined || each.content === content);
    const { items, headers } = page(call, wanted);
    return { status: 200, body: items.map(reaction => reactionOf(call.site, reaction)), headers };
  },
};

function commentNamed(
  repository: RepositoryRecord,
  call: { readonly path: { readonly comment_id: number } },
): CommentRecord {
  const comment = repository.comments.get(call.path.comment_id);
  if (comment === undefined) throw notFound();
  return comment;
}

/** The App may rewrite its own words; this server takes rewriting a person's for a mistake. */
function commentOfOurs(
  repository: RepositoryRecord,
  call: Call<'issues/update-comment'> | Call<'issues/delete-comment'>,
): CommentRecord {
  const comment = commentNamed(repository, call);
  if (comment.user !== call.site.bot) throw forbidden();
  return comment;
}

function checkedBody(body: string): string {
  if (body.trim() === '')
    throw validationFailed({ resource: 'IssueComment', field: 'body', code: 'missing_field' });
  if (body.length > MAXIMUM_CHARACTERS)
    throw validationFailed({
      resource: 'IssueComment',
      field: 'body',
      code: 'custom',
      message: `body is too long (maximum is ${MAXIMUM_CHARACTERS} characters)`,
    });
  return body;
}
