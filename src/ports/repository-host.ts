import type { ChangeSet } from '../domain/change-set.js';
import type { CommitChecks } from '../domain/commit-checks.js';
import type { RepositorySnapshot } from '../domain/mined.js';
import type { CheckRun, Comment, PullRequest, PullRequestText } from '../domain/publication.js';

export type Permission = 'admin' | 'write' | 'read' | 'none';

export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly isPullRequest: boolean;
}

export interface CommitRequest {
  readonly branch: string;
  /** The commit the change set is against. */
  readonly base: string;
  /** The commit it follows: the base, or the round before. */
  readonly parent: string;
  readonly changeSet: ChangeSet;
  readonly message: string;
  /** A trailer line that identifies this step of this run; a branch whose head carries it is left as it is. */
  readonly trailer: string;
}

/**
 * One repository on GitHub, or a person's own checkout, behind the same words. Each write is idempotent: doing it
 * again after a crash finds what is there. Ends in a `CodefaceError` of code `repository-host`, or `permission`.
 */
export interface RepositoryHost {
  /** `owner/name`, or the folder's name. */
  readonly repository: string;
  /** Tree of the default branch's head, or of the commit, under the name that the repository has now. */
  snapshot(commit?: string): Promise<RepositorySnapshot>;
  issue(number: number): Promise<Issue>;
  permissionOf(login: string): Promise<Permission>;
  /** A reaction on the comment that asked. */
  acknowledge(commentId: number): Promise<void>;
  /** Creates or edits the one comment with this marker. */
  putComment(issue: number, comment: Comment): Promise<void>;
  /** Opens an issue unless an open one has this marker in its body. */
  putIssue(title: string, comment: Comment): Promise<void>;
  /** The newest commit of a branch, or undefined when there is no such branch. */
  branchHead(branch: string): Promise<{ readonly commit: string; readonly message: string } | undefined>;
  /** Makes the commit and moves the branch (creating it at need); returns the commit's id. */
  commit(request: CommitRequest): Promise<string>;
  /** The draft pull request of the branch, opened at need and its text brought up to date. */
  putPullRequest(branch: string, text: PullRequestText): Promise<PullRequest>;
  /** Takes it out of draft. */
  markReady(pullRequest: PullRequest): Promise<void>;
  /** Creates or updates the check run of this name on this commit. */
  putCheckRun(checkRun: CheckRun): Promise<void>;
  /**
   * What the repository's own CI says of a commit by now, without the check runs of Codeface itself. Ends in a
   * `CodefaceError` of code `configuration` where there is no CI.
   */
  checksOf(commit: string): Promise<CommitChecks>;
}

/** Hosts by installation and repository: the worker's way to a repository long after the event. */
export interface RepositoryHosts {
  open(installationId: number, repository: string): Promise<RepositoryHost>;
}
