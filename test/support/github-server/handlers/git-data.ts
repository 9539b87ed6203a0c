import { confinePath } from '../../../../src/domain/files.js';
import { conflict, notFound, unprocessable } from '../api-error.js';
import { repositoryOf } from '../call.js';
import type { Call, Handlers } from '../call.js';
import { log, readCommitOf } from '../git/history.js';
import type { GitRepository, Signature } from '../git/git-repository.js';
import { listTree, writeTree } from '../git/trees.js';
import type { TreeChange } from '../git/trees.js';
import type { RepositoryRecord } from '../records.js';
import { gitCommitOf, noreplyAddress, treeEntryOf } from '../representations/git-object.js';
import { repositoryUrl } from '../representations/repository.js';
import { nodeId } from '../site.js';
import type { Site } from '../site.js';

/** GitHub shows at most this many entries of a recursive tree. */
const TREE_LIMIT = 100_000;

/** Blobs, trees and commits: objects that are there once written, whether a ref leads to them or not. */
export const gitHandlers: Handlers<
  | 'git/create-blob'
  | 'git/get-blob'
  | 'git/create-tree'
  | 'git/get-tree'
  | 'git/create-commit'
  | 'git/get-commit'
> = {
  'git/create-blob': async call => {
    const repository = await started(call);
    const { content, encoding = 'utf-8' } = call.body;
    const sha = await repository.git.writeBlob(
      Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8'),
    );
    return { status: 201, body: { sha, url: repositoryUrl(call.site, repository, `/git/blobs/${sha}`) } };
  },

  'git/get-blob': async call => {
    const repository = await started(call);
    const sha = await repository.git.resolve(call.path.file_sha, 'blob');
    if (sha === undefined) throw notFound();
    const bytes = await repository.git.readBlob(sha);
    if (/[.+]raw\b/.test(call.accept)) return { status: 200, body: bytes };
    const url = repositoryUrl(call.site, repository, `/git/blobs/${sha}`);
    const content = bytes.toString('base64');
    const body = { sha, node_id: nodeId('B', sha), url, size: bytes.length, content, encoding: 'base64' };
    return { status: 200, body };
  },

  'git/create-tree': async call => {
    const repository = await started(call);
    const { tree, base_tree: base } = call.body;
    if (tree.length === 0) throw unprocessable('Invalid tree info');
    const baseTree = base === undefined ? undefined : await repository.git.resolve(base, 'tree');
    if (base !== undefined && baseTree === undefined) throw notFound();
    const changes = [];
    for (const entry of tree) changes.push(await changeOf(repository.git, baseTree, entry));
    const sha = await writeTree(repository.git, baseTree, changes);
    return { status: 201, body: await treeBody(call.site, repository, sha, false) };
  },

  'git/get-tree': async call => {
    const repository = await started(call);
    const sha = await repository.git.resolve(call.path.tree_sha, 'tree');
    if (sha === undefined) throw notFound();
    // Any value of the parameter asks for it, even "0" (GitHub REST, "Get a tree").
    const body = await treeBody(call.site, repository, sha, call.query.recursive !== undefined);
    return { status: 200, body };
  },

  'git/create-commit': async call => {
    const repository = await started(call);
    const { message, tree, parents = [] } = call.body;
    const known = await repository.git.resolve(tree, 'tree');
    if (known !== tree) throw unprocessable('Tree SHA does not exist');
    for (const parent of parents)
      if ((await repository.git.resolve(parent, 'commit')) !== parent)
        throw unprocessable('Parent SHA does not exist or is not a commit object');
    const [author, committer] = signaturesOf(call);
    const sha = await repository.git.writeCommit({ tree, parents, message, author, committer });
    const [commit] = await log(repository.git, [sha], { limit: 1 });
    if (commit === undefined) throw new Error(`Commit ${sha} was not written`);
    return { status: 201, body: gitCommitOf(call.site, repository, commit) };
  },

  'git/get-commit': async call => {
    const repository = await started(call);
    const commit = await readCommitOf(repository.git, call.path.commit_sha);
    if (commit === undefined) throw notFound();
    return { status: 200, body: gitCommitOf(call.site, repository, commit) };
  },
};

/** The repository of the path; 409 when nothing was ever committed to it, as GitHub's git database answers. */
export async function started(call: Parameters<typeof repositoryOf>[0]): Promise<RepositoryRecord> {
  const repository = repositoryOf(call);
  if ((await repository.git.refs()).size === 0) throw conflict('Git Repository is empty.');
  return repository;
}

type TreeItem = Call<'git/create-tree'>['body']['tree'][number];

async function changeOf(
  git: GitRepository,
  baseTree: string | undefined,
  { path, mode, sha, content, type }: TreeItem,
): Promise<TreeChange> {
  if (path === undefined || confinePath(path) !== path)
    throw unprocessable('tree.path contains a malformed path component');
  if (sha === null) {
    const found = baseTree === undefined ? [] : await listTree(git, baseTree, false, path);
    if (found.length === 0) throw unprocessable('GitRPC::BadObjectState');
    return { path, mode: mode ?? '100644', sha: undefined };
  }
  if (mode === undefined) throw unprocessable('Must supply a valid tree.mode');
  if ((sha === undefined) === (content === undefined))
    throw unprocessable('Must supply either tree.sha or tree.content');
  if (content !== undefined) return { path, mode, sha: await git.writeBlob(content) };
  const kind = mode === '040000' ? 'tree' : mode === '160000' ? 'commit' : 'blob';
  const known = sha === undefined ? undefined : await git.resolve(sha, kind);
  if (kind !== 'commit' && known !== sha) throw unprocessable(`tree.sha ${sha} is not a valid ${kind}`);
  if (type !== undefined && type !== kind) throw unprocessable(`tree.type ${type} does not fit ${mode}`);
  return { path, mode, sha };
}

async function treeBody(site: Site, repository: RepositoryRecord, sha: string, recursive: boolean) {
  const entries = await listTree(repository.git, sha, recursive);
  return {
    sha,
    url: repositoryUrl(site, repository, `/git/trees/${sha}`),
    tree: entries.slice(0, TREE_LIMIT).map(entry => treeEntryOf(site, repository, entry)),
    truncated: entries.length > TREE_LIMIT,
  };
}

/** Who is named as author and committer: each defaults to the other, and both to the App. */
function signaturesOf({ site, body }: Call<'git/create-commit'>): [author: Signature, committer: Signature] {
  const now = site.now();
  const bot = { name: site.bot.login, email: noreplyAddress(site.bot), date: now };
  const author = { ...bot, ...body.author };
  return [author, { ...author, ...body.committer }];
}
