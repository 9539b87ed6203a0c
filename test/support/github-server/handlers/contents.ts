import { notFound } from '../api-error.js';
import { repositoryOf } from '../call.js';
import type { Call, Handlers } from '../call.js';
import { listTree } from '../git/trees.js';
import type { TreeEntry } from '../git/trees.js';
import type { RepositoryRecord } from '../records.js';
import { repositoryPage, repositoryUrl } from '../representations/repository.js';

/** Larger files are shown without their content, which the raw media type still gives. */
const INLINE_BYTES = 1_048_576;

/** Files and folders at a commit. */
export const contentHandlers: Handlers<'repos/get-content'> = {
  'repos/get-content': async call => {
    const repository = repositoryOf(call);
    const ref = call.query.ref ?? repository.defaultBranch;
    const tree = await repository.git.resolve(ref, 'tree');
    if (tree === undefined) throw notFound();
    const path = call.path.path.replace(/^\/+|\/+$/g, '');
    const entry = path === '' ? undefined : await entryAt(repository, tree, path);
    if (entry === undefined || entry.type === 'tree') {
      const below = path === '' ? '' : `${path}/`;
      const entries = await listTree(repository.git, entry?.sha ?? tree, false);
      const shown = entries.map(each =>
        summaryOf(call, repository, ref, { ...each, path: below + each.path }),
      );
      return { status: 200, body: shown };
    }
    if (entry.type === 'commit') return { status: 200, body: submodule(call, repository, ref, entry) };
    const bytes = await repository.git.readBlob(entry.sha);
    if (/[.+]raw\b/.test(call.accept)) return { status: 200, body: bytes };
    const summary = summaryOf(call, repository, ref, entry);
    if (entry.mode === '120000')
      return { status: 200, body: { ...summary, type: 'symlink', target: bytes.toString() } };
    const inline = bytes.length <= INLINE_BYTES;
    const content = inline ? bytes.toString('base64').replace(/.{60}(?=.)/g, '$&\n') + '\n' : '';
    return { status: 200, body: { ...summary, content, encoding: inline ? 'base64' : 'none' } };
  },
};

async function entryAt(repository: RepositoryRecord, tree: string, path: string): Promise<TreeEntry> {
  const [entry] = await listTree(repository.git, tree, false, path);
  if (entry === undefined) throw notFound();
  return entry;
}

function summaryOf(
  { site }: Call<'repos/get-content'>,
  repository: RepositoryRecord,
  ref: string,
  entry: TreeEntry,
) {
  const path = entry.path.split('/').map(encodeURIComponent).join('/');
  const kind = entry.type === 'tree' ? 'trees' : 'blobs';
  const url = `${repositoryUrl(site, repository, `/contents/${path}`)}?ref=${encodeURIComponent(ref)}`;
  const git_url = repositoryUrl(site, repository, `/git/${kind}/${entry.sha}`);
  const page = entry.type === 'tree' ? 'tree' : 'blob';
  const html_url = repositoryPage(site, repository, `/${page}/${encodeURIComponent(ref)}/${path}`);
  const raw = repositoryPage(site, repository, `/raw/${encodeURIComponent(ref)}/${path}`);
  return {
    name: entry.path.slice(entry.path.lastIndexOf('/') + 1),
    path: entry.path,
    sha: entry.sha,
    size: entry.size ?? 0,
    url,
    html_url,
    git_url,
    download_url: entry.type === 'blob' ? raw : null,
    type: entry.type === 'tree' ? 'dir' : 'file',
    _links: { self: url, git: git_url, html: html_url },
  };
}

function submodule(
  call: Call<'repos/get-content'>,
  repository: RepositoryRecord,
  ref: string,
  entry: TreeEntry,
) {
  return { ...summaryOf(call, repository, ref, entry), type: 'submodule', submodule_git_url: '' };
}
