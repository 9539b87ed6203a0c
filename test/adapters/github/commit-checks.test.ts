import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { HostWorld } from '../../contracts/repository-host-world.js';
import type { GitHubServer } from '../../support/github-server/github-server.js';
import { startGitHubServer } from '../../support/github-server/server.js';
import { createGitHubWorld } from './github-world.js';

let server: GitHubServer;
beforeAll(async () => {
  server = await startGitHubServer();
});
afterEach(() => server.assertNoViolations());
afterAll(async () => server.close());

describe('checks on GitHub', () => {
  let world: HostWorld;
  const checks = async () => (await world.open()).checksOf(world.head);
  beforeEach(async () => {
    world = await createGitHubWorld(server);
  });

  it('are check runs and commit statuses together, the newest status of a context', async () => {
    const targetUrl = 'https://ci.example/builds/7';
    server.reportCheck(world.repository, world.head, { name: 'lint', conclusion: 'success' });
    server.reportStatus(world.repository, world.head, { context: 'ci/build', state: 'pending' });
    server.reportStatus(world.repository, world.head, { context: 'ci/slow', state: 'pending' });
    server.reportStatus(world.repository, world.head, {
      context: 'ci/build',
      state: 'error',
      description: 'The build\nbroke.',
      targetUrl,
    });
    expect(await checks()).toEqual({
      isComplete: false,
      checks: [
        { name: 'ci/build', outcome: 'failed', detail: 'error: The build broke.', url: targetUrl },
        { name: 'ci/slow', outcome: 'pending', detail: 'pending', url: '' },
        { name: 'lint', outcome: 'passed', detail: 'success', url: expect.stringMatching(/\/runs\/\d+$/) },
      ],
    });
  });

  it.each([
    ['success', 'passed'],
    ['neutral', 'skipped'],
    ['skipped', 'skipped'],
    ['failure', 'failed'],
    ['cancelled', 'failed'],
    ['timed_out', 'failed'],
    ['action_required', 'failed'],
  ] as const)('have the conclusion %s as %s', async (conclusion, outcome) => {
    server.reportCheck(world.repository, world.head, { name: 'tests', conclusion, title: 'Said' });
    expect((await checks()).checks).toMatchObject([{ outcome, detail: `${conclusion}: Said` }]);
  });

  it('have passed under a name of both kinds only when both did', async () => {
    server.reportCheck(world.repository, world.head, { name: 'tests', conclusion: 'success' });
    server.reportStatus(world.repository, world.head, { context: 'tests', state: 'failure' });
    expect((await checks()).checks).toMatchObject([{ name: 'tests', outcome: 'failed' }]);
  });

  it('are read to the last page', async () => {
    for (let index = 0; index < 101; index += 1) {
      server.reportCheck(world.repository, world.head, { name: `job ${index}`, conclusion: 'success' });
      server.reportStatus(world.repository, world.head, { context: `status ${index}`, state: 'success' });
    }
    expect((await checks()).checks).toHaveLength(202);
  });

  it('need the permission to read statuses, and say where to accept it', async () => {
    const strict = await startGitHubServer({
      permissions: { metadata: 'read', contents: 'write', issues: 'write', checks: 'write' },
    });
    try {
      const other = await createGitHubWorld(strict);
      await expect((await other.open()).checksOf(other.head)).rejects.toMatchObject({
        code: 'permission',
        message: expect.stringContaining('accept its permissions') as unknown,
      });
    } finally {
      await strict.close();
    }
  });
});
