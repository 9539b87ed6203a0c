import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Octokit } from 'octokit';
import type { GitHubServer } from '../github-server.js';
import { installationClient } from '../octokit.js';
import { startGitHubServer } from '../server.js';

const shop = { owner: 'acme', repo: 'shop' };
let server: GitHubServer;
let octokit: Octokit;
let issue: { owner: string; repo: string; issue_number: number };

beforeEach(async () => {
  server = await startGitHubServer();
  await server.createRepository({ owner: 'acme', name: 'shop', files: { 'README.md': 'Shop\n' } });
  const number = await server.createIssue('acme/shop', { title: 'Build it', body: 'Please.', user: 'ann' });
  issue = { ...shop, issue_number: number };
  octokit = installationClient(server);
});
afterEach(async () => server.close());

describe('issues', () => {
  it('are read, opened, listed and closed', async () => {
    expect((await octokit.rest.issues.get(issue)).data).toMatchObject({
      title: 'Build it',
      body: 'Please.',
      user: { login: 'ann', type: 'User' },
    });
    const { data: made } = await octokit.rest.issues.create({
      ...shop,
      title: 'Mine?',
      labels: ['codeface'],
    });
    expect(made).toMatchObject({ number: 2, user: { login: 'codeface[bot]', type: 'Bot' } });
    await octokit.rest.issues.update({ ...issue, state: 'closed' });
    const { data: open } = await octokit.rest.issues.listForRepo(shop);
    expect(open.map(each => each.number)).toEqual([2]);
    const { data: all } = await octokit.rest.issues.listForRepo({ ...shop, state: 'all', direction: 'asc' });
    expect(all.map(each => [each.number, each.state])).toEqual([
      [1, 'closed'],
      [2, 'open'],
    ]);
    server.assertNoViolations();
  });

  it('are found by label', async () => {
    await octokit.rest.issues.create({ ...shop, title: 'Other' });
    await octokit.rest.issues.addLabels({ ...issue, labels: ['wanted'] });
    const { data } = await octokit.rest.issues.listForRepo({ ...shop, labels: 'wanted' });
    expect(data.map(each => each.number)).toEqual([1]);
    server.assertNoViolations();
  });

  it('do not exist under other numbers', async () => {
    await expect(octokit.rest.issues.get({ ...shop, issue_number: 99 })).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('comments', () => {
  it('come in pages, each with links to the others', async () => {
    for (let index = 1; index <= 5; index += 1)
      await octokit.rest.issues.createComment({ ...issue, body: `comment ${index}` });
    const middle = await octokit.rest.issues.listComments({ ...issue, per_page: 2, page: 2 });
    expect(middle.data.map(each => each.body)).toEqual(['comment 3', 'comment 4']);
    const relations = [...(middle.headers.link ?? '').matchAll(/[?&]page=(\d+)[^>]*>; rel="(\w+)"/g)];
    expect(Object.fromEntries(relations.map(([, page, name]) => [name, page]))).toEqual({
      prev: '1',
      first: '1',
      next: '3',
      last: '3',
    });
    const all = await octokit.paginate(octokit.rest.issues.listComments, { ...issue, per_page: 2 });
    expect(all).toHaveLength(5);
    server.assertNoViolations();
  });

  it('are rewritten and removed by their author only', async () => {
    const { data: ours } = await octokit.rest.issues.createComment({ ...issue, body: 'working' });
    await octokit.rest.issues.updateComment({ ...shop, comment_id: ours.id, body: 'done' });
    expect((await octokit.rest.issues.getComment({ ...shop, comment_id: ours.id })).data.body).toBe('done');
    const { commentId: theirs } = await server.commentOn('acme/shop', 1, 'Thanks!', 'ann');
    const rewrite = octokit.rest.issues.updateComment({ ...shop, comment_id: theirs, body: 'No.' });
    await expect(rewrite).rejects.toMatchObject({ status: 403 });
    await octokit.rest.issues.deleteComment({ ...shop, comment_id: ours.id });
    expect((await server.state()).comments).toMatchObject([{ body: 'Thanks!', user: 'ann', edited: false }]);
    server.assertNoViolations();
  });

  it('are refused when empty or longer than GitHub takes', async () => {
    const create = (body: string) => octokit.rest.issues.createComment({ ...issue, body });
    await expect(create('')).rejects.toMatchObject({ status: 422 });
    await expect(create('x'.repeat(65_537))).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('body is too long'),
    });
    expect((await create('x'.repeat(65_536))).status).toBe(201);
    server.assertNoViolations();
  });

  it('gather each reaction once', async () => {
    const { commentId } = await server.commentOn('acme/shop', 1, '/codeface build', 'ann');
    const react = () =>
      octokit.rest.reactions.createForIssueComment({ ...shop, comment_id: commentId, content: 'eyes' });
    expect((await react()).status).toBe(201);
    expect((await react()).status).toBe(200);
    const { data } = await octokit.rest.reactions.listForIssueComment({ ...shop, comment_id: commentId });
    expect(data.map(each => [each.user?.login, each.content])).toEqual([['codeface[bot]', 'eyes']]);
    expect((await server.state()).comments[0]?.reactions).toEqual([
      { user: 'codeface[bot]', content: 'eyes' },
    ]);
    server.assertNoViolations();
  });
});

describe('people', () => {
  it('may do what they were given; a public repository is open to readers', async () => {
    server.setPermission('acme/shop', 'ann', 'write');
    await server.createRepository({ owner: 'acme', name: 'safe', private: true });
    const permission = async (repo: string, username: string) => {
      const call = octokit.rest.repos.getCollaboratorPermissionLevel({ owner: 'acme', repo, username });
      return (await call).data.permission;
    };
    expect(await permission('shop', 'ann')).toBe('write');
    expect(await permission('shop', 'eve')).toBe('read');
    expect(await permission('safe', 'eve')).toBe('none');
    server.assertNoViolations();
  });
});
