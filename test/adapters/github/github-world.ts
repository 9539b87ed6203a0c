import { createGitWorkspace } from '../../../src/adapters/git/workspace.js';
import { createGitHubHosts, type GitHubHostsOptions } from '../../../src/adapters/github/github-hosts.js';
import type { HostWorld } from '../../contracts/repository-host-world.js';
import type { GitHubServer } from '../../support/github-server/github-server.js';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Hosts that know the server's App, without GitHub's waits. */
export function hostsOf(server: GitHubServer, options: Partial<GitHubHostsOptions> = {}) {
  return createGitHubHosts({
    appId: server.app.id,
    privateKey: server.app.privateKey,
    baseUrl: server.url,
    clone: source => createGitWorkspace({ logger: silent }).clone(source),
    throttle: { enabled: false },
    retryAfterMs: [],
    ...options,
  });
}

const conclusions = {
  passed: { conclusion: 'success' },
  failed: { conclusion: 'failure' },
  skipped: { conclusion: 'skipped' },
  pending: {},
} as const;

let made = 0;

/** The contract's world as a new repository on the GitHub test server. */
export async function createGitHubWorld(server: GitHubServer): Promise<HostWorld> {
  const name = `widgets-${++made}`;
  const repository = `acme/${name}`;
  const { head } = await server.createRepository({
    owner: 'acme',
    name,
    private: true,
    files: { 'README.md': 'widgets\n', 'old.py': 'old = 1\n' },
  });
  const issue = await server.createIssue(repository, {
    title: 'Build it',
    body: 'Please.',
    user: 'maria',
  });
  return {
    repository,
    open: () => hostsOf(server).open(server.installationId, repository),
    head: head!,
    issue,
    comment: async body => (await server.commentOn(repository, issue, body, 'maria')).commentId,
    setPermission: async (login, permission) => server.setPermission(repository, login, permission),
    pushElsewhere: branch => server.push(repository, branch, { 'theirs.txt': 'theirs\n' }),
    reportCheck: async (commit, check, outcome) =>
      server.reportCheck(repository, commit, { name: check, ...conclusions[outcome] }),
    state: async () => {
      const { commits, comments, issues, pulls, checkRuns } = await server.state(repository);
      return {
        branches: Object.fromEntries(
          [...commits].map(([branch, [tip]]) => [branch, { head: tip!.sha, message: tip!.message }]),
        ),
        comments: comments.filter(each => each.issue === issue).map(({ id, body }) => ({ id, body })),
        openIssues: issues
          .filter(({ state }) => state === 'open')
          .map(({ title, body }) => ({ title, body })),
        pullRequests: pulls.map(({ number, head: branch, title, body, draft }) => ({
          number,
          branch,
          title,
          body,
          draft,
        })),
        checkRuns: checkRuns.map(({ name, headSha, status, conclusion, annotations }) => ({
          name,
          commit: headSha,
          status,
          conclusion,
          annotations: annotations.length,
        })),
        reactions: Object.fromEntries(
          comments.map(({ id, reactions }) => [id, reactions.map(({ content }) => content)]),
        ),
      };
    },
    close: async () => undefined,
  };
}
