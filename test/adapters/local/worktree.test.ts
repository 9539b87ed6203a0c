import { lstat, mkdir, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from '@jest/globals';

import { openCheckout } from '../../../src/adapters/local/checkout.js';
import { showInWorktree } from '../../../src/adapters/local/worktree.js';
import { temporaryFolder } from '../../support/fixture-repositories.js';
import { commitAll, git, repositoryFolder, writeTexts } from '../../support/git-folder.js';

describe('a worktree of ours', () => {
  let folder: string;
  let place: string;
  let first: string;
  const show = async (commit: string) => showInWorktree(await openCheckout(folder), place, commit);

  beforeEach(async () => {
    folder = await repositoryFolder({ 'a.py': 'a\n', 'in/b.py': 'b\n' });
    place = join(temporaryFolder(), 'worktree');
    first = await git(folder, 'rev-parse', 'HEAD');
  });

  it.each([
    ['for worktrees alone', 'config', '[includeIf "gitdir:**/worktrees/**"]\n\tpath = evil.cfg\n'],
    ['for all worktrees', 'config.worktree', '[include]\n\tpath = evil.cfg\n'],
  ])('runs no program that the configuration names %s', async (_, file, include) => {
    const proof = join(folder, '..', 'ran');
    const run = `"sh -c 'touch ${proof}; cat'"`;
    const evil = `[filter "evil"]\n\tsmudge = ${run}\n\tclean = ${run}\n\trequired = true\n`;
    await writeTexts(folder, {
      '.git/evil.cfg': evil,
      [`.git/${file}`]: `${await readFile(join(folder, '.git', file), 'utf8').catch(() => '')}${include}`,
    });
    if (file === 'config.worktree') await git(folder, 'config', 'extensions.worktreeConfig', 'true');
    // A plain checkout of the person's own would run it, so the commits are made without one.
    const blob = await commitOf({ '.gitattributes': '* filter=evil\n', 'a.py': 'a\n' }, first);
    const next = await commitOf({ '.gitattributes': '* filter=evil\n', 'a.py': 'new\n' }, blob);
    await rm(proof, { force: true });
    expect(await show(blob)).toBe(true);
    expect(await show(next)).toBe(true);
    await writeFile(join(place, 'a.py'), 'mine\n');
    expect(await show(blob)).toBe(false);
    expect(await readFile(join(place, 'a.py'), 'utf8')).toBe('mine\n');
    await expect(stat(proof)).rejects.toThrow();
  });

  /** Commits texts without an index or a work tree, so that no filter has a say. */
  async function commitOf(texts: Readonly<Record<string, string>>, parent: string): Promise<string> {
    const from = await repositoryFolder(texts, 'donor');
    await git(folder, '-c', 'protocol.file.allow=always', 'fetch', '--quiet', from, 'main');
    return git(folder, 'commit-tree', 'FETCH_HEAD^{tree}', '-p', parent, '-m', 'Next');
  }

  it('shows what git would, links and executables included', async () => {
    await writeFile(join(folder, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
    await symlink('in/b.py', join(folder, 'link.py'));
    const commit = await commitAll(folder, 'More');
    expect(await show(commit)).toBe(true);
    expect(await git(place, 'status', '--porcelain')).toBe('');
    expect(await readlink(join(place, 'link.py'))).toBe('in/b.py');
    expect((await lstat(join(place, 'run.sh'))).mode & 0o100).toBe(0o100);
    expect(await show(first)).toBe(true);
    expect((await readdir(place)).sort()).toEqual(['.git', 'a.py', 'in']);
    expect(await git(place, 'status', '--porcelain')).toBe('');
  });

  it('puts a folder where a file was, and back', async () => {
    await rm(join(folder, 'a.py'));
    await writeTexts(folder, { 'a.py/inner.py': 'i\n' });
    const second = await commitAll(folder, 'Folder');
    for (const commit of [first, second, first]) {
      expect(await show(commit)).toBe(true);
      expect(await git(place, 'status', '--porcelain')).toBe('');
    }
  });

  it('keeps an edit of a file that stays as it was', async () => {
    await show(first);
    await writeTexts(place, { 'a.py': 'mine\n', 'untracked.py': 'u\n' });
    await writeTexts(folder, { 'in/b.py': 'new\n' });
    expect(await show(await commitAll(folder, 'Other'))).toBe(true);
    expect(await readFile(join(place, 'a.py'), 'utf8')).toBe('mine\n');
    expect(await readFile(join(place, 'in/b.py'), 'utf8')).toBe('new\n');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['an untracked file in the way', () => writeTexts(place, { 'new.py': 'mine\n' })],
    [
      'something staged',
      async () => {
        await writeTexts(place, { 'staged.py': 's\n' });
        await git(place, 'add', 'staged.py');
      },
    ],
    ['a branch', () => git(place, 'switch', '--quiet', '--create', 'mine')],
  ])('leaves a worktree as it is that holds %s', async (_, change) => {
    await show(first);
    await change();
    await writeTexts(folder, { 'new.py': 'new\n' });
    expect(await show(await commitAll(folder, 'New'))).toBe(false);
    expect(await git(place, 'rev-parse', 'HEAD')).toBe(first);
  });

  it('writes nothing through a link that was put there', async () => {
    const elsewhere = temporaryFolder();
    await show(first);
    await rm(join(place, 'in'), { recursive: true });
    await symlink(elsewhere, join(place, 'in'));
    await writeTexts(folder, { 'in/new.py': 'new\n' });
    expect(await show(await commitAll(folder, 'New'))).toBe(false);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it('leaves another repository alone', async () => {
    place = await repositoryFolder({ 'a.py': 'theirs\n' });
    expect(await show(first)).toBe(false);
    place = join(temporaryFolder(), 'empty');
    await mkdir(place);
    expect(await show(first)).toBe(false);
    expect(await readdir(place)).toEqual([]);
    place = folder;
    expect(await show(first)).toBe(false);
  });
});
