import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Octokit } from 'octokit';
import type { GitHubServer } from '../github-server.js';
import { appClient } from '../octokit.js';

const run = promisify(execFile);

/** The repository that the tests of git work on. */
export const shop = { owner: 'acme', repo: 'shop' };

export const shopFiles = {
  'README.md': 'Shop\n',
  'src/till/__init__.py': '',
  'src/till/old.py': 'old = 1\n',
};

/** Address of a clone with a token in it. */
export async function cloneUrl(server: GitHubServer): Promise<string> {
  const { data } = await appClient(server).rest.apps.createInstallationAccessToken({
    installation_id: server.installationId,
  });
  return `${server.origin.replace('//', `//x-access-token:${data.token}@`)}/acme/shop.git`;
}

/** Git as a person without any configuration has it. */
export async function git(...args: string[]): Promise<string> {
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

/** Commits a file on top of a commit, and returns the new commit, which no branch leads to. */
export async function commitFile(
  octokit: Octokit,
  head: string,
  path: string,
  content: string,
): Promise<string> {
  const { data: base } = await octokit.rest.git.getCommit({ ...shop, commit_sha: head });
  const { data: tree } = await octokit.rest.git.createTree({
    ...shop,
    base_tree: base.tree.sha,
    tree: [{ path, mode: '100644', type: 'blob', content }],
  });
  const made = { ...shop, message: `Write ${path}`, tree: tree.sha, parents: [head] };
  return (await octokit.rest.git.createCommit(made)).data.sha;
}
