import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Octokit } from 'octokit';
import type { GitHubServer } from '../github-server.js';
import { installationClient } from '../octokit.js';
import { startGitHubServer } from '../server.js';
import { cloneUrl, commitFile, git, shopFiles } from './shop.js';

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

describe('git over HTTP', () => {
  it('demands the token, for a public repository too', async () => {
    await expect(git('clone', `${server.origin}/acme/shop.git`, folder)).rejects.toThrow(
      /could not read Username|Authentication failed/,
    );
  });

  it('fetches a single commit by its id', async () => {
    const sha = await commitFile(octokit, head, 'a.py', 'a = 1\n');
    await git('init', '--quiet', folder);
    await git('-C', folder, 'fetch', '--quiet', '--depth=1', await cloneUrl(server), sha);
    expect(await git('-C', folder, 'rev-parse', 'FETCH_HEAD')).toBe(sha);
  });

  it('takes a push, which is announced like any other', async () => {
    await git('clone', '--quiet', await cloneUrl(server), folder);
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
