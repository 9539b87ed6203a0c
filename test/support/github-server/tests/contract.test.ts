import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Octokit } from 'octokit';
import type { GitHubServer } from '../github-server.js';
import { installationClient } from '../octokit.js';
import { startGitHubServer } from '../server.js';

const shop = { owner: 'acme', repo: 'shop' };
let server: GitHubServer;
let octokit: Octokit;

beforeEach(async () => {
  server = await startGitHubServer();
  await server.createRepository({ owner: 'acme', name: 'shop', files: { 'a.py': 'a = 1\n' } });
  octokit = installationClient(server);
});
afterEach(async () => server.close());

describe('what the description does not allow', () => {
  const create = (body: object) =>
    octokit.request('POST /repos/{owner}/{repo}/issues', { ...shop, ...body } as never);

  it('is a field it does not list', async () => {
    await expect(create({ title: 'x', colour: 'red' })).rejects.toMatchObject({ status: 422 });
    expect(server.violations).toEqual([expect.stringMatching(/^issues\/create .*\(colour\)/)]);
    expect((await server.state()).issues).toEqual([]);
  });

  it('is such a field further down', async () => {
    const tree = [{ path: 'b.py', mode: '100644', type: 'blob', content: '', executable: true }];
    const call = octokit.request('POST /repos/{owner}/{repo}/git/trees', { ...shop, tree } as never);
    await expect(call).rejects.toMatchObject({ status: 422 });
    expect(server.violations).toEqual([expect.stringContaining('/requestBody/tree/0')]);
  });

  it('is a field of the wrong kind, or one that is missing', async () => {
    await expect(create({ title: true })).rejects.toMatchObject({ status: 422 });
    await expect(create({ body: 'no title' })).rejects.toMatchObject({ status: 422 });
    expect(server.violations).toHaveLength(2);
  });

  it('is a query parameter it does not list, or one of the wrong kind', async () => {
    const list = (query: object) =>
      octokit.request('GET /repos/{owner}/{repo}/issues', { ...shop, ...query } as never);
    await expect(list({ colour: 'red' })).rejects.toMatchObject({ status: 422 });
    await expect(list({ per_page: 'many' })).rejects.toMatchObject({ status: 422 });
    await expect(list({ state: 'ajar' })).rejects.toMatchObject({ status: 422 });
    expect(server.violations).toHaveLength(3);
  });

  it('is an operation the server does not have', async () => {
    await expect(octokit.rest.repos.listForks(shop)).rejects.toMatchObject({ status: 501 });
    expect(server.violations).toEqual([
      'GET /api/v3/repos/acme/shop/forks is not an operation this server has',
    ]);
  });

  it('is a webhook that lacks what GitHub sends', async () => {
    await server.sendWebhook('issue_comment', { action: 'created' });
    expect(server.violations).toEqual([expect.stringMatching(/webhook issue-comment-created .*issue/)]);
  });

  it('is told to the test', async () => {
    expect(() => server.assertNoViolations()).not.toThrow();
    await expect(create({ colour: 'red' })).rejects.toThrow();
    expect(() => server.assertNoViolations()).toThrow(/issues\/create was called with .*colour/);
  });
});

describe('a call', () => {
  it('is logged with its answer', async () => {
    await octokit.rest.issues.create({ ...shop, title: 'x' });
    expect(server.requests.at(-1)).toEqual({
      method: 'POST',
      path: '/api/v3/repos/acme/shop/issues',
      query: '',
      body: '{"title":"x"}',
      status: 201,
    });
  });

  it('is told how many more there may be', async () => {
    const { headers } = await octokit.rest.repos.get(shop);
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '5000', 'x-ratelimit-resource': 'core' });
    const left = Number(headers['x-ratelimit-remaining']);
    expect((await octokit.rest.repos.get(shop)).headers['x-ratelimit-remaining']).toBe(String(left - 1));
  });

  it('may name a path with its slashes', async () => {
    await server.push('acme/shop', 'main', { 'src/b.py': 'b = 1\n' });
    const found = await octokit.request('GET /repos/acme/shop/contents/src/b.py');
    expect(found.data).toMatchObject({ path: 'src/b.py' });
    server.assertNoViolations();
  });
});

describe('a call that is made to fail', () => {
  it('fails as often as asked, before it does anything', async () => {
    server.failNext({ method: 'POST', path: /\/issues$/, status: 502, times: 2 });
    const create = () => octokit.rest.issues.create({ ...shop, title: 'x' });
    await expect(create()).rejects.toMatchObject({ status: 502 });
    expect((await octokit.rest.issues.listForRepo(shop)).data).toEqual([]);
    await expect(create()).rejects.toMatchObject({ status: 502 });
    expect((await create()).status).toBe(201);
    server.assertNoViolations();
  });

  it('may say when to come back', async () => {
    server.failNext({ method: 'GET', path: /\/repos\//, status: 403, retryAfterSeconds: 7 });
    await expect(octokit.rest.repos.get(shop)).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('secondary rate limit'),
      response: { headers: { 'retry-after': '7' } },
    });
  });

  it('may get no answer at all', async () => {
    server.failNext({ method: 'GET', path: /\/repos\//, status: 0 });
    await expect(octokit.rest.repos.get(shop)).rejects.toThrow();
    expect((await octokit.rest.repos.get(shop)).status).toBe(200);
  });
});
