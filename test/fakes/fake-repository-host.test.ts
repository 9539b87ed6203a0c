import { describe, expect, it } from '@jest/globals';
import { CodefaceError } from '../../src/domain/errors.js';
import { repositoryHostContract } from '../contracts/repository-host-contract.js';
import type { HostWorld } from '../contracts/repository-host-world.js';
import { APP_LOGIN, FakeRepositoryHost, FakeRepositoryHosts } from './fake-repository-host.js';

async function createWorld(): Promise<HostWorld> {
  const host = new FakeRepositoryHost('acme/widgets', { 'README.md': 'widgets\n', 'old.py': 'old = 1\n' });
  const hosts = new FakeRepositoryHosts([host]);
  const { number } = host.addIssue('Build it', 'Please.');
  return {
    repository: 'acme/widgets',
    open: () => hosts.open(1, 'acme/widgets'),
    head: host.branches.get('main')!,
    issue: number,
    comment: async body => host.addComment(number, 'writer', body).id,
    setPermission: async (login, permission) => void host.permissions.set(login, permission),
    pushElsewhere: async branch => host.push(branch, { 'theirs.txt': 'theirs\n' }, 'Theirs'),
    reportCheck: async (commit, check, outcome) => host.reportCheck(commit, check, outcome),
    state: async () => ({
      branches: Object.fromEntries(
        [...host.branches].map(([name, head]) => [name, { head, message: host.commits.get(head)!.message }]),
      ),
      comments: host.comments.map(({ id, body }) => ({ id, body })),
      openIssues: [...host.issues.values()].map(({ title, body }) => ({ title, body })),
      pullRequests: host.pullRequests.map(({ open: _, ...request }) => request),
      checkRuns: host.checkRuns.map(({ name, commit, status, conclusion, annotations }) => ({
        name,
        commit,
        status,
        conclusion: conclusion ?? null,
        annotations: annotations.length,
      })),
      reactions: Object.fromEntries([...host.reactions].map(([comment, given]) => [comment, [...given]])),
    }),
    close: async () => undefined,
  };
}

repositoryHostContract('The fake', createWorld);

describe('FakeRepositoryHost', () => {
  it('fails once as it was told to', async () => {
    const host = new FakeRepositoryHost('acme/widgets');
    const issue = host.addIssue('Build it', '');
    host.failNext(new CodefaceError('repository-host', 'GitHub is down.', { retryable: true }));
    await expect(host.issue(issue.number)).rejects.toThrow('GitHub is down.');
    await host.putComment(issue.number, { marker: 'm', body: 'm' });
    expect(host.comments.map(({ author }) => author)).toEqual([APP_LOGIN]);
    expect(host.calls).toEqual(['issue', 'putComment']);
  });

  it('refuses a repository outside the installation', async () => {
    const opened = new FakeRepositoryHosts([]).open(7, 'acme/secret');
    await expect(opened).rejects.toMatchObject({ code: 'repository-host' });
  });

  it('is empty until the first commit', async () => {
    const snapshot = new FakeRepositoryHost('acme/empty').snapshot();
    await expect(snapshot).rejects.toMatchObject({ code: 'repository-host' });
  });
});
