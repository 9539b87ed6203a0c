import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RepositoryHost } from '../../src/ports/repository-host.js';
import { firstRound } from './repository-host-commits-contract.js';
import type { HostWorld } from './repository-host-world.js';

/** What the repository's own CI says of a commit. */
export function repositoryHostChecksContract(createWorld: () => Promise<HostWorld>): void {
  describe('the checks of a commit', () => {
    let world: HostWorld;
    let host: RepositoryHost;
    beforeEach(async () => {
      world = await createWorld();
      host = await world.open();
    });
    afterEach(async () => world.close());

    it('are none, and complete, where CI says nothing', async () => {
      expect(await host.checksOf(world.head)).toEqual({ isComplete: true, checks: [] });
    });

    it('are listed by name with what they say, and are complete when all have ended', async () => {
      await world.reportCheck(world.head, 'tests', 'failed');
      await world.reportCheck(world.head, 'lint', 'passed');
      await world.reportCheck(world.head, 'deploy', 'skipped');
      const { isComplete, checks } = await host.checksOf(world.head);
      expect(isComplete).toBe(true);
      expect(checks.map(({ name, outcome }) => [name, outcome])).toEqual([
        ['deploy', 'skipped'],
        ['lint', 'passed'],
        ['tests', 'failed'],
      ]);
      expect(checks.every(({ detail, url }) => detail !== '' && url.startsWith('http'))).toBe(true);
    });

    it('are not complete while one is pending, and then say what it ended in', async () => {
      await world.reportCheck(world.head, 'lint', 'passed');
      await world.reportCheck(world.head, 'tests', 'pending');
      expect(await host.checksOf(world.head)).toMatchObject({
        isComplete: false,
        checks: [{ outcome: 'passed' }, { name: 'tests', outcome: 'pending' }],
      });
      await world.reportCheck(world.head, 'tests', 'passed');
      expect(await host.checksOf(world.head)).toMatchObject({
        isComplete: true,
        checks: [{ outcome: 'passed' }, { name: 'tests', outcome: 'passed' }],
      });
    });

    it('are those of that commit alone, without the check runs of Codeface', async () => {
      const commit = await host.commit(firstRound(world));
      await world.reportCheck(world.head, 'tests', 'failed');
      await world.reportCheck(commit, 'tests', 'passed');
      await host.putCheckRun({
        name: 'Codeface suite',
        commit,
        status: 'in_progress',
        title: 'Round 1',
        summary: '',
        annotations: [],
      });
      expect(await host.checksOf(commit)).toMatchObject({
        isComplete: true,
        checks: [{ name: 'tests', outcome: 'passed' }],
      });
    });

    it('are refused for a commit that is not there', async () => {
      const asked = host.checksOf('1'.repeat(40));
      await expect(asked).rejects.toMatchObject({ name: 'CodefaceError', code: 'repository-host' });
    });
  });
}
