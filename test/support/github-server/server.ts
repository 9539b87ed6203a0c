import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InstallationTokens } from './authentication.js';
import { Contract } from './contract.js';
import { Faults } from './faults.js';
import type { GitHubServer, GitHubServerOptions } from './github-server.js';
import { listen } from './listener.js';
import { Owner } from './owner.js';
import { People } from './people.js';
import { fullName, Site } from './site.js';
import { snapshotOf } from './snapshot.js';
import { Webhooks } from './webhooks.js';

const DEFAULTS = {
  account: 'acme',
  slug: 'codeface',
  webhookSecret: 'a webhook secret of the test server',
  permissions: {
    metadata: 'read',
    contents: 'write',
    issues: 'write',
    pull_requests: 'write',
    checks: 'write',
    statuses: 'read',
  },
  events: ['issues', 'issue_comment', 'pull_request', 'push', 'repository'],
} as const;

/** Starts a GitHub on a free loopback port, empty but for one App that is installed on one organisation. */
export async function startGitHubServer(options: GitHubServerOptions = {}): Promise<GitHubServer> {
  const { webhookUrl, ...registration } = options;
  const site = new Site({ ...DEFAULTS, ...registration });
  const contract = await Contract.load();
  const tokens = new InstallationTokens(site.app);
  const webhooks = new Webhooks(site, contract);
  const faults = new Faults();
  const folder = await mkdtemp(join(tmpdir(), 'github-server-'));
  const listener = await listen({ site, contract, tokens, webhooks }, faults);
  site.origin = listener.origin;
  if (webhookUrl !== undefined) webhooks.deliverTo(webhookUrl);
  const people = new People(site, webhooks, folder);

  return {
    url: site.api,
    origin: site.origin,
    app: site.app,
    installationId: site.installationId,
    violations: contract.violations,
    requests: listener.requests,
    deliveries: webhooks.deliveries,
    owner: new Owner(site, webhooks),

    createRepository: repository => people.createRepository(repository),
    createIssue: (repository, issue) => people.createIssue(repository, issue),
    setPermission: (repository, login, permission) => people.setPermission(repository, login, permission),
    commentOn: (repository, issue, body, user) => people.commentOn(repository, issue, body, user),
    push: (repository, branch, files, removed) => people.push(repository, branch, files, removed),
    merge: (repository, pull, user) => people.merge(repository, pull, user),
    reportCheck: (repository, commit, check) => people.reportCheck(repository, commit, check),
    reportStatus: (repository, commit, status) => people.reportStatus(repository, commit, status),
    install: () => people.install(),
    sendWebhook: (event, payload) => webhooks.send(event, payload),
    redeliver: id => webhooks.redeliver(id),
    deliverTo: url => webhooks.deliverTo(url),
    deliveriesSettled: () => webhooks.settled(),

    state: repository =>
      snapshotOf(repository === undefined ? onlyRepository(site) : site.repository(repository)),
    assertNoViolations: () => {
      if (contract.violations.length > 0)
        throw new Error(`GitHub's description was violated:\n- ${contract.violations.join('\n- ')}`);
    },
    failNext: fault => faults.add(fault),
    expireTokens: () => tokens.expireAll(),
    close: async () => {
      await webhooks.settled();
      await listener.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function onlyRepository(site: Site) {
  const [only, ...others] = site.repositories;
  if (only === undefined || others.length > 0)
    throw new Error(`Name the repository: there are ${site.repositories.map(fullName).join(', ') || 'none'}`);
  return only;
}
