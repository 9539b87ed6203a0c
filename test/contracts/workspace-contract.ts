import { beforeEach, describe, expect, it } from '@jest/globals';

import { decodeUtf8 } from '../../src/domain/files.js';
import type { RepositorySnapshot } from '../../src/domain/mined.js';
import type { Workspace } from '../../src/ports/workspace.js';

type Texts = Readonly<Record<string, string>>;

/** Folders as a person has them. */
export interface WorkspaceWorld {
  readonly workspace: Workspace;
  /** A folder called `name` without git history. */
  plain(name: string, texts: Texts): Promise<string>;
  /** A git work tree called `name` with one commit, or none when there is no text. */
  repository(
    name: string,
    texts: Texts,
  ): Promise<{ readonly folder: string; readonly url: string; readonly commit: string | undefined }>;
}

/** The texts of a snapshot's files. */
export function textsOf(snapshot: RepositorySnapshot): Texts {
  return Object.fromEntries(
    [...snapshot.files].map(([path, bytes]) => [path, decodeUtf8(bytes) ?? '(binary)']),
  );
}

/** What every workspace must keep, in memory and on the disk. */
export function workspaceContract(name: string, createWorld: () => Promise<WorkspaceWorld>): void {
  describe(`${name} as a workspace`, () => {
    const texts = { 'a.py': 'x = 1\n', 'pkg/b.py': 'y = 2\n' };
    let world: WorkspaceWorld;
    beforeEach(async () => {
      world = await createWorld();
    });

    it('reads a plain folder; its content stands for the commit', async () => {
      const first = await world.workspace.read(await world.plain('tools', texts));
      const same = await world.workspace.read(await world.plain('other', texts));
      const changed = await world.workspace.read(await world.plain('tools', { ...texts, 'a.py': 'x = 2\n' }));
      expect(textsOf(first)).toEqual(texts);
      expect(first.repository).toBe('tools');
      expect(first.commit).toMatch(/^sha256:[0-9a-f]{64}$/);
      expect(same.commit).toBe(first.commit);
      expect(changed.commit).not.toBe(first.commit);
    });

    it('reads a git work tree at its commit', async () => {
      const { folder, commit } = await world.repository('tools', texts);
      const snapshot = await world.workspace.read(folder);
      expect(snapshot).toMatchObject({ repository: 'tools', commit });
      expect(textsOf(snapshot)).toEqual(texts);
    });

    it('reads a repository without a commit as nothing', async () => {
      const { folder, url } = await world.repository('empty', {});
      const nothing = (await world.workspace.read(await world.plain('nothing', {}))).commit;
      for (const snapshot of [
        await world.workspace.read(folder),
        await world.workspace.clone({ url, repository: 'empty' }),
      ])
        expect(snapshot).toMatchObject({ repository: 'empty', commit: nothing, files: new Map() });
    });

    it('says when there is no such folder', async () => {
      await expect(world.workspace.read('/no/such/folder')).rejects.toMatchObject({
        name: 'CodefaceError',
        code: 'not-found',
      });
    });

    it('reads a commit by its name, and says when there is none', async () => {
      const { folder, commit } = await world.repository('tools', texts);
      expect(textsOf(await world.workspace.readRevision(folder, commit!))).toEqual(texts);
      await expect(world.workspace.readRevision(folder, '--all')).rejects.toMatchObject({
        name: 'CodefaceError',
        code: 'not-found',
      });
    });

    it('clones the default branch, or the commit that is named', async () => {
      const { url, commit } = await world.repository('tools', texts);
      const newest = await world.workspace.clone({ url, repository: 'acme/tools' });
      expect(newest).toMatchObject({ repository: 'acme/tools', commit });
      expect(textsOf(newest)).toEqual(texts);
      expect(await world.workspace.clone({ url, repository: 'acme/tools', commit: commit! })).toEqual(newest);
    });

    it('says when there is nothing to clone', async () => {
      const refusal = { name: 'CodefaceError', code: 'workspace' };
      await expect(
        world.workspace.clone({ url: 'file:///no/such/repository', repository: 'acme/none' }),
      ).rejects.toMatchObject(refusal);
      const { url } = await world.repository('tools', texts);
      await expect(
        world.workspace.clone({ url, repository: 'acme/tools', commit: 'a'.repeat(40) }),
      ).rejects.toMatchObject(refusal);
    });
  });
}
