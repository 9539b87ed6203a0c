import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Octokit } from 'octokit';
import type { GitHubServer } from '../github-server.js';
import { installationClient } from '../octokit.js';
import { startGitHubServer } from '../server.js';

const shop = { owner: 'acme', repo: 'shop' };
const annotation = {
  path: 'a.py',
  start_line: 1,
  end_line: 1,
  annotation_level: 'failure',
  message: 'expected 1',
} as const;
let server: GitHubServer;
let octokit: Octokit;
let head: string;

beforeEach(async () => {
  server = await startGitHubServer();
  const files = { 'a.py': 'a = 1\n' };
  head = (await server.createRepository({ owner: 'acme', name: 'shop', files })).head!;
  octokit = installationClient(server);
});
afterEach(async () => server.close());

describe('check runs', () => {
  it('start, gather annotations and end', async () => {
    const { data: run } = await octokit.rest.checks.create({
      ...shop,
      name: 'codeface',
      head_sha: head,
      status: 'in_progress',
    });
    expect(run).toMatchObject({ status: 'in_progress', conclusion: null });
    const output = { title: 'Round 1', summary: 'One failure', annotations: [annotation] };
    const update = { ...shop, check_run_id: run.id, output };
    await octokit.rest.checks.update(update);
    await octokit.rest.checks.update({ ...update, status: 'completed', conclusion: 'failure' });
    const { data } = await octokit.rest.checks.listForRef({ ...shop, ref: head, check_name: 'codeface' });
    expect(data).toMatchObject({ total_count: 1, check_runs: [{ conclusion: 'failure' }] });
    expect((await server.state()).checkRuns).toMatchObject([
      { title: 'Round 1', annotations: [annotation, annotation] },
    ]);
    server.assertNoViolations();
  });

  it('show the latest of a name unless all are asked for', async () => {
    const create = () => octokit.rest.checks.create({ ...shop, name: 'codeface', head_sha: head });
    await create();
    const { data: latest } = await create();
    const list = async (filter: 'latest' | 'all') =>
      (await octokit.rest.checks.listForRef({ ...shop, ref: 'main', filter })).data.check_runs;
    expect((await list('latest')).map(each => each.id)).toEqual([latest.id]);
    expect(await list('all')).toHaveLength(2);
    server.assertNoViolations();
  });

  it('belong to a commit that is there, with a conclusion at their end', async () => {
    const create = (change: object) =>
      octokit.rest.checks.create({ ...shop, name: 'codeface', head_sha: head, ...change });
    await expect(create({ head_sha: '1'.repeat(40) })).rejects.toMatchObject({ status: 422 });
    await expect(create({ status: 'completed' })).rejects.toMatchObject({ status: 422 });
  });

  it('take fifty annotations at a time', async () => {
    const output = (count: number) => ({
      title: 'Many',
      summary: 'Many',
      annotations: Array.from({ length: count }, () => annotation),
    });
    const create = (count: number) =>
      octokit.rest.checks.create({ ...shop, name: 'c', head_sha: head, output: output(count) });
    expect((await create(50)).status).toBe(201);
    await expect(create(51)).rejects.toMatchObject({ status: 422 });
    expect(server.violations).toHaveLength(1);
  });
});
