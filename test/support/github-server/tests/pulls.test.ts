import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Octokit } from 'octokit';
import type { GitHubServer } from '../github-server.js';
import { installationClient } from '../octokit.js';
import { startGitHubServer } from '../server.js';

const shop = { owner: 'acme', repo: 'shop' };
const proposal = { ...shop, title: 'Build it', head: 'codeface/issue-1', base: 'main', draft: true };
const READY = `mutation ($id: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { number isDraft } }
}`;
let server: GitHubServer;
let octokit: Octokit;

beforeEach(async () => {
  server = await startGitHubServer();
  await server.createRepository({ owner: 'acme', name: 'shop', files: { 'README.md': 'Shop\n' } });
  await server.createIssue('acme/shop', { title: 'Build it', body: 'Please.', user: 'ann' });
  await server.push('acme/shop', 'codeface/issue-1', { 'a.py': 'a = 1\n' });
  octokit = installationClient(server);
});
afterEach(async () => server.close());

describe('a pull request', () => {
  it('shares its number and its comments with issues', async () => {
    const { data: pull } = await octokit.rest.pulls.create(proposal);
    expect(pull).toMatchObject({ number: 2, draft: true, user: { login: 'codeface[bot]', type: 'Bot' } });
    expect(pull).toMatchObject({ commits: 1, changed_files: 1, additions: 1, head: { ref: proposal.head } });
    const asIssue = { ...shop, issue_number: pull.number };
    expect((await octokit.rest.issues.get(asIssue)).data.pull_request).toBeDefined();
    await octokit.rest.issues.createComment({ ...asIssue, body: 'round 1' });
    expect((await octokit.rest.pulls.get({ ...shop, pull_number: 2 })).data.comments).toBe(1);
    await expect(octokit.rest.pulls.get({ ...shop, pull_number: 1 })).rejects.toMatchObject({ status: 404 });
    server.assertNoViolations();
  });

  it('leaves draft by GraphQL', async () => {
    const { data: pull } = await octokit.rest.pulls.create(proposal);
    const answer = await octokit.graphql(READY, { id: pull.node_id });
    expect(answer).toEqual({ markPullRequestReadyForReview: { pullRequest: { number: 2, isDraft: false } } });
    expect((await octokit.rest.pulls.get({ ...shop, pull_number: 2 })).data.draft).toBe(false);
    expect((await server.state()).pulls).toMatchObject([{ number: 2, draft: false }]);
    server.assertNoViolations();
  });

  it('does not leave draft by REST, and trying is a violation', async () => {
    await octokit.rest.pulls.create(proposal);
    const update = octokit.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
      ...shop,
      pull_number: 2,
      draft: false,
    });
    await expect(update).rejects.toMatchObject({ status: 422 });
    expect(server.violations).toEqual([expect.stringMatching(/^pulls\/update .*\(draft\)/)]);
    expect((await server.state()).pulls[0]?.draft).toBe(true);
  });

  it('needs something to pull, from a branch that is there, and is opened once', async () => {
    await server.push('acme/shop', 'same', {});
    const create = (change: object) => octokit.rest.pulls.create({ ...proposal, ...change });
    const main = (await server.state()).refs.get('refs/heads/main')!;
    await octokit.rest.git.createRef({ ...shop, ref: 'refs/heads/level', sha: main });
    await expect(create({ head: 'level' })).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ message: 'No commits between main and level' }] } },
    });
    await expect(create({ head: 'nowhere' })).rejects.toMatchObject({ status: 422 });
    await create({});
    await expect(create({})).rejects.toMatchObject({
      status: 422,
      response: {
        data: { errors: [{ message: 'A pull request already exists for acme:codeface/issue-1.' }] },
      },
    });
    server.assertNoViolations();
  });

  it('is found by its branch, and follows it', async () => {
    await octokit.rest.pulls.create(proposal);
    const find = (head: string) => octokit.rest.pulls.list({ ...shop, head });
    expect((await find('acme:codeface/issue-1')).data.map(each => each.number)).toEqual([2]);
    expect((await find('acme:other')).data).toEqual([]);
    // As at GitHub, a branch without its owner filters nothing.
    expect((await find('other')).data).toHaveLength(1);
    const sha = await server.push('acme/shop', 'codeface/issue-1', { 'a.py': 'a = 2\n' });
    expect((await octokit.rest.pulls.get({ ...shop, pull_number: 2 })).data.head.sha).toBe(sha);
    const { data: files } = await octokit.rest.pulls.listFiles({ ...shop, pull_number: 2 });
    expect(files.map(each => [each.filename, each.status])).toEqual([['a.py', 'added']]);
    server.assertNoViolations();
  });

  it('takes a new text, a review and its end', async () => {
    await octokit.rest.pulls.create(proposal);
    const pull = { ...shop, pull_number: 2 };
    await octokit.rest.pulls.update({ ...pull, title: 'Built', body: 'With provenance.' });
    await octokit.rest.pulls.createReview({ ...pull, event: 'COMMENT', body: 'See line 1.' });
    const approve = octokit.rest.pulls.createReview({ ...pull, event: 'APPROVE' });
    await expect(approve).rejects.toMatchObject({ status: 422 });
    expect((await octokit.rest.pulls.listReviews(pull)).data).toMatchObject([{ state: 'COMMENTED' }]);
    const merge = await server.merge('acme/shop', 2, 'ann');
    expect((await octokit.rest.pulls.get(pull)).data).toMatchObject({
      title: 'Built',
      merged: true,
      state: 'closed',
      merge_commit_sha: merge,
    });
    expect((await server.state()).commits.get('main')?.map(each => each.parents.length)).toEqual([2, 1, 0]);
    server.assertNoViolations();
  });
});

describe('GraphQL', () => {
  it('tells of a node that is not there without calling it a violation', async () => {
    await expect(octokit.graphql(READY, { id: 'PR_none' })).rejects.toMatchObject({
      errors: [{ type: 'NOT_FOUND', path: ['markPullRequestReadyForReview'] }],
    });
    server.assertNoViolations();
  });

  it.each([
    ['a field it does not have', READY.replace('isDraft', 'draft'), 'draft'],
    [
      'an input it does not have',
      READY.replace('pullRequestId: $id', 'pullRequestId: $id, force: true'),
      'force',
    ],
    ['a mutation it does not have', 'mutation { deleteEverything }', 'deleteEverything'],
  ])('refuses %s', async (_, query, named) => {
    await expect(octokit.graphql(query, query.includes('$id') ? { id: 'PR_1' } : {})).rejects.toThrow(named);
    expect(server.violations).toEqual([expect.stringContaining(named)]);
  });
});
