import { createSign, generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { GitHubServer } from '../github-server.js';
import { appClient, installationClient, tokenClient } from '../octokit.js';
import { startGitHubServer } from '../server.js';

const shop = { owner: 'acme', repo: 'shop' };
let server: GitHubServer;

beforeEach(async () => {
  server = await startGitHubServer();
  await server.createRepository({ owner: 'acme', name: 'shop', files: { 'README.md': 'Shop\n' } });
});
afterEach(async () => server.close());

/** A JSON web token as the App would sign it, but for what the test changes. */
function jwt(claims: object, key = server.app.privateKey): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const payload = { iat: now - 30, exp: now + 300, iss: server.app.id, ...claims };
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(payload)}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
}

describe('the App itself', () => {
  it('is known by its own token, and finds its installation by id, by list and by repository', async () => {
    const { apps } = appClient(server).rest;
    expect((await apps.getAuthenticated()).data).toMatchObject({ id: server.app.id, slug: 'codeface' });
    const { data: listed } = await apps.listInstallations();
    expect(listed.map(each => each.id)).toEqual([server.installationId]);
    const byId = await apps.getInstallation({ installation_id: server.installationId });
    expect(byId.data.account).toMatchObject({ login: 'acme', type: 'Organization' });
    expect((await apps.getRepoInstallation(shop)).data.id).toBe(server.installationId);
    server.assertNoViolations();
  });

  it.each([
    ['signed with another key', () => jwt({}, otherKey())],
    ['of another App', () => jwt({ iss: 1 })],
    ['that has expired', () => jwt({ exp: Math.floor(Date.now() / 1000) - 1 })],
    ['that would live longer than ten minutes', () => jwt({ exp: Math.floor(Date.now() / 1000) + 700 })],
    ['from the future', () => jwt({ iat: Math.floor(Date.now() / 1000) + 120 })],
    ['that is none', () => 'a.b.c'],
  ])('is not believed with a token %s', async (_, token) => {
    const call = tokenClient(server).request('GET /app', { headers: { authorization: `bearer ${token()}` } });
    await expect(call).rejects.toMatchObject({ status: 401 });
  });

  it('takes a good token of the same making', async () => {
    const headers = { authorization: `bearer ${jwt({})}` };
    expect((await tokenClient(server).request('GET /app', { headers })).status).toBe(200);
  });

  it('cannot act with an installation token, nor the installation with its own', async () => {
    const { data } = await token();
    await expect(tokenClient(server, data.token).rest.apps.getAuthenticated()).rejects.toMatchObject({
      status: 401,
    });
    await expect(tokenClient(server, jwt({})).rest.repos.get(shop)).rejects.toMatchObject({ status: 401 });
  });
});

describe('the installation', () => {
  it('works on every repository of the organisation', async () => {
    const octokit = installationClient(server);
    const repositories = await octokit.paginate(octokit.rest.apps.listReposAccessibleToInstallation);
    expect(repositories.map(each => each.full_name)).toEqual(['acme/shop']);
    server.assertNoViolations();
  });

  it('needs its token for a public repository too', async () => {
    await expect(tokenClient(server).rest.repos.get(shop)).rejects.toMatchObject({ status: 401 });
    await expect(tokenClient(server, 'ghs_unknown').rest.repos.get(shop)).rejects.toMatchObject({
      status: 401,
    });
  });

  it('sees only the repositories its token is narrowed to', async () => {
    await server.createRepository({ owner: 'acme', name: 'till' });
    const { data } = await token({ repositories: ['till'] });
    const octokit = tokenClient(server, data.token);
    expect((await octokit.rest.repos.get({ owner: 'acme', repo: 'till' })).status).toBe(200);
    await expect(octokit.rest.repos.get(shop)).rejects.toMatchObject({ status: 404 });
  });

  it('may do what its token is narrowed to, and no more than the App asked for', async () => {
    const { data } = await token({ permissions: { contents: 'read' } });
    const octokit = tokenClient(server, data.token);
    expect((await octokit.rest.repos.getContent({ ...shop, path: 'README.md' })).status).toBe(200);
    await expect(octokit.rest.git.createBlob({ ...shop, content: '' })).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('Resource not accessible by integration'),
    });
    await expect(token({ permissions: { administration: 'write' } })).rejects.toMatchObject({ status: 422 });
  });

  it('loses what its App never asked for', async () => {
    await server.close();
    server = await startGitHubServer({ permissions: { metadata: 'read', issues: 'write' } });
    await server.createRepository({ owner: 'acme', name: 'shop', files: { a: 'a' } });
    const octokit = installationClient(server);
    await expect(octokit.rest.repos.getContent({ ...shop, path: 'a' })).rejects.toMatchObject({
      status: 403,
    });
  });

  it('is refused once its token has expired', async () => {
    const { data } = await token();
    server.expireTokens();
    const octokit = tokenClient(server, data.token);
    await expect(octokit.rest.repos.get(shop)).rejects.toMatchObject({ status: 401 });
  });
});

function token(narrowing: { repositories?: string[]; permissions?: Record<string, 'read' | 'write'> } = {}) {
  return appClient(server).rest.apps.createInstallationAccessToken({
    installation_id: server.installationId,
    ...narrowing,
  });
}

function otherKey(): string {
  const encoding = { type: 'pkcs8', format: 'pem' } as const;
  const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
  return generateKeyPairSync('rsa', { modulusLength: 2048, privateKeyEncoding: encoding, publicKeyEncoding })
    .privateKey;
}
