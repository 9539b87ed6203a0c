import type { PullRequest, PullRequestText } from '../../domain/publication.js';
import type { GitHubRepository } from './github-repository.js';
import { limitBody, limitTitle } from './limit-text.js';
import { statusOf } from './translate-error.js';

/** The open pull request of the branch into `base`, with this text; a new one is a draft. */
export async function putPullRequest(
  at: GitHubRepository,
  { branch, base, text }: { readonly branch: string; readonly base: string; readonly text: PullRequestText },
): Promise<PullRequest> {
  const { octokit, owner, repo } = at;
  const title = limitTitle(text.title);
  const body = limitBody(text.body);
  const { data: open } = await octokit.rest.pulls.list({
    owner,
    repo,
    state: 'open',
    head: `${owner}:${branch}`,
  });
  const found = open.find(({ head }) => head.ref === branch);
  if (found === undefined) return describe(await openDraft(at, { head: branch, base, title, body }));
  if (found.title !== title || (found.body ?? '') !== body)
    await octokit.rest.pulls.update({ owner, repo, pull_number: found.number, title, body });
  return describe(found);
}

/** Takes it out of draft, which only GraphQL can. */
export async function markReady(at: GitHubRepository, number: number): Promise<void> {
  const { octokit, owner, repo } = at;
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
  if (data.draft !== true) return;
  await octokit.graphql(
    'mutation ($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } } }',
    { id: data.node_id },
  );
}

async function openDraft(
  at: GitHubRepository,
  request: { readonly head: string; readonly base: string; readonly title: string; readonly body: string },
) {
  const { octokit, owner, repo } = at;
  try {
    return (await octokit.rest.pulls.create({ owner, repo, ...request, draft: true })).data;
  } catch (error) {
    // Private repositories of some plans have no drafts; an open pull request is better than none.
    if (statusOf(error) !== 422 || !/draft/i.test(String(error))) throw error;
    return (await octokit.rest.pulls.create({ owner, repo, ...request })).data;
  }
}

function describe(data: {
  readonly number: number;
  readonly html_url: string;
  readonly draft?: boolean | undefined;
}): PullRequest {
  return { number: data.number, url: data.html_url, draft: data.draft ?? false };
}
