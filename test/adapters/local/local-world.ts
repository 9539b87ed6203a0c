import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openPages } from '../../../src/adapters/local/pages.js';
import { createLocalHost } from '../../../src/adapters/local/local-host.js';
import type { CheckRun } from '../../../src/domain/publication.js';
import type { HostWorld } from '../../contracts/repository-host-world.js';
import { createFakeClock } from '../../fakes/fake-clock.js';
import { createSilentLogger } from '../../fakes/silent-logger.js';
import { temporaryFolder } from '../../support/fixture-repositories.js';
import { git, repositoryFolder } from '../../support/git-folder.js';

/** A checkout on the disk as the contract of repository hosts sees one; nobody but its owner talks in it. */
export async function createLocalWorld(): Promise<HostWorld> {
  const folder = await repositoryFolder({ 'README.md': 'widgets\n', 'old.py': 'old = 1\n' }, 'widgets');
  const outputFolder = join(temporaryFolder(), 'output');
  const alone = () => Promise.reject(new Error('A local checkout has one person.'));

  const branches = async () => {
    const names = (await git(folder, 'branch', '--format=%(refname:short)')).split('\n').filter(Boolean);
    const entries = names.map(async name => {
      const head = await git(folder, 'rev-parse', name);
      return [name, { head, message: await git(folder, 'show', '-s', '--format=%B', name) }] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  };

  const checkRuns = async () => {
    const checks = join(outputFolder, 'checks');
    const names = (await readdir(checks).catch(() => [])).sort();
    const texts = await Promise.all(names.map(name => readFile(join(checks, name), 'utf8')));
    return texts
      .map(text => JSON.parse(text) as CheckRun)
      .map(({ name, commit, status, conclusion = null, annotations }) => ({
        name,
        commit,
        status,
        conclusion,
        annotations: annotations.length,
      }));
  };

  const pullRequests = async () => {
    const page = await (await openPages(outputFolder)).readPullRequest();
    return page === undefined ? [] : [{ number: 1, ...page }];
  };

  return {
    repository: 'widgets',
    open: () =>
      createLocalHost({ folder, outputFolder, clock: createFakeClock(), logger: createSilentLogger() }),
    head: await git(folder, 'rev-parse', 'HEAD'),
    issue: 0,
    comment: alone,
    setPermission: alone,
    pushElsewhere: async branch => {
      const tree = await git(folder, 'rev-parse', `${branch}^{tree}`);
      const commit = await git(folder, 'commit-tree', tree, '-p', branch, '-m', 'Theirs');
      await git(folder, 'update-ref', `refs/heads/${branch}`, commit);
      return commit;
    },
    reportCheck: alone,
    state: async () => ({
      branches: await branches(),
      comments: [],
      openIssues: [],
      pullRequests: await pullRequests(),
      checkRuns: await checkRuns(),
      reactions: {},
    }),
    close: async () => undefined,
  };
}
