import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CheckRun } from '../../src/domain/publication.js';
import type { RepositoryHost } from '../../src/ports/repository-host.js';
import { firstRound } from './repository-host-commits-contract.js';
import type { HostWorld } from './repository-host-world.js';

/** Pull requests and check runs. */
export function repositoryHostReviewContract(createWorld: () => Promise<HostWorld>): void {
  describe('pull requests and check runs', () => {
    let world: HostWorld;
    let host: RepositoryHost;
    beforeEach(async () => {
      world = await createWorld();
      host = await world.open();
    });
    afterEach(async () => world.close());

    it('opens one draft pull request a branch and keeps its text up to date', async () => {
      await host.commit(firstRound(world));
      const opened = await host.putPullRequest('codeface/issue-1', { title: 'Build it', body: 'Round 1' });
      expect(opened.draft).toBe(true);
      const again = await (
        await world.open()
      ).putPullRequest('codeface/issue-1', { title: 'Build it', body: 'Round 2' });
      expect(again).toEqual(opened);
      expect((await world.state()).pullRequests).toEqual([
        {
          number: opened.number,
          branch: 'codeface/issue-1',
          title: 'Build it',
          body: 'Round 2',
          draft: true,
        },
      ]);
      expect((await host.issue(opened.number)).isPullRequest).toBe(true);
    });

    it('refuses a pull request of a branch that does not exist', async () => {
      const opened = host.putPullRequest('nowhere', { title: 'Build it', body: '' });
      await expect(opened).rejects.toMatchObject({ name: 'CodefaceError', code: 'repository-host' });
    });

    it('takes a pull request out of draft, once', async () => {
      await host.commit(firstRound(world));
      const opened = await host.putPullRequest('codeface/issue-1', { title: 'Build it', body: '' });
      await host.markReady(opened);
      await host.markReady(opened);
      expect((await world.state()).pullRequests.map(({ draft }) => draft)).toEqual([false]);
      const kept = await host.putPullRequest('codeface/issue-1', { title: 'Build it', body: 'Done' });
      expect(kept).toEqual({ ...opened, draft: false });
    });

    it('keeps one check run of a name on a commit', async () => {
      const run: CheckRun = {
        name: 'Codeface',
        commit: await host.commit(firstRound(world)),
        status: 'in_progress',
        title: 'Round 1',
        summary: 'Running.',
        annotations: [],
      };
      await host.putCheckRun(run);
      const finished: CheckRun = {
        ...run,
        status: 'completed',
        conclusion: 'failure',
        annotations: Array.from({ length: 120 }, (_, index) => ({
          path: 'src/new.py',
          startLine: index + 1,
          endLine: index + 1,
          level: 'failure' as const,
          message: `Line ${index + 1} failed.`,
        })),
      };
      await host.putCheckRun(finished);
      await (await world.open()).putCheckRun(finished);
      expect((await world.state()).checkRuns).toEqual([
        {
          name: 'Codeface',
          commit: run.commit,
          status: 'completed',
          conclusion: 'failure',
          annotations: 120,
        },
      ]);
    });

    it('gives each commit a check run of its own', async () => {
      const run: CheckRun = {
        name: 'Codeface',
        commit: world.head,
        status: 'completed',
        conclusion: 'neutral',
        title: 'Nothing to build',
        summary: 'Nothing.',
        annotations: [],
      };
      await host.putCheckRun(run);
      await host.putCheckRun({ ...run, commit: await host.commit(firstRound(world)), conclusion: 'success' });
      expect((await world.state()).checkRuns.map(({ conclusion }) => conclusion)).toEqual([
        'neutral',
        'success',
      ]);
    });
  });
}
