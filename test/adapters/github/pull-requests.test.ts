import { describe, expect, it } from '@jest/globals';
import { Octokit } from 'octokit';
import { putPullRequest } from '../../../src/adapters/github/pull-requests.js';

/** GitHub as it answers in a private repository whose plan has no drafts. */
function withoutDrafts(created: unknown[]): typeof fetch {
  const answer = (status: number, body: unknown) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  return async (_, init) => {
    if (init?.method !== 'POST') return answer(200, []);
    const request = JSON.parse(init.body as string) as { draft?: boolean };
    created.push(request);
    if (request.draft === true)
      return answer(422, { message: 'Draft pull requests are not supported in this repository.' });
    return answer(201, { number: 3, html_url: 'https://github.com/a/b/pull/3', draft: false });
  };
}

describe('putPullRequest', () => {
  it('opens an ordinary pull request where there are no drafts', async () => {
    const created: unknown[] = [];
    const octokit = new Octokit({
      request: { fetch: withoutDrafts(created) },
      throttle: { enabled: false },
      retry: { enabled: false },
    });
    const opened = await putPullRequest(
      { octokit, appId: 1, owner: 'a', repo: 'b' },
      { branch: 'codeface/issue-1', base: 'main', text: { title: 'Build it', body: '' } },
    );
    expect(opened).toEqual({ number: 3, url: 'https://github.com/a/b/pull/3', draft: false });
    expect(created).toHaveLength(2);
  });
});
