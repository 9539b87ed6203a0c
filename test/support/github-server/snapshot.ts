import { log } from './git/history.js';
import type { Commit } from './git/history.js';
import { isPull } from './records.js';
import type {
  AnnotationRecord,
  CheckRunRecord,
  CommentRecord,
  IssueRecord,
  PullIssue,
  RepositoryRecord,
} from './records.js';
import { fullName } from './site.js';

/** A repository as a test reads it: plain values, in the order they came to be. */
export interface RepositoryState {
  readonly repository: string;
  readonly issues: readonly IssueState[];
  readonly comments: readonly CommentState[];
  readonly pulls: readonly PullState[];
  readonly checkRuns: readonly CheckRunState[];
  /** Full ref names. */
  readonly refs: ReadonlyMap<string, string>;
  /** Commits of each branch, by its short name, newest first. */
  readonly commits: ReadonlyMap<string, readonly Commit[]>;
}

export interface IssueState {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly user: string;
  readonly state: 'open' | 'closed';
  readonly labels: readonly string[];
}

export interface CommentState {
  readonly id: number;
  readonly issue: number;
  readonly body: string;
  readonly user: string;
  /** True when the App rewrote it after it was made. */
  readonly edited: boolean;
  readonly reactions: readonly { readonly user: string; readonly content: string }[];
}

export interface PullState extends IssueState {
  readonly head: string;
  readonly base: string;
  readonly headSha: string;
  readonly draft: boolean;
  readonly merged: boolean;
  readonly reviews: readonly { readonly user: string; readonly state: string; readonly body: string }[];
}

export interface CheckRunState {
  readonly id: number;
  readonly name: string;
  readonly headSha: string;
  readonly status: string;
  readonly conclusion: string | null;
  readonly title: string | null;
  readonly summary: string | null;
  readonly text: string | null;
  readonly annotations: readonly AnnotationRecord[];
}

/** What the repository holds now. */
export async function snapshotOf(repository: RepositoryRecord): Promise<RepositoryState> {
  const refs = await repository.git.refs();
  const commits = new Map<string, readonly Commit[]>();
  for (const [ref, sha] of refs)
    if (ref.startsWith('refs/heads/'))
      commits.set(ref.slice('refs/heads/'.length), await log(repository.git, [sha]));
  const issues = [...repository.issues.values()];
  return {
    repository: fullName(repository),
    issues: issues.filter(issue => !isPull(issue)).map(issueState),
    comments: [...repository.comments.values()].map(commentState),
    pulls: issues.filter(isPull).map(pullState),
    checkRuns: [...repository.checkRuns.values()].map(checkRunState),
    refs,
    commits,
  };
}

function issueState({ number, title, body, user, state, labels }: IssueRecord): IssueState {
  const names = labels.map(label => label.name);
  return { number, title, body: body ?? '', user: user.login, state, labels: names };
}

function commentState({
  id,
  issue,
  body,
  user,
  createdAt,
  updatedAt,
  reactions,
}: CommentRecord): CommentState {
  return {
    id,
    issue,
    body,
    user: user.login,
    edited: updatedAt !== createdAt,
    reactions: reactions.map(each => ({ user: each.user.login, content: each.content })),
  };
}

function pullState(issue: PullIssue): PullState {
  const { head, base, headSha, draft, mergedAt, reviews } = issue.pull;
  return {
    ...issueState(issue),
    head,
    base,
    headSha,
    draft,
    merged: mergedAt !== null,
    reviews: reviews.map(({ user, state, body }) => ({ user: user.login, state, body })),
  };
}

function checkRunState({ id, name, headSha, status, conclusion, output }: CheckRunRecord): CheckRunState {
  return { id, name, headSha, status, conclusion, ...output };
}
