import { execFile } from 'node:child_process';
import { lstat, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Octokit } from 'octokit';
import type { GitHubServer } from '../github-server.js';
import { appClient, installationClient } from '../octokit.js';
import { startGitHubServer } from '../server.js';

const shop = { owner: 'acme', repo: 'shop' };
const run = promisify(execFile);
let server: GitHubServer;
let octokit: Octokit;
let head: string;
let folder: string;

beforeEach(async () => {
  server = await startGitHubServer();
  const files = { 'README.md': 'Shop\n', 'src/till/__init__.py': '', 'src/till/old.py': 'old = 1\n' };
  head = (await server.createRepository({ owner: 'acme', name: 'shop', files })).head!;
  octokit = installationClient(server);
  folder = await mkdtemp(join(tmpdir(), 'github-server-test-'));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function cloneUrl(): Promise<string> {
  const { data } = await appClient(server).rest.apps.createInstallationAccessToken({
    installation_id: server.installationId,
  });
  return `${server.origin.replace('//', `//x-access-token:${data.token}@`)}/acme/shop.git`;
}

/** Git as a person without any configuration has it. */
async function git(...args: string[]): Promise<string> {
  const identity = { GIT_AUTHOR_NAME: 'Ann', GIT_AUTHOR_EMAIL: 'ann@example.org' };
  const env = {
    PATH: process.env['PATH'],
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    ...identity,
    GIT_COMMITTER_NAME: identity.GIT_AUTHOR_NAME,
    GIT_COMMITTER_EMAIL: identity.GIT_AUTHOR_EMAIL,
  };
  return (await run('git', args, { env })).stdout.trim();
}

/** Commits a change on top of the head; the ids of the commit and its tree. */
async function commit(path: string, content: string): Promise<string> {
  const { data: base } = await octokit.rest.git.getCommit({ ...shop, commit_sha: head });
  const { data: tree } = await octokit.rest.git.createTree({
    ...shop,
    base_tree: base.tree.sha,
    tree: [{ path, mode: '100644', type: 'blob', content }],
  });
  const made = { ...shop, message: `Write ${path}`, tree: tree.sha, parents: [head] };
  return (await octokit.rest.git.createCommit(made)).data.sha;
}

describe('what the API writes', () => {
  it('is what a clone sees: texts, modes, links, bytes and removals', async () => {
    const { data: base } = await octokit.rest.git.getCommit({ ...shop, commit_sha: head });
    const bytes = Buffer.from([0, 255, 10, 128]);
    const blob = await octokit.rest.git.createBlob({
      ...shop,
      content: bytes.toString('base64'),
      encoding: 'base64',
    });
    const { data: tree } = await octokit.rest.git.createTree({
      ...shop,
      base_tree: base.tree.sha,
      tree: [
        { path: 'src/till/new.py', mode: '100644', type: 'blob', content: 'naïve = "é"\n' },
        { path: 'bin/run', mode: '100755', type: 'blob', content: '#!/bin/sh\n' },
        { path: 'link', mode: '120000', type: 'blob', content: 'README.md' },
        { path: 'data.bin', mode: '100644', type: 'blob', sha: blob.data.sha },
        { path: 'src/till/old.py', mode: '100644', type: 'blob', sha: null },
      ],
    });
    const { data: made } = await octokit.rest.git.createCommit({
      ...shop,
      message: 'Round 1\n\nCodeface-Run: r1',
      tree: tree.sha,
      parents: [head],
    });
    await octokit.rest.git.createRef({ ...shop, ref: 'refs/heads/codeface/issue-1', sha: made.sha });

    await git('clone', '--quiet', '--branch', 'codeface/issue-1', await cloneUrl(), folder);
    expect(await git('-C', folder, 'rev-parse', 'HEAD')).toBe(made.sha);
    expect(await git('-C', folder, 'log', '-1', '--format=%an|%B')).toBe(
      'codeface[bot]|Round 1\n\nCodeface-Run: r1',
    );
    expect(await readFile(join(folder, 'src/till/new.py'), 'utf8')).toBe('naïve = "é"\n');
    expect((await lstat(join(folder, 'bin/run'))).mode & 0o100).toBeTruthy();
    expect(await readlink(join(folder, 'link'))).toBe('README.md');
    expect(await readFile(join(folder, 'data.bin'))).toEqual(bytes);
    expect(await git('-C', folder, 'ls-files')).toBe(
      ['README.md', 'bin/run', 'data.bin', 'link', 'src/till/__init__.py', 'src/till/new.py'].join('\n'),
    );
    server.assertNoViolations();
  });

  it('refuses a tree that removes what is not there, or leaves the repository', async () => {
    const entry = (path: string, rest: object) =>
      octokit.rest.git.createTree({ ...shop, base_tree: head, tree: [{ path, mode: '100644', ...rest }] });
    await expect(entry('no/such.py', { sha: null })).rejects.toMatchObject({ status: 422 });
    await expect(entry('../up.py', { content: '' })).rejects.toMatchObject({ status: 422 });
    await expect(entry('.git/config', { content: '' })).rejects.toMatchObject({ status: 422 });
    await expect(entry('a.py', { sha: '1'.repeat(40) })).rejects.toMatchObject({ status: 422 });
  });

  it('moves a branch forward only, unless forced', async () => {
    const [one, other] = [await commit('a.py', 'a = 1\n'), await commit('b.py', 'b = 1\n')];
    const ref = 'heads/codeface/issue-1';
    await octokit.rest.git.createRef({ ...shop, ref: `refs/${ref}`, sha: one });
    await expect(octokit.rest.git.createRef({ ...shop, ref: `refs/${ref}`, sha: one })).rejects.toMatchObject(
      { status: 422, message: expect.stringContaining('Reference already exists') },
    );
    await expect(octokit.rest.git.updateRef({ ...shop, ref, sha: other })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('Update is not a fast forward'),
    });
    await octokit.rest.git.updateRef({ ...shop, ref, sha: other, force: true });
    expect((await octokit.rest.git.getRef({ ...shop, ref })).data.object.sha).toBe(other);
    await octokit.rest.git.deleteRef({ ...shop, ref });
    await expect(octokit.rest.git.getRef({ ...shop, ref })).rejects.toMatchObject({ status: 404 });
    server.assertNoViolations();
  });

  it('lets one of two racing branch creations win', async () => {
    const shas = [await commit('a.py', 'a = 1\n'), await commit('b.py', 'b = 1\n')];
    const race = shas.map(sha => octokit.rest.git.createRef({ ...shop, ref: 'refs/heads/x', sha }));
    const statuses = (await Promise.allSettled(race)).map(each => each.status).sort();
    expect(statuses).toEqual(['fulfilled', 'rejected']);
  });

  it('knows no branch of a commit that is not there, and none beside its own folder', async () => {
    const create = (ref: string, sha: string) => octokit.rest.git.createRef({ ...shop, ref, sha });
    await expect(create('refs/heads/x', '1'.repeat(40))).rejects.toMatchObject({ status: 422 });
    await expect(create('refs/heads/main/x', head)).rejects.toMatchObject({ status: 422 });
    await expect(create('refs/heads/a..b', head)).rejects.toMatchObject({ status: 422 });
  });
});

describe('what the API reads', () => {
  it('gives files, folders and raw bytes at any commit', async () => {
    const sha = await commit('src/till/new.py', 'new = 1\n');
    const at = (path: string, ref?: string) =>
      octokit.rest.repos.getContent({ ...shop, path, ...(ref === undefined ? {} : { ref }) });
    const file = (await at('src/till/new.py', sha)).data as { content: string };
    expect(Buffer.from(file.content, 'base64').toString()).toBe('new = 1\n');
    await expect(at('src/till/new.py')).rejects.toMatchObject({ status: 404 });
    const names = async (path: string) =>
      ((await at(path)).data as { name: string }[]).map(each => each.name);
    expect(await names('')).toEqual(['README.md', 'src']);
    expect(await names('src/till')).toEqual(['__init__.py', 'old.py']);
    const mediaType = { format: 'raw' };
    const raw = await octokit.rest.repos.getContent({ ...shop, path: 'README.md', mediaType });
    expect(raw.data).toBe('Shop\n');
    server.assertNoViolations();
  });

  it('leaves a large file to the raw media type', async () => {
    await server.push('acme/shop', 'main', { 'large.txt': 'x'.repeat(1_100_000) });
    const { data } = await octokit.rest.repos.getContent({ ...shop, path: 'large.txt' });
    expect(data).toMatchObject({ content: '', encoding: 'none', size: 1_100_000 });
    server.assertNoViolations();
  });

  it('lists a tree with everything below it, and history newest first', async () => {
    const sha = await commit('a.py', 'a = 1\n');
    const { data: tree } = await octokit.rest.git.getTree({ ...shop, tree_sha: sha, recursive: 'true' });
    expect(tree.tree.map(each => each.path)).toEqual([
      'README.md',
      'a.py',
      'src',
      'src/till',
      'src/till/__init__.py',
      'src/till/old.py',
    ]);
    const { data: commits } = await octokit.rest.repos.listCommits({ ...shop, sha });
    expect(commits.map(each => each.sha)).toEqual([sha, head]);
    const { data: branch } = await octokit.rest.repos.getBranch({ ...shop, branch: 'main' });
    expect(branch.commit.sha).toBe(head);
    server.assertNoViolations();
  });

  it('compares two lines of history', async () => {
    await octokit.rest.git.createRef({ ...shop, ref: 'refs/heads/a', sha: await commit('a.py', 'a = 1\n') });
    await server.push('acme/shop', 'main', { 'b.py': 'b = 1\n' });
    const { data } = await octokit.rest.repos.compareCommitsWithBasehead({ ...shop, basehead: 'main...a' });
    expect(data).toMatchObject({ status: 'diverged', ahead_by: 1, behind_by: 1 });
    expect(data.files?.map(each => [each.filename, each.status])).toEqual([['a.py', 'added']]);
    expect(data.merge_base_commit.sha).toBe(head);
    server.assertNoViolations();
  });

  it('says that an empty repository is empty', async () => {
    await server.createRepository({ owner: 'acme', name: 'empty' });
    const empty = { owner: 'acme', repo: 'empty' };
    await expect(octokit.rest.git.getRef({ ...empty, ref: 'heads/main' })).rejects.toMatchObject({
      status: 409,
    });
    expect((await octokit.rest.repos.get(empty)).data.default_branch).toBe('main');
    server.assertNoViolations();
  });
});

describe('git over HTTP', () => {
  it('demands the token, for a public repository too', async () => {
    await expect(git('clone', `${server.origin}/acme/shop.git`, folder)).rejects.toThrow(
      /could not read Username|Authentication failed/,
    );
  });

  it('fetches a single commit by its id', async () => {
    const sha = await commit('a.py', 'a = 1\n');
    await git('init', '--quiet', folder);
    await git('-C', folder, 'fetch', '--quiet', '--depth=1', await cloneUrl(), sha);
    expect(await git('-C', folder, 'rev-parse', 'FETCH_HEAD')).toBe(sha);
  });

  it('takes a push, which is announced like any other', async () => {
    await git('clone', '--quiet', await cloneUrl(), folder);
    await writeFile(join(folder, 'a.py'), 'a = 1\n');
    await git('-C', folder, 'add', 'a.py');
    await git('-C', folder, 'commit', '--quiet', '--message=Add a');
    await git('-C', folder, 'push', '--quiet', 'origin', 'HEAD:refs/heads/topic');
    await server.deliveriesSettled();
    const sha = await git('-C', folder, 'rev-parse', 'HEAD');
    expect((await server.state()).refs.get('refs/heads/topic')).toBe(sha);
    expect(server.deliveries.map(each => each.payload)).toMatchObject([
      { ref: 'refs/heads/topic', created: true, after: sha, commits: [{ added: ['a.py'] }] },
    ]);
    server.assertNoViolations();
  });
});
