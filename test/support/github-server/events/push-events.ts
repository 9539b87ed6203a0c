import { unprocessable } from '../api-error.js';
import { GitFailure } from '../git/git-process.js';
import { changedFiles, isAncestor, log } from '../git/history.js';
import type { Commit } from '../git/history.js';
import { isPull } from '../records.js';
import type { Account, RepositoryRecord } from '../records.js';
import { noreplyAddress } from '../representations/git-object.js';
import { repositoryOf, repositoryPage } from '../representations/repository.js';
import type { Site } from '../site.js';
import type { Webhooks } from '../webhooks.js';
import { envelope } from './envelope.js';
import { pullEvent } from './pull-events.js';

const NOTHING = '0'.repeat(40);
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/**
 * Moves, creates or (with no `sha`) deletes a ref for the App, and announces what follows. Ends in 422 when another
 * call moved it meanwhile.
 */
export async function moveRef(
  { site, webhooks }: { readonly site: Site; readonly webhooks: Webhooks },
  repository: RepositoryRecord,
  ref: string,
  move: { readonly before: string | undefined; readonly after: string | undefined },
): Promise<void> {
  const { git } = repository;
  try {
    if (move.after === undefined) await git.deleteRef(ref);
    else await git.setRef(ref, move.after, move.before);
  } catch (error) {
    if (error instanceof GitFailure) throw unprocessable('Reference cannot be updated');
    throw error;
  }
  await refMoved(site, webhooks, repository, { ref, ...move, pusher: site.bot });
}

/** What follows when the App has moved a ref: the push is announced, and pull requests of the branch show it. */
export async function refMoved(
  site: Site,
  webhooks: Webhooks,
  repository: RepositoryRecord,
  move: RefMove,
): Promise<void> {
  repository.pushedAt = site.now();
  webhooks.announce('push', await pushEvent(site, repository, move));
  await showInPulls(site, webhooks, repository, move);
}

/** Open pull requests of a branch that moved show its new tip, and are announced with it. */
export async function showInPulls(
  site: Site,
  webhooks: Webhooks,
  repository: RepositoryRecord,
  { ref, before, after, pusher }: RefMove,
): Promise<void> {
  if (after === undefined) return;
  for (const issue of repository.issues.values()) {
    if (!isPull(issue) || issue.state !== 'open' || ref !== `refs/heads/${issue.pull.head}`) continue;
    issue.pull.headSha = after;
    issue.updatedAt = site.now();
    const event = await pullEvent(site, repository, issue, 'synchronize', pusher, { before, after });
    webhooks.announce('pull_request', event);
  }
}

export interface RefMove {
  /** Full name. */
  readonly ref: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly pusher: Account;
}

/** Payload of `push`. */
export async function pushEvent(
  site: Site,
  repository: RepositoryRecord,
  { ref, before, after, pusher }: RefMove,
): Promise<object> {
  const commits = await pushedCommits(repository, before, after, ref);
  const described = [];
  for (const commit of commits) described.push(await pushedCommit(site, repository, commit));
  const { created_at, pushed_at, ...shown } = repositoryOf(site, repository);
  return {
    ref,
    before: before ?? NOTHING,
    after: after ?? NOTHING,
    base_ref: null,
    created: before === undefined,
    deleted: after === undefined,
    forced: before !== undefined && after !== undefined && !(await isAncestor(repository.git, before, after)),
    compare: repositoryPage(site, repository, `/compare/${before ?? NOTHING}...${after ?? NOTHING}`),
    commits: described,
    head_commit: described.at(-1) ?? null,
    pusher: { name: pusher.login, email: noreplyAddress(pusher) },
    ...envelope(site, repository, pusher),
    repository: {
      ...shown,
      // A push alone tells these in seconds.
      created_at: seconds(created_at),
      pushed_at: seconds(pushed_at),
      master_branch: repository.defaultBranch,
      stargazers: 0,
    },
  };
}

/** Commits the branch did not have before, oldest first; a new branch shows what the default one lacks. */
async function pushedCommits(
  repository: RepositoryRecord,
  before: string | undefined,
  after: string | undefined,
  ref: string,
): Promise<readonly Commit[]> {
  if (after === undefined) return [];
  const main = `refs/heads/${repository.defaultBranch}`;
  const known = before ?? (ref === main ? undefined : await repository.git.ref(main));
  const commits = await log(repository.git, known === undefined ? [after] : [`${known}..${after}`]);
  return commits.toReversed();
}

async function pushedCommit(site: Site, repository: RepositoryRecord, commit: Commit) {
  const files = await changedFiles(repository.git, commit.parents[0] ?? EMPTY_TREE, commit.sha);
  const paths = (status: string) => files.filter(file => file.status === status).map(file => file.path);
  return {
    id: commit.sha,
    tree_id: commit.tree,
    distinct: true,
    message: commit.message,
    timestamp: commit.committer.date,
    url: repositoryPage(site, repository, `/commit/${commit.sha}`),
    author: { name: commit.author.name, email: commit.author.email },
    committer: { name: commit.committer.name, email: commit.committer.email },
    added: paths('added'),
    removed: paths('removed'),
    modified: paths('modified'),
  };
}

function seconds(date: string | null): number {
  return Math.floor(Date.parse(date ?? '') / 1000);
}
