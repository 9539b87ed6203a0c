import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RepositoryHost } from '../../src/ports/repository-host.js';
import { repositoryHostChecksContract } from './repository-host-checks-contract.js';
import { repositoryHostCommitsContract } from './repository-host-commits-contract.js';
import { repositoryHostReviewContract } from './repository-host-review-contract.js';
import type { HostWorld } from './repository-host-world.js';

const marker = '<!-- codeface:status -->';

/** What every repository host must keep, on GitHub and in memory. */
export function repositoryHostContract(name: string, createWorld: () => Promise<HostWorld>): void {
  describe(`${name} as a repository host`, () => {
    repositoryHostConversationContract(createWorld);
    repositoryHostCommitsContract(createWorld);
    repositoryHostReviewContract(createWorld);
    repositoryHostChecksContract(createWorld);
  });
}

/** Issues, comments and people. */
function repositoryHostConversationContract(createWorld: () => Promise<HostWorld>): void {
  describe('issues, comments and people', () => {
    let world: HostWorld;
    let host: RepositoryHost;
    beforeEach(async () => {
      world = await createWorld();
      host = await world.open();
    });
    afterEach(async () => world.close());

    it('reads an issue', async () => {
      expect(await host.issue(world.issue)).toEqual({
        number: world.issue,
        title: 'Build it',
        body: 'Please.',
        isPullRequest: false,
      });
    });

    it('refuses an issue that does not exist', async () => {
      await expect(host.issue(9_999)).rejects.toMatchObject({
        name: 'CodefaceError',
        code: 'repository-host',
      });
    });

    it('knows what a person may do', async () => {
      await world.setPermission('writer', 'write');
      await world.setPermission('reader', 'read');
      expect(await host.permissionOf('writer')).toBe('write');
      expect(await host.permissionOf('reader')).toBe('read');
      expect(await host.permissionOf('stranger')).toBe('none');
    });

    it('acknowledges a comment once', async () => {
      const comment = await world.comment('/codeface build');
      await host.acknowledge(comment);
      await (await world.open()).acknowledge(comment);
      expect((await world.state()).reactions[comment]).toEqual(['eyes']);
    });

    it('edits its one comment in place, also after a crash', async () => {
      await host.putComment(world.issue, { marker, body: `${marker}\nround 1` });
      await host.putComment(world.issue, { marker, body: `${marker}\nround 2` });
      const { id } = (await world.state()).comments[0]!;
      await (await world.open()).putComment(world.issue, { marker, body: `${marker}\nround 3` });
      expect((await world.state()).comments).toEqual([{ id, body: `${marker}\nround 3` }]);
    });

    it('never edits a comment of somebody who quotes its marker', async () => {
      await world.comment(`> ${marker}`);
      await host.putComment(world.issue, { marker, body: `${marker}\nours` });
      expect((await world.state()).comments.map(({ body }) => body)).toEqual([
        `> ${marker}`,
        `${marker}\nours`,
      ]);
    });

    it('keeps comments with different markers apart', async () => {
      const other = '<!-- codeface:round-1 -->';
      await host.putComment(world.issue, { marker, body: `${marker}\nstatus` });
      await host.putComment(world.issue, { marker: other, body: `${other}\ndiagnosis` });
      await host.putComment(world.issue, { marker, body: `${marker}\nnewer status` });
      expect((await world.state()).comments.map(({ body }) => body)).toEqual([
        `${marker}\nnewer status`,
        `${other}\ndiagnosis`,
      ]);
    });

    it('opens an issue once', async () => {
      await host.putIssue('Welcome', { marker, body: `${marker}\nHello.` });
      await (await world.open()).putIssue('Welcome', { marker, body: `${marker}\nHello.` });
      const welcomes = (await world.state()).openIssues.filter(({ title }) => title === 'Welcome');
      expect(welcomes).toEqual([{ title: 'Welcome', body: `${marker}\nHello.` }]);
    });
  });
}
