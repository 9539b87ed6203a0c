import type { CheckOutcome } from '../../src/domain/commit-checks.js';
import type { RepositoryHost } from '../../src/ports/repository-host.js';

/** What the host holds, as a person who looks at it would list it. */
export interface HostState {
  readonly branches: Readonly<Record<string, { readonly head: string; readonly message: string }>>;
  /** Of the world's issue, oldest first. */
  readonly comments: readonly { readonly id: number; readonly body: string }[];
  readonly openIssues: readonly { readonly title: string; readonly body: string }[];
  readonly pullRequests: readonly {
    readonly number: number;
    readonly branch: string;
    readonly title: string;
    readonly body: string;
    readonly draft: boolean;
  }[];
  readonly checkRuns: readonly {
    readonly name: string;
    readonly commit: string;
    readonly status: string;
    readonly conclusion: string | null;
    readonly annotations: number;
  }[];
  /** Reactions of the App by comment. */
  readonly reactions: Readonly<Record<number, readonly string[]>>;
}

/**
 * A repository whose default branch holds `README.md` ("widgets\n") and `old.py` ("old = 1\n"), with
 * one open issue (title "Build it", body "Please.") by a person.
 */
export interface HostWorld {
  /** `owner/name`. */
  readonly repository: string;
  /** A host that remembers nothing of the ones opened before, as after a crash. */
  open(): Promise<RepositoryHost>;
  readonly head: string;
  readonly issue: number;
  /** A comment by a person on the issue; returns its id. */
  comment(body: string): Promise<number>;
  setPermission(login: string, permission: 'admin' | 'write' | 'read'): Promise<void>;
  /** Somebody else's commit on top of the branch; returns its id. */
  pushElsewhere(branch: string): Promise<string>;
  /** What the repository's own CI says of a commit from now on. */
  reportCheck(commit: string, name: string, outcome: CheckOutcome): Promise<void>;
  state(): Promise<HostState>;
  close(): Promise<void>;
}
