import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Octokit } from 'octokit';
import { GitHubHost } from '../../../src/adapters/github/github-host.js';
import type { CommitRequest, RepositoryHost } from '../../../src/ports/repository-host.js';
import { firstRound } from '../../contracts/repository-host-commits-contract.js';
import { repositoryHostContract } from '../../contracts/repository-host-contract.js';
import type { HostWorld } from '../../contracts/repository-host-world.js';
import type { GitHubServer } from '../../support/github-server/github-server.js';
import { installationClient, tokenClient } from '../../support/github-server/octokit.js';
import { startGitHubServer } from '../../support/github-server/server.js';
import { createGitHubWorld, hostsOf } from './github-world.js';

let server: GitHubServer;
beforeAll(async () => {
  server = await startGitHubServer();
});
afterEach(() => server.assertNoViolations());
afterAll(async () => server.close());

repositoryHostContract('GitHub', () => createGitHubWorld(server));

const marker = '<!-- codeface:status -->';

describe('the GitHub adapter', () => {
  let world: HostWorld;
  let host: RepositoryHost;

  beforeEach(async () => {
    world = await createGitHubWorld(server);
    host = await world.open();
  });

  it('needs one request to edit a comment it wrote itself', async () => {
    await host.putComment(world.issue, { marker, body: `${marker} 1` });
    const before = server.requests.length;
    await host.putComment(world.issue, { marker, body: `${marker} 2` });
    expect(server.requests.slice(before).map(({ method }) => method)).toEqual(['PATCH']);
  });

  it('writes a comment anew that a person deleted', async () => {
    await host.putComment(world.issue, { marker, body: `${marker} 1` });
    const [owner, repo] = world.repository.split('/') as [string, string];
    const { id } = (await world.state()).comments[0]!;
    await installationClient(server).rest.issues.deleteComment({ owner, repo, comment_id: id });
    await host.putComment(world.issue, { marker, body: `${marker} 2` });
    expect((await world.state()).comments.map(({ body }) => body)).toEqual([`${marker} 2`]);
  });

  it('shortens what GitHub would refuse and still finds it again', async () => {
    const body = `${'A line of text.\n'.repeat(6_000)}${marker}`;
    await host.putComment(world.issue, { marker, body });
    await (await world.open()).putComment(world.issue, { marker, body });
    const { comments } = await world.state();
    expect(comments).toHaveLength(1);
    expect(comments[0]!.body).toContain('The rest is left out');
  });

  it('keeps an executable file executable, and passes over a deletion of what is not there', async () => {
    const [owner, repo] = world.repository.split('/') as [string, string];
    const { git } = installationClient(server).rest;
    const script = { path: 'run.sh', mode: '100755' as const, type: 'blob' as const, content: '#!/bin/sh\n' };
    const { data: tree } = await git.createTree({ owner, repo, tree: [script] });
    const { data: base } = await git.createCommit({
      owner,
      repo,
      message: 'Add a script',
      tree: tree.sha,
      parents: [world.head],
    });
    const commit = await host.commit({
      ...firstRound(world),
      base: base.sha,
      parent: base.sha,
      changeSet: {
        writes: [{ path: 'run.sh', encoding: 'utf8', content: '#!/bin/sh\nexit 0\n' }],
        deletes: ['never.py'],
      },
    });
    const { data: after } = await git.getTree({ owner, repo, tree_sha: commit });
    expect(after.tree.map(({ path, mode }) => ({ path, mode }))).toEqual([
      { path: 'run.sh', mode: '100755' },
    ]);
  });

  it('makes one commit when two workers are at the same step', async () => {
    const other = await world.open();
    const commits = await Promise.all([host.commit(firstRound(world)), other.commit(firstRound(world))]);
    expect(new Set(commits).size).toBe(1);
    expect((await world.state()).branches['codeface/issue-1']!.head).toBe(commits[0]);
  });

  it('hands git a token that can only read this repository', async () => {
    const tokens: string[] = [];
    const hosts = hostsOf(server, {
      clone: async ({ token = '', repository, commit = '' }) => {
        tokens.push(token);
        return { repository, commit, files: new Map() };
      },
    });
    await (await hosts.open(server.installationId, world.repository)).snapshot();
    const [owner, repo] = world.repository.split('/') as [string, string];
    const client = tokenClient(server, tokens[0]);
    await expect(client.rest.git.getRef({ owner, repo, ref: 'heads/main' })).resolves.toBeDefined();
    const write = client.rest.issues.createComment({ owner, repo, issue_number: world.issue, body: 'x' });
    await expect(write).rejects.toMatchObject({ status: 403 });
    const elsewhere = await createGitHubWorld(server);
    const [, foreign = ''] = elsewhere.repository.split('/');
    await expect(client.rest.git.getRef({ owner, repo: foreign, ref: 'heads/main' })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('refuses a repository without a commit, and a name that is none', async () => {
    await server.createRepository({ owner: 'acme', name: `${world.repository.split('/')[1]}-empty` });
    const empty = await hostsOf(server).open(server.installationId, `${world.repository}-empty`);
    await expect(empty.snapshot()).rejects.toThrow('has no commit on main yet; push one first.');
    const opened = hostsOf(server).open(server.installationId, 'acme/../secrets');
    await expect(opened).rejects.toMatchObject({ code: 'repository-host' });
  });

  it('spaces its writes as GitHub asks, unless told not to', async () => {
    const spaced = await hostsOf(server, { throttle: { enabled: true } }).open(
      server.installationId,
      world.repository,
    );
    const comment = await world.comment('/codeface build');
    await spaced.acknowledge(comment);
    const started = performance.now();
    await spaced.acknowledge(comment);
    expect(performance.now() - started).toBeGreaterThan(900);
  });
});

describe('the GitHub adapter when GitHub fails', () => {
  let world: HostWorld;
  let waits: number[];
  let host: RepositoryHost;

  beforeEach(async () => {
    world = await createGitHubWorld(server);
    waits = [];
    const clock = { sleep: async (ms: number) => void waits.push(ms) };
    host = await hostsOf(server, { clock, retryAfterMs: [10, 20] }).open(
      server.installationId,
      world.repository,
    );
  });

  it.each([
    ['an error of its own', 502],
    ['a closed connection', 0],
  ])('tries again after %s', async (_, status) => {
    server.failNext({ method: 'POST', path: /\/comments$/, status, times: 2 });
    await host.putComment(world.issue, { marker, body: marker });
    expect(waits).toEqual([10, 20]);
    expect((await world.state()).comments).toHaveLength(1);
  });

  it('gives up in the end, with an error that may pass', async () => {
    server.failNext({ method: 'GET', path: /\/issues\/\d+$/, status: 503, times: 3 });
    await expect(host.issue(world.issue)).rejects.toMatchObject({
      code: 'repository-host',
      retryable: true,
      message: expect.stringMatching(/^Could not read acme\/widgets-\d+#\d+: GitHub cannot be reached/),
      cause: expect.objectContaining({ status: 503 }),
    });
    expect(waits).toEqual([10, 20]);
  });

  it.each([
    [403, {}, 'permission', false],
    [404, {}, 'repository-host', false],
    [422, {}, 'repository-host', false],
    [403, { retryAfterSeconds: 30 }, 'repository-host', true],
    [429, { retryAfterSeconds: 30 }, 'repository-host', true],
  ])('ends a status of %d %j as %s, retryable: %s', async (status, extra, code, retryable) => {
    server.failNext({ method: 'GET', path: /\/issues\/\d+$/, status, times: retryable ? 3 : 1, ...extra });
    await expect(host.issue(world.issue)).rejects.toMatchObject({ name: 'CodefaceError', code, retryable });
    expect(waits).toHaveLength(retryable ? 2 : 0);
  });

  it('refuses a key that is not the key of the App', async () => {
    const hosts = hostsOf(server, { appId: server.app.id + 1 });
    const stranger = await hosts.open(server.installationId, world.repository);
    await expect(stranger.issue(world.issue)).rejects.toMatchObject({ code: 'permission', retryable: false });
  });

  describe('and its answer to a write is lost', () => {
    let lost: RegExp | undefined;

    beforeEach(async () => {
      lost = undefined;
      const { token } = (await installationClient(server).auth({ type: 'installation' })) as {
        token: string;
      };
      const losing: typeof fetch = async (input, init) => {
        const response = await fetch(input, init);
        if (init?.method !== 'POST' || !lost?.test(new Request(input).url)) return response;
        lost = undefined;
        await response.text();
        throw new TypeError('fetch failed');
      };
      const octokit = new Octokit({
        auth: token,
        baseUrl: server.url,
        request: { fetch: losing },
        throttle: { enabled: false },
        retry: { enabled: false },
      });
      const [owner, repo] = world.repository.split('/') as [string, string];
      host = new GitHubHost(
        { octokit, appId: server.app.id, owner, repo },
        {
          clone: async () => Promise.reject(new Error('not asked for')),
          sleep: async ms => void waits.push(ms),
          retryAfterMs: [10],
        },
      );
    });

    it('there is one comment', async () => {
      lost = /\/comments$/;
      await host.putComment(world.issue, { marker, body: marker });
      expect(waits).toEqual([10]);
      expect((await world.state()).comments).toHaveLength(1);
    });

    it('there is one issue', async () => {
      lost = /\/issues$/;
      await host.putIssue('Welcome', { marker, body: marker });
      expect(waits).toEqual([10]);
      expect((await world.state()).openIssues.map(({ title }) => title)).toEqual(['Build it', 'Welcome']);
    });

    it('there are one commit, one pull request and one check run with each annotation once', async () => {
      const request: CommitRequest = firstRound(world);
      lost = /\/git\/refs$/;
      const commit = await host.commit(request);
      lost = /\/pulls$/;
      await host.putPullRequest(request.branch, { title: 'Build it', body: '' });
      lost = /\/check-runs$/;
      await host.putCheckRun({
        name: 'Codeface',
        commit,
        status: 'completed',
        conclusion: 'success',
        title: 'Green',
        summary: 'All passed.',
        annotations: Array.from({ length: 60 }, (_, index) => ({
          path: 'src/new.py',
          startLine: index + 1,
          endLine: index + 1,
          level: 'notice' as const,
          message: 'Seen.',
        })),
      });
      expect(waits).toEqual([10, 10, 10]);
      const state = await world.state();
      expect(state.branches[request.branch]!.head).toBe(commit);
      expect(state.pullRequests).toHaveLength(1);
      expect(state.checkRuns.map(({ annotations }) => annotations)).toEqual([60]);
    });
  });
});
