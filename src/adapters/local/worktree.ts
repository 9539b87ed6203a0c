import { lstat, mkdir, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { gitIn } from '../git/git.js';
import { listTree } from '../git/read-tree.js';
import type { Checkout } from './checkout.js';
import { fileChanges, isAsLeft, writeChanges } from './shown-files.js';

/**
 * Shows a commit in a worktree of its own, detached, so that our branch stays free to be checked out by the person.
 * Returns false when the worktree there holds changes that would be lost, or is none of ours.
 *
 * git writes no file of it: attributes and configuration, which may be conditional on the worktree itself, would let a
 * repository name programs (filters) for git to run on each. The files come from the object database instead.
 */
export async function showInWorktree(checkout: Checkout, place: string, commit: string): Promise<boolean> {
  const there = await lstat(place).catch(() => undefined);
  if (there === undefined) {
    await mkdir(dirname(place), { recursive: true });
    // Forced only past a registration that was left when somebody removed the folder by hand.
    await checkout.git.text([
      'worktree',
      'add',
      '--quiet',
      '--force',
      '--no-checkout',
      '--detach',
      place,
      commit,
    ]);
    await writeChanges(checkout.git, place, fileChanges([], await listTree(checkout.git, commit)));
    await gitIn(place).text(['read-tree', commit]);
    return true;
  }
  const shown = there.isDirectory() ? await shownCommit(checkout, place) : undefined;
  if (shown === undefined) return false;
  const changes = fileChanges(await listTree(checkout.git, shown), await listTree(checkout.git, commit));
  if (!(await isAsLeft(place, changes))) return false;
  await writeChanges(checkout.git, place, changes);
  const git = gitIn(place);
  await git.text(['read-tree', commit]);
  await git.text(['update-ref', '--no-deref', 'HEAD', commit]);
  return true;
}

/** The commit of a linked worktree of this repository that is on no branch and has nothing staged. */
async function shownCommit(checkout: Checkout, place: string): Promise<string | undefined> {
  const git = gitIn(place);
  if ((await git.maybe(['rev-parse', '--show-prefix'])) !== '') return undefined;
  const [own, shared] = [await pathOf(place, '--git-dir'), await pathOf(place, '--git-common-dir')];
  if (own === shared || shared !== (await pathOf(checkout.folder, '--git-common-dir'))) return undefined;
  if ((await git.maybe(['symbolic-ref', '--quiet', 'HEAD'])) !== undefined) return undefined;
  const head = await git.maybe(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  // Comparing trees looks at no file, so that nothing is asked to convert one.
  const staged = await git.maybe(['write-tree']);
  if (head === undefined || staged !== (await git.maybe(['rev-parse', `${head}^{tree}`]))) return undefined;
  return head;
}

async function pathOf(folder: string, question: string): Promise<string> {
  return realpath(resolve(folder, await gitIn(folder).text(['rev-parse', question])));
}
