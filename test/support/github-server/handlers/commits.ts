import { conflict, notFound, unprocessable } from '../api-error.js';
import { page, repositoryOf } from '../call.js';
import type { Handlers } from '../call.js';
import { changedFiles, log, mergeBase, readCommitOf } from '../git/history.js';
import type { Commit } from '../git/history.js';
import { ApiError } from '../api-error.js';
import type { RepositoryRecord } from '../records.js';
import { commitOf, diffEntryOf } from '../representations/git-object.js';
import { repositoryPage, repositoryUrl } from '../representations/repository.js';

/** Git's name for "before the first commit". */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Branches, and the history behind them. */
export const commitHandlers: Handlers<
  'repos/get-branch' | 'repos/get-commit' | 'repos/list-commits' | 'repos/compare-commits-with-basehead'
> = {
  'repos/get-branch': async call => {
    const repository = repositoryOf(call);
    const { branch: name } = call.path;
    const commit = await readCommitOf(repository.git, `refs/heads/${name}`);
    if (commit === undefined) throw new ApiError(404, 'Branch not found');
    const self = repositoryUrl(call.site, repository, `/branches/${encodeURIComponent(name)}`);
    const body = {
      name,
      commit: commitOf(call.site, repository, commit),
      _links: { self, html: repositoryPage(call.site, repository, `/tree/${encodeURIComponent(name)}`) },
      protected: false,
      protection: { enabled: false },
      protection_url: `${self}/protection`,
    };
    return { status: 200, body };
  },

  'repos/get-commit': async call => {
    const repository = repositoryOf(call);
    const commit = await readCommitOf(repository.git, call.path.ref);
    if (commit === undefined) throw unprocessable(`No commit found for SHA: ${call.path.ref}`);
    const changed = await changedFiles(repository.git, commit.parents[0] ?? EMPTY_TREE, commit.sha);
    const files = changed.map(file => diffEntryOf(call.site, repository, commit.sha, file));
    const additions = changed.reduce((sum, file) => sum + file.additions, 0);
    const deletions = changed.reduce((sum, file) => sum + file.deletions, 0);
    const stats = { additions, deletions, total: additions + deletions };
    return { status: 200, body: { ...commitOf(call.site, repository, commit), stats, files } };
  },

  'repos/list-commits': async call => {
    const repository = repositoryOf(call);
    const { sha = repository.defaultBranch, path, author, since, until } = call.query;
    if ((await repository.git.refs()).size === 0) throw conflict('Git Repository is empty.');
    const start = await repository.git.resolve(sha, 'commit');
    if (start === undefined) throw notFound();
    const options = path === undefined ? {} : { path };
    const commits = (await log(repository.git, [start], options))
      .filter(commit => since === undefined || commit.committer.date >= since)
      .filter(commit => until === undefined || commit.committer.date <= until)
      .filter(commit => author === undefined || commit.author.email.includes(author));
    const { items, headers } = page(call, commits);
    return { status: 200, body: items.map(commit => commitOf(call.site, repository, commit)), headers };
  },

  'repos/compare-commits-with-basehead': async call => {
    const repository = repositoryOf(call);
    const [baseName = '', headName = ''] = call.path.basehead.split('...');
    const base = await commitNamed(repository, baseName);
    const head = await commitNamed(repository, headName);
    const common = await mergeBase(repository.git, base.sha, head.sha);
    if (common === undefined) throw notFound();
    const ahead = (await log(repository.git, [`${base.sha}..${head.sha}`])).toReversed();
    const behind = (await log(repository.git, [`${head.sha}..${base.sha}`])).length;
    const files = await changedFiles(repository.git, common, head.sha);
    const { items, headers } = page(call, ahead);
    const path = `/compare/${call.path.basehead}`;
    const htmlUrl = repositoryPage(call.site, repository, path);
    const body = {
      url: repositoryUrl(call.site, repository, path),
      html_url: htmlUrl,
      permalink_url: htmlUrl,
      diff_url: `${htmlUrl}.diff`,
      patch_url: `${htmlUrl}.patch`,
      base_commit: commitOf(call.site, repository, base),
      merge_base_commit: commitOf(call.site, repository, await commitNamed(repository, common)),
      status: statusOf(ahead.length, behind),
      ahead_by: ahead.length,
      behind_by: behind,
      total_commits: ahead.length,
      commits: items.map(commit => commitOf(call.site, repository, commit)),
      files: files.map(file => diffEntryOf(call.site, repository, head.sha, file)),
    };
    return { status: 200, body, headers };
  },
};

function statusOf(ahead: number, behind: number): 'identical' | 'ahead' | 'behind' | 'diverged' {
  if (ahead === 0) return behind === 0 ? 'identical' : 'behind';
  return behind === 0 ? 'ahead' : 'diverged';
}

/** A branch, a tag or an id; a name may carry its owner, `owner:branch`. */
async function commitNamed(repository: RepositoryRecord, name: string): Promise<Commit> {
  const prefix = `${repository.owner.login}:`;
  const revision = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const commit = await readCommitOf(repository.git, revision);
  if (commit === undefined) throw notFound();
  return commit;
}
