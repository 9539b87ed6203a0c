import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeUtf8 } from '../../src/domain/files.js';
import type { CommitRequest, RepositoryHost } from '../../src/ports/repository-host.js';
import type { HostWorld } from './repository-host-world.js';

/** The first round of a run in this world. */
export const firstRound = (world: HostWorld): CommitRequest => ({
  branch: 'codeface/issue-1',
  base: world.head,
  parent: world.head,
  changeSet: {
    writes: [
      { path: 'src/new.py', encoding: 'utf8', content: 'name = "Zoë"\n' },
      {
        path: 'logo.bin',
        encoding: 'base64',
        content: Buffer.from([0xff, 0x00, 0xfe]).toString('base64'),
      },
    ],
    deletes: ['old.py'],
  },
  message: 'Round 1: build it\n\nOne primitive.',
  trailer: 'Codeface-Round: run-1/1',
});

/** Reading and committing. */
export function repositoryHostCommitsContract(createWorld: () => Promise<HostWorld>): void {
  describe('commits', () => {
    let world: HostWorld;
    let host: RepositoryHost;
    beforeEach(async () => {
      world = await createWorld();
      host = await world.open();
    });
    afterEach(async () => world.close());

    const textOf = async (commit: string, path: string) => {
      const bytes = (await host.snapshot(commit)).files.get(path);
      return bytes === undefined ? undefined : decodeUtf8(bytes);
    };

    it('reads the head of the default branch', async () => {
      const snapshot = await host.snapshot();
      expect(snapshot).toMatchObject({ repository: world.repository, commit: world.head });
      expect([...snapshot.files.keys()].sort()).toEqual(['README.md', 'old.py']);
    });

    it('commits a change set to a new branch, with its trailer', async () => {
      const commit = await host.commit(firstRound(world));
      const branch = (await world.state()).branches['codeface/issue-1']!;
      expect(branch.head).toBe(commit);
      expect(branch.message.trimEnd()).toBe('Round 1: build it\n\nOne primitive.\n\nCodeface-Round: run-1/1');
      const { files } = await host.snapshot(commit);
      expect([...files.keys()].sort()).toEqual(['README.md', 'logo.bin', 'src/new.py']);
      expect(await textOf(commit, 'src/new.py')).toBe('name = "Zoë"\n');
      expect([...files.get('logo.bin')!]).toEqual([0xff, 0x00, 0xfe]);
    });

    it('knows the head of a branch, and that there is none', async () => {
      expect(await host.branchHead('codeface/issue-1')).toBeUndefined();
      const commit = await host.commit(firstRound(world));
      const head = await host.branchHead('codeface/issue-1');
      expect(head?.commit).toBe(commit);
      expect(head?.message.split('\n')).toContain('Codeface-Round: run-1/1');
    });

    it('makes the same commit once, also after a crash', async () => {
      const commit = await host.commit(firstRound(world));
      expect(await host.commit(firstRound(world))).toBe(commit);
      expect(await (await world.open()).commit(firstRound(world))).toBe(commit);
      expect((await world.state()).branches['codeface/issue-1']!.head).toBe(commit);
    });

    it('takes a later round against the base, not on top of the round before', async () => {
      const first = await host.commit(firstRound(world));
      const second = await host.commit({
        ...firstRound(world),
        parent: first,
        changeSet: { writes: [{ path: 'other.py', encoding: 'utf8', content: 'x = 2\n' }], deletes: [] },
        trailer: 'Codeface-Round: run-1/2',
      });
      const { files } = await host.snapshot(second);
      expect([...files.keys()].sort()).toEqual(['README.md', 'old.py', 'other.py']);
      expect((await world.state()).branches['codeface/issue-1']!.head).toBe(second);
    });

    it('restores the tree of the base with an empty change set', async () => {
      const first = await host.commit(firstRound(world));
      const restored = await host.commit({
        ...firstRound(world),
        parent: first,
        changeSet: { writes: [], deletes: [] },
        trailer: 'Codeface-Round: run-1/restore',
      });
      expect([...(await host.snapshot(restored)).files.keys()].sort()).toEqual(['README.md', 'old.py']);
    });

    it('never overwrites what somebody else pushed', async () => {
      const first = await host.commit(firstRound(world));
      const theirs = await world.pushElsewhere('codeface/issue-1');
      const next = host.commit({ ...firstRound(world), parent: first, trailer: 'Codeface-Round: run-1/2' });
      await expect(next).rejects.toMatchObject({
        name: 'CodefaceError',
        code: 'repository-host',
        retryable: false,
      });
      expect((await world.state()).branches['codeface/issue-1']!.head).toBe(theirs);
    });

    it('leaves the default branch alone', async () => {
      await host.commit(firstRound(world));
      expect((await world.state()).branches['main']!.head).toBe(world.head);
    });
  });
}
