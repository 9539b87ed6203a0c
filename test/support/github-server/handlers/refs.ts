import { notFound, unprocessable } from '../api-error.js';
import type { Call, Handlers } from '../call.js';
import { moveRef } from '../events/push-events.js';
import { isAncestor } from '../git/history.js';
import type { RepositoryRecord } from '../records.js';
import { refOf } from '../representations/git-object.js';
import { started } from './git-data.js';

/** Branches and tags, by their full name. */
export const refHandlers: Handlers<'git/get-ref' | 'git/create-ref' | 'git/update-ref' | 'git/delete-ref'> = {
  'git/get-ref': async call => {
    const repository = await started(call);
    const name = `refs/${call.path.ref}`;
    const sha = await repository.git.ref(name);
    if (sha === undefined) throw notFound();
    return { status: 200, body: refOf(call.site, repository, name, sha) };
  },

  'git/create-ref': async call => {
    const repository = await started(call);
    const { ref, sha } = call.body;
    if (!/^refs\/(heads|tags)\/./.test(ref))
      throw unprocessable('Reference name must start with refs/heads/');
    if (!(await repository.git.isRefName(ref)))
      throw unprocessable(`${ref.replace(/^refs\/\w+\//, '')} is not a valid ref name.`);
    await requireCommit(repository, sha);
    if ((await repository.git.ref(ref)) !== undefined) throw unprocessable('Reference already exists');
    await moveRef(call, repository, ref, { before: undefined, after: sha });
    return { status: 201, body: refOf(call.site, repository, ref, sha) };
  },

  'git/update-ref': async call => {
    const repository = await started(call);
    const { sha, force = false } = call.body;
    const name = `refs/${call.path.ref}`;
    const before = await existing(repository, call);
    await requireCommit(repository, sha);
    if (!force && !(await isAncestor(repository.git, before, sha)))
      throw unprocessable('Update is not a fast forward');
    if (before !== sha) await moveRef(call, repository, name, { before, after: sha });
    return { status: 200, body: refOf(call.site, repository, name, sha) };
  },

  'git/delete-ref': async call => {
    const repository = await started(call);
    const before = await existing(repository, call);
    await moveRef(call, repository, `refs/${call.path.ref}`, { before, after: undefined });
    return { status: 204 };
  },
};

async function existing(
  repository: RepositoryRecord,
  { path }: Call<'git/update-ref'> | Call<'git/delete-ref'>,
): Promise<string> {
  const sha = await repository.git.ref(`refs/${path.ref}`);
  if (sha === undefined) throw unprocessable('Reference does not exist');
  return sha;
}

async function requireCommit(repository: RepositoryRecord, sha: string): Promise<void> {
  if ((await repository.git.resolve(sha, 'commit')) !== sha) throw unprocessable('Object does not exist');
}
