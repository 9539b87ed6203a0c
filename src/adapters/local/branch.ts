import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ChangeSet } from '../../domain/change-set.js';
import { CodefaceError } from '../../domain/errors.js';
import { confinePath, fileBytes } from '../../domain/files.js';
import type { CommitRequest } from '../../ports/repository-host.js';
import { makeOwnedFolder } from '../system/owned-folder.js';
import type { Checkout } from './checkout.js';

const AUTHOR = { name: 'Codeface', email: 'codeface@users.noreply.github.com' } as const;
const EXECUTABLE = '100755';
const REGULAR = '100644';

export interface BranchHead {
  readonly commit: string;
  readonly message: string;
}

/** The newest commit of a branch; undefined when there is none. */
export async function readBranchHead({ git }: Checkout, branch: string): Promise<BranchHead | undefined> {
  const commit = await git.maybe(['rev-parse', '--verify', '--quiet', `${refOf(branch)}^{commit}`]);
  if (commit === undefined) return undefined;
  const text = await git.text(['cat-file', 'commit', commit]);
  return { commit, message: text.slice(text.indexOf('\n\n') + 2) };
}

/**
 * Commits a change set with an index of its own, so that the person's index, work tree and branch stay as they are,
 * and moves our branch only from where we left it. What is already there is found again.
 */
export async function commitToBranch(
  checkout: Checkout,
  request: CommitRequest,
  nowMs: number,
): Promise<string> {
  const { git } = checkout;
  const { branch, base, parent, changeSet, message, trailer } = request;
  if ((await git.maybe(['check-ref-format', refOf(branch)])) === undefined)
    throw new CodefaceError('repository-host', `${branch} is not a name that git takes for a branch.`);
  const before = await inspectBranch(checkout, request);
  if (before.done !== undefined) return before.done;
  await refuseCheckedOut(checkout, branch);
  const commit = await git.text(
    ['commit-tree', await writeTree(checkout, base, changeSet), '-p', parent, '-F', '-'],
    {
      input: `${message.trimEnd()}\n\n${trailer}\n`,
      environment: identity(nowMs),
      configuration: { 'i18n.commitEncoding': 'UTF-8' },
    },
  );
  const expected = before.exists ? parent : '0'.repeat(commit.length);
  const moved = await git.maybe(
    ['update-ref', '-m', `codeface: ${trailer}`, refOf(branch), commit, expected],
    { environment: identity(nowMs) },
  );
  if (moved !== undefined) return commit;
  // Somebody made or moved the branch meanwhile: another process at this very step, or the person.
  const after = await inspectBranch(checkout, request);
  if (after.done !== undefined) return after.done;
  throw new CodefaceError(
    'repository-host',
    `git could not move the branch ${branch} in ${checkout.folder}.`,
  );
}

/** Whether the branch is there, and its head when that is the requested commit already. Refuses anybody else's. */
async function inspectBranch(
  checkout: Checkout,
  { branch, parent, trailer }: CommitRequest,
): Promise<{ readonly exists: boolean; readonly done?: string }> {
  const head = await readBranchHead(checkout, branch);
  if (head === undefined) return { exists: false };
  if (head.message.split('\n').includes(trailer)) return { exists: true, done: head.commit };
  if (head.commit === parent) return { exists: true };
  throw new CodefaceError(
    'repository-host',
    `The branch ${branch} in ${checkout.folder} is at ${head.commit.slice(0, 12)}, not at ${parent.slice(0, 12)} ` +
      'where Codeface left it. Nothing was overwritten; rename or delete the branch, or choose another name.',
  );
}

/** Moving a branch that is checked out somewhere would turn that work tree upside down. */
async function refuseCheckedOut({ git }: Checkout, branch: string): Promise<void> {
  const worktrees = (await git.text(['worktree', 'list', '--porcelain'])).split('\n\n');
  const taken = worktrees.find(worktree => worktree.split('\n').includes(`branch ${refOf(branch)}`));
  if (taken === undefined) return;
  const place = /^worktree (.*)$/m.exec(taken)?.[1];
  throw new CodefaceError(
    'repository-host',
    `The branch ${branch} is checked out in ${place}. Switch to another branch there and try again.`,
  );
}

/** The tree of the base with the change in it; only objects are written. */
async function writeTree(
  { git, prefix }: Checkout,
  base: string,
  { writes, deletes }: ChangeSet,
): Promise<string> {
  const folder = await makeOwnedFolder(tmpdir(), 'codeface-index-');
  try {
    const environment = { GIT_INDEX_FILE: join(folder, 'index') };
    await git.text(['read-tree', base], { environment });
    const modes = modesOf(await git.text(['ls-files', '--stage', '-z', '--full-name'], { environment }));
    const lines = deletes.map(path => `0 ${'0'.repeat(base.length)}\t${prefix}${confined(path)}`);
    for (const file of writes) {
      const path = prefix + confined(file.path);
      const objectId = await git.text(['hash-object', '-w', '--stdin', '--no-filters'], {
        input: fileBytes(file),
      });
      lines.push(`${modes.get(path) === EXECUTABLE ? EXECUTABLE : REGULAR} ${objectId}\t${path}`);
    }
    await git.text(['update-index', '-z', '--index-info'], {
      environment,
      input: lines.map(line => `${line}\0`).join(''),
    });
    return await git.text(['write-tree'], { environment });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `<mode> <object> <stage>\t<path>\0` */
function modesOf(listing: string): ReadonlyMap<string, string> {
  const entries = listing.split('\0').filter(Boolean);
  return new Map(
    entries.map(entry => [entry.slice(entry.indexOf('\t') + 1), entry.slice(0, REGULAR.length)]),
  );
}

function confined(path: string): string {
  if (confinePath(path) === path) return path;
  throw new CodefaceError(
    'repository-host',
    `${JSON.stringify(path)} leads out of the repository and was not written.`,
  );
}

function identity(nowMs: number): Readonly<Record<string, string>> {
  const date = `@${Math.floor(nowMs / 1000)} +0000`;
  return Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap(role => [
      [`GIT_${role}_NAME`, AUTHOR.name],
      [`GIT_${role}_EMAIL`, AUTHOR.email],
      [`GIT_${role}_DATE`, date],
    ]),
  );
}

function refOf(branch: string): string {
  return `refs/heads/${branch}`;
}
