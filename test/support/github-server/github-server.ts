import type { LoggedRequest } from './listener.js';
import type { Fault } from './faults.js';
import type { CheckConclusion, CollaboratorPermission, StatusRecord } from './records.js';
import type { Files, NewRepository } from './set-up.js';
import type { Owner } from './owner.js';
import type { AppPermissions, AppRegistration } from './site.js';
import type { RepositoryState } from './snapshot.js';
import type { Delivery } from './webhooks.js';

export interface GitHubServerOptions {
  /** Where deliveries go; they can be directed later with `deliverTo`. */
  readonly webhookUrl?: string;
  /** The organisation the App is installed on; `acme` by default. */
  readonly account?: string;
  /** What the App may do; by default what the issue's flow needs. */
  readonly permissions?: AppPermissions;
  /** What the App subscribes to. */
  readonly events?: readonly string[];
}

/** A GitHub of the test's own, over HTTP. Repositories are named `owner/name`. */
export interface GitHubServer {
  /** Base of the REST API, as Octokit's `baseUrl` takes it. */
  readonly url: string;
  /** Scheme, host and port: the base of pages, clones and `/api/graphql`. */
  readonly origin: string;
  readonly app: AppRegistration;
  readonly installationId: number;
  /** What did not fit GitHub's description, a sentence each. */
  readonly violations: readonly string[];
  readonly requests: readonly LoggedRequest[];
  readonly deliveries: readonly Delivery[];

  createRepository(repository: NewRepository): Promise<CreatedRepository>;
  /** Opens an issue and sends `issues.opened`; returns its number. */
  createIssue(repository: string, issue: NewIssue): Promise<number>;
  setPermission(repository: string, login: string, permission: CollaboratorPermission): void;
  /** Adds a comment and sends `issue_comment.created`; waits until the App has answered. */
  commentOn(repository: string, issue: number, body: string, user: string): Promise<Commented>;
  /** Commits files to a branch, sends `push`, and returns the commit; `removed` paths are taken away. */
  push(repository: string, branch: string, files: Files, removed?: readonly string[]): Promise<string>;
  /** What the owner does to a whole repository. */
  readonly owner: Owner;
  /** Merges an open pull request with a merge commit and sends `pull_request.closed`; returns that commit. */
  merge(repository: string, pull: number, user: string): Promise<string>;
  /** What another App says of a commit by a check run, as GitHub's own does for the job of a workflow. */
  reportCheck(repository: string, commit: string, check: ReportedCheck): void;
  /** What a service says of a commit by a status. */
  reportStatus(repository: string, commit: string, status: ReportedStatus): void;
  /** Sends `installation.created` with every repository. */
  install(): Promise<Delivery | undefined>;
  sendWebhook(event: string, payload: object): Promise<Delivery | undefined>;
  redeliver(deliveryId: string): Promise<Delivery>;
  deliverTo(url: string): void;
  /** Resolves when every webhook that followed from an API call was answered. */
  deliveriesSettled(): Promise<void>;

  /** Of one repository; of the only one when none is named. */
  state(repository?: string): Promise<RepositoryState>;
  assertNoViolations(): void;
  failNext(fault: Fault): void;
  /** Makes every installation token that was issued useless. */
  expireTokens(): void;
  close(): Promise<void>;
}

export interface CreatedRepository {
  readonly id: number;
  readonly fullName: string;
  readonly cloneUrl: string;
  /** Tip of the default branch; undefined when the repository is empty. */
  readonly head: string | undefined;
}

export interface NewIssue {
  readonly title: string;
  readonly body: string;
  readonly user: string;
}

export interface ReportedCheck {
  readonly name: string;
  /** Still running when absent. */
  readonly conclusion?: CheckConclusion;
  readonly title?: string;
}

export interface ReportedStatus {
  readonly context: string;
  readonly state: StatusRecord['state'];
  readonly description?: string;
  readonly targetUrl?: string;
}

export interface Commented {
  readonly commentId: number;
  /** Undefined when the App does not subscribe to comments. */
  readonly delivery: Delivery | undefined;
}
