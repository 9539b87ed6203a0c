import { realpath } from 'node:fs/promises';

import { CodefaceError } from '../../domain/errors.js';
import { gitIn } from '../git/git.js';
import type { Git } from '../git/git.js';
import { NAMING_FILES, repositoryName } from '../git/repository-name.js';
import { committedTree } from '../git/work-tree.js';

/** A person's own checkout, of which only objects, branches of ours and worktrees of ours are ever written. */
export interface Checkout {
  readonly folder: string;
  readonly git: Git;
  /** The folder's place in the work tree, with a slash at its end; empty at the root. */
  readonly prefix: string;
  readonly repository: string;
}

/** Ends in a `CodefaceError` of code `not-found`, or `bad-input` when nothing is committed there. */
export async function openCheckout(folder: string): Promise<Checkout> {
  const place = await realpath(folder).catch((cause: unknown) => {
    throw new CodefaceError('not-found', `There is no folder ${folder}.`, { cause });
  });
  const committed = await committedTree(place);
  if (committed?.commit === undefined)
    throw new CodefaceError(
      'bad-input',
      `Nothing is committed to git in ${folder}, and Codeface works on a branch of its own. ` +
        'Run `git init && git add --all && git commit -m "Begin"` there first.',
    );
  const { commit, prefix } = committed;
  const git = gitIn(place);
  const naming = new Map<string, Uint8Array>();
  for (const path of NAMING_FILES) {
    const text = await git.maybe(['cat-file', 'blob', `${commit}:${prefix}${path}`]);
    if (text !== undefined) naming.set(path, Buffer.from(text));
  }
  return { folder: place, git, prefix, repository: repositoryName(place, naming, committed) };
}
