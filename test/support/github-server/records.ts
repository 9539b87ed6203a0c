import type { GitRepository } from './git/git-repository.js';

/** A user, an organisation, or the App's own bot. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly type: 'User' | 'Organization' | 'Bot';
}

export type CollaboratorPermission = 'admin' | 'write' | 'read' | 'none';

/** A repository and everything on it. Numbers are shared by issues and pull requests. */
export interface RepositoryRecord {
  readonly id: number;
  readonly owner: Account;
  name: string;
  private: boolean;
  /** SPDX identifier, as GitHub detected it. */
  readonly licence: string | undefined;
  defaultBranch: string;
  readonly createdAt: string;
  pushedAt: string;
  readonly git: GitRepository;
  readonly permissions: Map<string, CollaboratorPermission>;
  readonly issues: Map<number, IssueRecord>;
  readonly comments: Map<number, CommentRecord>;
  readonly checkRuns: Map<number, CheckRunRecord>;
  /** Oldest first. */
  readonly statuses: StatusRecord[];
}

/** An issue; a pull request is one with `pull`. */
export interface IssueRecord {
  readonly id: number;
  readonly number: number;
  title: string;
  body: string | null;
  readonly user: Account;
  state: 'open' | 'closed';
  stateReason: 'completed' | 'not_planned' | 'duplicate' | 'reopened' | null;
  readonly labels: LabelRecord[];
  readonly createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  readonly byApp: boolean;
  readonly pull: PullRecord | undefined;
}

export interface PullRecord {
  readonly id: number;
  /** Branch names, both in the same repository. */
  readonly head: string;
  base: string;
  draft: boolean;
  mergedAt: string | null;
  mergedBy: Account | null;
  mergeCommit: string | null;
  /** What it showed last: a closed pull request keeps them when its branch goes on or away. */
  headSha: string;
  readonly baseSha: string;
  readonly reviews: ReviewRecord[];
}

/** An issue as a pull request. */
export type PullIssue = IssueRecord & { readonly pull: PullRecord };

export function isPull(issue: IssueRecord): issue is PullIssue {
  return issue.pull !== undefined;
}

export interface ReviewRecord {
  readonly id: number;
  readonly user: Account;
  readonly body: string;
  readonly state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'PENDING';
  readonly commit: string;
  readonly submittedAt: string;
}

export interface LabelRecord {
  readonly id: number;
  readonly name: string;
}

export type ReactionContent = '+1' | '-1' | 'laugh' | 'confused' | 'heart' | 'hooray' | 'rocket' | 'eyes';

export interface ReactionRecord {
  readonly id: number;
  readonly user: Account;
  readonly content: ReactionContent;
  readonly createdAt: string;
}

export interface CommentRecord {
  readonly id: number;
  readonly issue: number;
  body: string;
  readonly user: Account;
  readonly createdAt: string;
  updatedAt: string;
  readonly byApp: boolean;
  readonly reactions: ReactionRecord[];
}

export interface CheckRunRecord {
  readonly id: number;
  /** False for those of another App, such as GitHub's own for workflows. */
  readonly byApp: boolean;
  name: string;
  readonly headSha: string;
  status: 'queued' | 'in_progress' | 'completed' | 'waiting' | 'requested' | 'pending';
  conclusion: CheckConclusion | null;
  startedAt: string | null;
  completedAt: string | null;
  externalId: string | null;
  detailsUrl: string | null;
  output: {
    title: string | null;
    summary: string | null;
    text: string | null;
    readonly annotations: AnnotationRecord[];
  };
}

export type CheckConclusion =
  'success' | 'failure' | 'neutral' | 'cancelled' | 'skipped' | 'timed_out' | 'action_required';

/** A commit status, by which services report that make no check runs. */
export interface StatusRecord {
  readonly id: number;
  readonly sha: string;
  readonly context: string;
  readonly state: 'success' | 'failure' | 'error' | 'pending';
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly createdAt: string;
}

export interface AnnotationRecord {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: 'notice' | 'warning' | 'failure';
  readonly message: string;
  readonly title?: string;
}
