import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Octokit } from 'octokit';
import type { GitHubServer } from '../github-server.js';
import { installationClient } from '../octokit.js';
import { startGitHubServer } from '../server.js';
import { commitFile, shop, shopFiles } from './shop.js';

let server: GitHubServer;
let octokit: Octokit;
let head: string;
let folder: string;

beforeEach(async () => {
  server = await startGitHubServer();
  head = (await server.createRepository({ owner: 'acme', name: 'shop', files: shopFiles })).head!;
  octokit = installationClient(server);
  folder = await mkdtemp(join(tmpdir(), 'github-server-test-'));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('what the API reads', () => {
  it('gives files, folders and raw bytes at any commit', async () => {
    const sha = await commitFile(octokit, head, 'src/till/new.py', 'new = 1\n');
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
    const sha = await commitFile(octokit, head, 'a.py', 'a = 1\n');
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
    await octokit.rest.git.createRef({
      ...shop,
      ref: 'refs/heads/a',
      sha: await commitFile(octokit, head, 'a.py', 'a = 1\n'),
    });
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

describe('a repository', () => {
  it('is made from a folder as it lies there, or from a tree of files', async () => {
    await mkdir(join(folder, 'bin'));
    await writeFile(join(folder, 'bin/run'), '#!/bin/sh\n', { mode: 0o755 });
    await symlink('bin/run', join(folder, 'link'));
    await server.createRepository({ owner: 'acme', name: 'folder', files: folder });
    const tree = new Map([['a.bin', Uint8Array.of(0, 255)]]);
    await server.createRepository({ owner: 'acme', name: 'tree', files: tree, defaultBranch: 'trunk' });
    const list = async (repo: string, ref: string) => {
      const call = octokit.rest.git.getTree({ owner: 'acme', repo, tree_sha: ref, recursive: 'true' });
      return (await call).data.tree.map(each => `${each.mode} ${each.path}`);
    };
    expect(await list('folder', 'main')).toEqual(['040000 bin', '100755 bin/run', '120000 link']);
    expect(await list('tree', 'trunk')).toEqual(['100644 a.bin']);
    server.assertNoViolations();
  });

  it('shows its licence and where it is cloned from', async () => {
    const made = await server.createRepository({
      owner: 'acme',
      name: 'free',
      licence: 'MIT',
      private: true,
    });
    const { data } = await octokit.rest.repos.get({ owner: 'acme', repo: 'free' });
    expect(data).toMatchObject({ private: true, license: { spdx_id: 'MIT', name: 'MIT License' } });
    expect(data.clone_url).toBe(made.cloneUrl);
    expect((await octokit.rest.repos.get(shop)).data.license).toBeNull();
    await expect(octokit.rest.repos.get({ owner: 'acme', repo: 'none' })).rejects.toMatchObject({
      status: 404,
    });
    server.assertNoViolations();
  });
});
