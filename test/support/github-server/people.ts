import { installationCreated } from './events/installation-events.js';
import { commentEvent, issueOpened } from './events/issue-events.js';
import { pullEvent } from './events/pull-events.js';
import { pushEvent, showInPulls } from './events/push-events.js';
import type {
  Commented,
  CreatedRepository,
  NewIssue,
  ReportedCheck,
  ReportedStatus,
} from './github-server.js';
import { isPull } from './records.js';
import type { CollaboratorPermission, IssueRecord, RepositoryRecord } from './records.js';
import { noreplyAddress } from './representations/git-object.js';
import { repositoryPage } from './representations/repository.js';
import { commitFiles, makeRepository } from './set-up.js';
import type { Files, NewRepository } from './set-up.js';
import { fullName } from './site.js';
import type { Site } from './site.js';
import { addComment, openIssue } from './tracker.js';
import type { Delivery, Webhooks } from './webhooks.js';

/** What people do on the site, beside the App: each act is stored first, then announced to the App. */
export class People {
  constructor(
    private readonly site: Site,
    private readonly webhooks: Webhooks,
    private readonly gitRoot: string,
  ) {}

  async createRepository(repository: NewRepository): Promise<CreatedRepository> {
    const made = await makeRepository(this.site, this.gitRoot, repository);
    return {
      id: made.id,
      fullName: fullName(made),
      cloneUrl: `${repositoryPage(this.site, made)}.git`,
      head: await made.git.ref(`refs/heads/${made.defaultBranch}`),
    };
  }

  async createIssue(name: string, { title, body, user }: NewIssue): Promise<number> {
    const repository = this.site.repository(name);
    const issue = openIssue(this.site, repository, { title, body, user: this.site.accountOf(user) });
    await this.webhooks.send('issues', issueOpened(this.site, repository, issue));
    return issue.number;
  }

  setPermission(name: string, login: string, permission: CollaboratorPermission): void {
    this.site.repository(name).permissions.set(login.toLowerCase(), permission);
  }

  async commentOn(name: string, number: number, body: string, user: string): Promise<Commented> {
    const repository = this.site.repository(name);
    const issue = issueOf(repository, number);
    const comment = addComment(this.site, repository, issue, { body, user: this.site.accountOf(user) });
    const event = commentEvent(this.site, repository, comment, 'created');
    return { commentId: comment.id, delivery: await this.webhooks.send('issue_comment', event) };
  }

  async push(name: string, branch: string, files: Files, removed: readonly string[] = []): Promise<string> {
    const repository = this.site.repository(name);
    const author = this.site.accountOf('octocat');
    const before = await repository.git.ref(`refs/heads/${branch}`);
    const message = 'Push';
    const sha = await commitFiles(this.site, repository, { branch, files, removed, author, message });
    const move = { ref: `refs/heads/${branch}`, before, after: sha, pusher: author };
    await this.webhooks.send('push', await pushEvent(this.site, repository, move));
    await showInPulls(this.site, this.webhooks, repository, move);
    return sha;
  }

  async merge(name: string, number: number, user: string): Promise<string> {
    const repository = this.site.repository(name);
    const issue = issueOf(repository, number);
    if (!isPull(issue) || issue.state === 'closed') throw new Error(`#${number} is no open pull request`);
    const { git } = repository;
    const { pull } = issue;
    const who = this.site.accountOf(user);
    const ref = `refs/heads/${pull.base}`;
    const base = await git.ref(ref);
    if (base === undefined) throw new Error(`There is no branch ${pull.base}`);
    const signature = { name: who.login, email: noreplyAddress(who), date: this.site.now() };
    const sha = await git.writeCommit({
      tree: (await git.run(['merge-tree', '--write-tree', base, pull.headSha])).toString().trim(),
      parents: [base, pull.headSha],
      message: `Merge pull request #${number} from ${repository.owner.login}/${pull.head}`,
      author: signature,
      committer: signature,
    });
    await git.setRef(ref, sha, base);
    const now = this.site.now();
    Object.assign(issue, { state: 'closed', closedAt: now, updatedAt: now });
    Object.assign(pull, { mergedAt: now, mergedBy: who, mergeCommit: sha, draft: false });
    const event = await pullEvent(this.site, repository, issue, 'closed', who);
    await this.webhooks.send('pull_request', event);
    const move = { ref, before: base, after: sha, pusher: who };
    await this.webhooks.send('push', await pushEvent(this.site, repository, move));
    return sha;
  }

  reportCheck(name: string, commit: string, { name: check, conclusion, title }: ReportedCheck): void {
    const id = this.site.nextId();
    this.site.repository(name).checkRuns.set(id, {
      id,
      byApp: false,
      name: check,
      headSha: commit,
      status: conclusion === undefined ? 'in_progress' : 'completed',
      conclusion: conclusion ?? null,
      startedAt: this.site.now(),
      completedAt: conclusion === undefined ? null : this.site.now(),
      externalId: null,
      detailsUrl: null,
      output: { title: title ?? null, summary: null, text: null, annotations: [] },
    });
  }

  reportStatus(name: string, commit: string, status: ReportedStatus): void {
    const { context, state, description = null, targetUrl = null } = status;
    const reported = { id: this.site.nextId(), sha: commit, context, state, description, targetUrl };
    this.site.repository(name).statuses.push({ ...reported, createdAt: this.site.now() });
  }

  install(): Promise<Delivery | undefined> {
    return this.webhooks.send('installation', installationCreated(this.site));
  }
}

function issueOf(repository: RepositoryRecord, number: number): IssueRecord {
  const issue = repository.issues.get(number);
  if (issue === undefined) throw new Error(`${fullName(repository)} has no #${number}`);
  return issue;
}
