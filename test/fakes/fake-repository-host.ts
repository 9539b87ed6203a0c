import { createHash } from 'node:crypto';
import {
  commitChecks,
  type CheckOutcome,
  type CommitCheck,
  type CommitChecks,
} from '../../src/domain/commit-checks.js';
import type { ChangeSet } from '../../src/domain/change-set.js';
import { CodefaceError } from '../../src/domain/errors.js';
import { fileBytes, type FileTree } from '../../src/domain/files.js';
import type { RepositorySnapshot } from '../../src/domain/mined.js';
import type { CheckRun, Comment, PullRequest, PullRequestText } from '../../src/domain/publication.js';
import type {
  CommitRequest,
  Issue,
  Permission,
  RepositoryHost,
  RepositoryHosts,
} from '../../src/ports/repository-host.js';

export interface FakeCommit {
  readonly id: string;
  readonly parent?: string;
  readonly message: string;
  readonly files: FileTree;
}

export interface FakeComment {
  readonly id: number;
  readonly issue: number;
  readonly author: string;
  body: string;
}

export interface FakePullRequest {
  readonly number: number;
  readonly branch: string;
  title: string;
  body: string;
  draft: boolean;
  open: boolean;
}

/** The login under which the App writes on this host. */
export const APP_LOGIN = 'codeface[bot]';

/**
 * A repository on a host that lives in memory: what a person did before (`addIssue`, `addComment`, `push`), the
 * port, and the resulting state as plain fields. It passes the same contract as the GitHub adapter.
 */
export class FakeRepositoryHost implements RepositoryHost {
  readonly defaultBranch = 'main';
  readonly commits = new Map<string, FakeCommit>();
  readonly branches = new Map<string, string>();
  readonly issues = new Map<number, Issue & { readonly author: string }>();
  readonly comments: FakeComment[] = [];
  readonly reactions = new Map<number, Set<string>>();
  readonly pullRequests: FakePullRequest[] = [];
  readonly checkRuns: CheckRun[] = [];
  /** What the repository's own CI says, by commit. */
  readonly checks = new Map<string, readonly CommitCheck[]>();
  readonly permissions = new Map<string, Permission>();
  /** Every call of the port in order, failed ones too. */
  readonly calls: string[] = [];
  private readonly failures: CodefaceError[] = [];
  private lastNumber = 0;

  /** `files` are the first commit of the default branch; none makes an empty repository. */
  constructor(
    readonly repository: string,
    files: Readonly<Record<string, string>> = {},
  ) {
    if (Object.keys(files).length > 0) this.push(this.defaultBranch, files, 'Start');
  }

  addIssue(title: string, body: string, isPullRequest = false): Issue {
    return this.openIssue({ title, body, isPullRequest, author: 'someone' });
  }

  addComment(issue: number, author: string, body: string): FakeComment {
    const comment = { id: ++this.lastNumber, issue, author, body };
    this.comments.push(comment);
    return comment;
  }

  /** A commit by somebody else on top of the branch (made at need, from the default branch); returns its id. */
  push(branch: string, files: Readonly<Record<string, string>>, message: string): string {
    const parent = this.branches.get(branch) ?? this.branches.get(this.defaultBranch);
    const writes = Object.entries(files).map(([path, content]) => ({
      path,
      encoding: 'utf8' as const,
      content,
    }));
    const id = this.record(parent, parent, { writes, deletes: [] }, message);
    this.branches.set(branch, id);
    return id;
  }

  /** What the repository's own CI says of a commit under this name from now on. */
  reportCheck(commit: string, name: string, outcome: CheckOutcome, detail: string = outcome): void {
    const others = (this.checks.get(commit) ?? []).filter(check => check.name !== name);
    const url = `https://github.example/${this.repository}/runs/${name}`;
    this.checks.set(commit, [...others, { name, outcome, detail, url }]);
  }

  /** The next call of the port ends in this error and does nothing. */
  failNext(error: CodefaceError): void {
    this.failures.push(error);
  }

  async snapshot(commit?: string): Promise<RepositorySnapshot> {
    this.enter('snapshot');
    const id = commit ?? this.branches.get(this.defaultBranch);
    if (id === undefined) throw this.refusal('has no commit yet; push one first.');
    return { repository: this.repository, commit: id, files: this.commitOf(id).files };
  }

  async issue(number: number): Promise<Issue> {
    this.enter('issue');
    const found = this.issues.get(number);
    if (found === undefined) throw this.refusal(`has no issue ${number}.`);
    const { title, body, isPullRequest } = found;
    return { number, title, body, isPullRequest };
  }

  async permissionOf(login: string): Promise<Permission> {
    this.enter('permissionOf');
    return this.permissions.get(login) ?? 'none';
  }

  async acknowledge(commentId: number): Promise<void> {
    this.enter('acknowledge');
    if (!this.comments.some(({ id }) => id === commentId)) throw this.refusal(`has no comment ${commentId}.`);
    this.reactions.set(commentId, (this.reactions.get(commentId) ?? new Set()).add('eyes'));
  }

  async putComment(issue: number, { marker, body }: Comment): Promise<void> {
    this.enter('putComment');
    if (!this.issues.has(issue)) throw this.refusal(`has no issue ${issue}.`);
    const ours = this.comments.find(
      comment => comment.issue === issue && comment.author === APP_LOGIN && comment.body.includes(marker),
    );
    if (ours === undefined) this.addComment(issue, APP_LOGIN, body);
    else ours.body = body;
  }

  async putIssue(title: string, { marker, body }: Comment): Promise<void> {
    this.enter('putIssue');
    const there = [...this.issues.values()].some(
      issue => issue.author === APP_LOGIN && issue.body.includes(marker),
    );
    if (!there) this.openIssue({ title, body, isPullRequest: false, author: APP_LOGIN });
  }

  async branchHead(
    branch: string,
  ): Promise<{ readonly commit: string; readonly message: string } | undefined> {
    this.enter('branchHead');
    const commit = this.branches.get(branch);
    return commit === undefined ? undefined : { commit, message: this.commitOf(commit).message };
  }

  async commit(request: CommitRequest): Promise<string> {
    this.enter('commit');
    const head = this.branches.get(request.branch);
    if (head !== undefined) {
      if (this.commitOf(head).message.split('\n').includes(request.trailer)) return head;
      if (head !== request.parent)
        throw this.refusal(
          `has a branch ${request.branch} at ${head}, which is not the commit this one follows.`,
        );
    }
    const message = `${request.message.trimEnd()}\n\n${request.trailer}`;
    const id = this.record(request.base, request.parent, request.changeSet, message);
    this.branches.set(request.branch, id);
    return id;
  }

  async putPullRequest(branch: string, text: PullRequestText): Promise<PullRequest> {
    this.enter('putPullRequest');
    if (!this.branches.has(branch)) throw this.refusal(`has no branch ${branch}.`);
    const open = this.pullRequests.find(request => request.open && request.branch === branch);
    if (open !== undefined) return this.described(Object.assign(open, text));
    const { number } = this.openIssue({ ...text, isPullRequest: true, author: APP_LOGIN });
    const created = { number, branch, ...text, draft: true, open: true };
    this.pullRequests.push(created);
    return this.described(created);
  }

  async markReady({ number }: PullRequest): Promise<void> {
    this.enter('markReady');
    const found = this.pullRequests.find(request => request.number === number);
    if (found === undefined) throw this.refusal(`has no pull request ${number}.`);
    found.draft = false;
  }

  async putCheckRun(checkRun: CheckRun): Promise<void> {
    this.enter('putCheckRun');
    this.commitOf(checkRun.commit);
    const at = this.checkRuns.findIndex(
      ({ name, commit }) => name === checkRun.name && commit === checkRun.commit,
    );
    if (at < 0) this.checkRuns.push(checkRun);
    else this.checkRuns[at] = checkRun;
  }

  async checksOf(commit: string): Promise<CommitChecks> {
    this.enter('checksOf');
    this.commitOf(commit);
    return commitChecks(this.checks.get(commit) ?? []);
  }

  private enter(method: keyof RepositoryHost): void {
    this.calls.push(method);
    const failure = this.failures.shift();
    if (failure !== undefined) throw failure;
  }

  private refusal(what: string): CodefaceError {
    return new CodefaceError('repository-host', `${this.repository} ${what}`);
  }

  private commitOf(id: string): FakeCommit {
    const commit = this.commits.get(id);
    if (commit === undefined) throw this.refusal(`has no commit ${id}.`);
    return commit;
  }

  private openIssue(issue: Omit<Issue, 'number'> & { readonly author: string }): Issue {
    const opened = { ...issue, number: ++this.lastNumber };
    this.issues.set(opened.number, opened);
    return opened;
  }

  private described({ number, draft }: FakePullRequest): PullRequest {
    return { number, draft, url: `https://github.example/${this.repository}/pull/${number}` };
  }

  private record(base: string | undefined, parent: string | undefined, change: ChangeSet, message: string) {
    const files = new Map(base === undefined ? [] : this.commitOf(base).files);
    for (const path of change.deletes) files.delete(path);
    for (const file of change.writes) files.set(file.path, fileBytes(file));
    const digest = createHash('sha1').update(`${parent}\n${message}\n`);
    for (const [path, bytes] of files) digest.update(`${path}\0${bytes.length}\0`).update(bytes);
    const id = digest.digest('hex');
    this.commits.set(id, { id, ...(parent !== undefined && { parent }), message, files });
    return id;
  }
}

/** Hosts of one installation, in memory. */
export class FakeRepositoryHosts implements RepositoryHosts {
  private readonly hosts: ReadonlyMap<string, FakeRepositoryHost>;

  constructor(hosts: readonly FakeRepositoryHost[]) {
    this.hosts = new Map(hosts.map(host => [host.repository, host]));
  }

  async open(installationId: number, repository: string): Promise<RepositoryHost> {
    const host = this.hosts.get(repository);
    if (host !== undefined) return host;
    throw new CodefaceError(
      'repository-host',
      `Installation ${installationId} cannot see ${repository}; add it to the installation.`,
    );
  }
}
