import type { CommitChecks } from '../../domain/commit-checks.js';
import { CodefaceError } from '../../domain/errors.js';
import type { RepositorySnapshot } from '../../domain/mined.js';
import type { Visibility } from '../../domain/primitive.js';
import type { CheckRun, Comment, PullRequest, PullRequestText } from '../../domain/publication.js';
import type { CommitRequest, Issue, Permission, RepositoryHost } from '../../ports/repository-host.js';
import type { Workspace } from '../../ports/workspace.js';
import { putCheckRun } from './check-runs.js';
import { Comments } from './comments.js';
import { readChecks } from './commit-checks.js';
import { commitToBranch } from './commits.js';
import { readBranchHead, readRef, type BranchHead } from './refs.js';
import type { GitHubRepository } from './github-repository.js';
import { putIssue, readIssue, readPermission } from './issues.js';
import { markReady, putPullRequest } from './pull-requests.js';
import { translateError } from './translate-error.js';

/** What a host needs beside its repository. */
export interface GitHubHostOptions {
  readonly clone: Workspace['clone'];
  readonly sleep: (ms: number) => Promise<void>;
  /** How long it waits before each further try of a call that failed for a passing reason. */
  readonly retryAfterMs: readonly number[];
}

/** A repository on GitHub or a GitHub Enterprise Server, through the App's installation. */
/** What a repository says of itself, read once. */
interface Origin {
  /** What it is called now: under a former name it is still found. */
  readonly fullName: string;
  readonly defaultBranch: string;
  readonly cloneUrl: string;
  readonly visibility: Visibility;
}

export class GitHubHost implements RepositoryHost {
  readonly repository: string;
  private readonly comments: Comments;
  private origin: Origin | undefined;

  constructor(
    private readonly at: GitHubRepository,
    private readonly options: GitHubHostOptions,
  ) {
    this.repository = `${at.owner}/${at.repo}`;
    this.comments = new Comments(at);
  }

  snapshot(commit?: string): Promise<RepositorySnapshot> {
    return this.perform(`read ${this.repository}`, async () => {
      const { octokit } = this.at;
      const { fullName, defaultBranch, cloneUrl, visibility } = await this.readOrigin();
      const head = commit ?? (await readRef(this.at, defaultBranch));
      if (head === undefined)
        throw new CodefaceError(
          'repository-host',
          `${this.repository} has no commit on ${defaultBranch} yet; push one first.`,
        );
      // Git gets a token that can do nothing but this.
      const { token } = (await octokit.auth({
        type: 'installation',
        repositoryNames: [fullName.slice(fullName.indexOf('/') + 1)],
        permissions: { contents: 'read' },
      })) as { readonly token: string };
      const source = { url: cloneUrl, token, repository: fullName, commit: head };
      return { ...(await this.options.clone(source)), visibility };
    });
  }

  issue(number: number): Promise<Issue> {
    return this.perform(`read ${this.repository}#${number}`, () => readIssue(this.at, number));
  }

  permissionOf(login: string): Promise<Permission> {
    return this.perform(`read what ${login} may do in ${this.repository}`, () =>
      readPermission(this.at, login),
    );
  }

  acknowledge(commentId: number): Promise<void> {
    return this.perform(`react to comment ${commentId} of ${this.repository}`, () =>
      this.comments.acknowledge(commentId),
    );
  }

  putComment(issue: number, comment: Comment): Promise<void> {
    return this.perform(`comment on ${this.repository}#${issue}`, () => this.comments.put(issue, comment));
  }

  putIssue(title: string, comment: Comment): Promise<void> {
    return this.perform(`open an issue in ${this.repository}`, () => putIssue(this.at, title, comment));
  }

  branchHead(branch: string): Promise<BranchHead | undefined> {
    return this.perform(`read the branch ${branch} of ${this.repository}`, () =>
      readBranchHead(this.at, branch),
    );
  }

  commit(request: CommitRequest): Promise<string> {
    return this.perform(`commit to ${request.branch} of ${this.repository}`, () =>
      commitToBranch(this.at, request),
    );
  }

  putPullRequest(branch: string, text: PullRequestText): Promise<PullRequest> {
    return this.perform(`open or edit the pull request of ${branch} in ${this.repository}`, async () => {
      const { defaultBranch: base } = await this.readOrigin();
      return putPullRequest(this.at, { branch, base, text });
    });
  }

  markReady({ number }: PullRequest): Promise<void> {
    return this.perform(`take ${this.repository}#${number} out of draft`, () => markReady(this.at, number));
  }

  putCheckRun(checkRun: CheckRun): Promise<void> {
    return this.perform(`report the check of ${checkRun.commit.slice(0, 12)} in ${this.repository}`, () =>
      putCheckRun(this.at, checkRun),
    );
  }

  checksOf(commit: string): Promise<CommitChecks> {
    return this.perform(`read the checks of ${commit.slice(0, 12)} in ${this.repository}`, () =>
      readChecks(this.at, commit),
    );
  }

  private async readOrigin(): Promise<Origin> {
    const { octokit, owner, repo } = this.at;
    if (this.origin === undefined) {
      const { data } = await octokit.rest.repos.get({ owner, repo });
      this.origin = {
        fullName: data.full_name,
        defaultBranch: data.default_branch,
        cloneUrl: data.clone_url,
        // An internal repository of an enterprise calls itself private too.
        visibility: data.visibility === 'internal' ? 'internal' : data.private ? 'private' : 'public',
      };
    }
    return this.origin;
  }

  /** Every call is idempotent as a whole, so as a whole it is tried again when the reason may pass. */
  private async perform<T>(
    attempt: string,
    call: () => Promise<T>,
    waitsMs: readonly number[] = this.options.retryAfterMs,
  ): Promise<T> {
    try {
      return await call();
    } catch (error) {
      const translated = translateError(attempt, error);
      const [waitMs, ...laterMs] = waitsMs;
      const mayPass = translated instanceof CodefaceError && translated.retryable;
      if (waitMs === undefined || !mayPass) throw translated;
      await this.options.sleep(waitMs);
      return this.perform(attempt, call, laterMs);
    }
  }
}
