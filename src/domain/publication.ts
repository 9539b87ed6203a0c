/** A comment the App keeps and edits in place: `marker` is hidden in the text and finds it again. */
export interface Comment {
  readonly marker: string;
  /** Markdown, marker included. */
  readonly body: string;
}

export interface Annotation {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly level: 'notice' | 'warning' | 'failure';
  readonly message: string;
}

/** A check run on one commit; at most 50 annotations are sent with one call (GitHub REST, checks). */
export interface CheckRun {
  readonly name: string;
  readonly commit: string;
  readonly status: 'in_progress' | 'completed';
  readonly conclusion?: 'success' | 'failure' | 'neutral';
  readonly title: string;
  readonly summary: string;
  readonly annotations: readonly Annotation[];
}

export interface PullRequestText {
  readonly title: string;
  readonly body: string;
}

/** A pull request of ours, by number on a host; a local host numbers its folder's. */
export interface PullRequest {
  readonly number: number;
  readonly url: string;
  readonly draft: boolean;
}
