import { lstat, mkdtemp, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Octokit } from 'octokit';
import type { GitHubServer } from '../github-server.js';
import { installationClient } from '../octokit.js';
import { startGitHubServer } from '../server.js';
import { cloneUrl, commitFile, git, shop, shopFiles } from './shop.js';

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

    await git('clone', '--quiet', '--branch', 'codeface/issue-1', await cloneUrl(server), folder);
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
    const [one, other] = [
      await commitFile(octokit, head, 'a.py', 'a = 1\n'),
      await commitFile(octokit, head, 'b.py', 'b = 1\n'),
    ];
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
    const shas = [
      await commitFile(octokit, head, 'a.py', 'a = 1\n'),
      await commitFile(octokit, head, 'b.py', 'b = 1\n'),
    ];
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
