import { lstat, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

import { gitIn } from '../git/git.js';
import type { Checkout } from './checkout.js';

/**
 * Shows a commit in a worktree of its own, detached, so that our branch stays free to be checked out by the person.
 * Returns false when the worktree there holds changes that git would not overwrite, or is none of ours.
 */
export async function showInWorktree(checkout: Checkout, place: string, commit: string): Promise<boolean> {
  const configuration = await withoutFilters(checkout);
  const exists = await lstat(place).then(
    () => true,
    () => false,
  );
  if (exists) {
    const inside = await gitIn(place).maybe(['rev-parse', '--show-prefix']);
    if (inside !== '') return false;
    return (
      (await gitIn(place).maybe(['checkout', '--quiet', '--detach', commit], { configuration })) !== undefined
    );
  }
  await mkdir(dirname(place), { recursive: true });
  // Forced only past a registration that was left when somebody removed the folder by hand.
  await checkout.git.text(['worktree', 'add', '--quiet', '--force', '--detach', place, commit], {
    configuration,
  });
  return true;
}

/** Empties every filter that the repository's configuration defines: checking out must run no program. */
async function withoutFilters({ git }: Checkout): Promise<Readonly<Record<string, string>>> {
  const names = (await git.maybe(['config', '-z', '--name-only', '--get-regexp', '^filter\\.'])) ?? '';
  const drivers = new Set(
    names
      .split('\0')
      .map(name => name.slice(0, name.lastIndexOf('.')))
      .filter(Boolean),
  );
  return Object.fromEntries(
    [...drivers].flatMap(driver => [
      [`${driver}.smudge`, ''],
      [`${driver}.clean`, ''],
      [`${driver}.process`, ''],
      [`${driver}.required`, 'false'],
    ]),
  );
}
