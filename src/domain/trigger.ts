/** What one delivery asks for. */
export type Trigger =
  | {
      readonly kind: 'build';
      readonly installationId: number;
      readonly repository: string;
      readonly issue: number;
      readonly commentId: number;
      readonly requestedBy: string;
    }
  | {
      readonly kind: 'stop';
      readonly installationId: number;
      readonly repository: string;
      readonly issue: number;
      readonly commentId: number;
      readonly requestedBy: string;
    }
  | {
      /** The newest commit of the default branch: of pushes that come together, or turn up late, the last one counts. */
      readonly kind: 'mine';
      readonly installationId: number;
      readonly repository: string;
      /**
       * The repository's name until now, or its own where who may read it has changed: what the library says of that is
       * true no more and is withdrawn first.
       */
      readonly formerly?: string;
      /** Who asked, when it was not a push. */
      readonly asked?: { readonly issue: number; readonly commentId: number; readonly requestedBy: string };
    }
  /** Repositories that are gone, or may not be read any more. */
  | { readonly kind: 'forget'; readonly installationId: number; readonly repositories: readonly string[] }
  | { readonly kind: 'welcome'; readonly installationId: number; readonly repositories: readonly string[] };

/** A delivery is a trigger or is ignored with the reason. */
export type Reading = { readonly trigger: Trigger } | { readonly ignored: string };

/** A job is a trigger with an identity and a lease. */
export interface Job {
  readonly id: string;
  readonly deliveryId: string;
  readonly trigger: Trigger;
  readonly attempts: number;
}

/**
 * What no two jobs may work on at once: an issue's build, a repository's mining. Undefined when a job need not
 * wait for any other; a stop in particular must not wait for the build that it is to stop.
 */
export function jobSubject(trigger: Trigger): string | undefined {
  switch (trigger.kind) {
    case 'build':
      return buildSubject(trigger.repository, trigger.issue);
    case 'mine':
      return `mine ${trigger.repository.toLowerCase()}`;
    case 'stop':
    case 'forget':
    case 'welcome':
      return undefined;
  }
}

/** Stops have a lane of their own, so that none waits for the very build it is to stop. */
export type JobLane = 'work' | 'control';

export function jobLane(trigger: Trigger): JobLane {
  return trigger.kind === 'stop' ? 'control' : 'work';
}

/** The subject of the builds of one issue. */
export function buildSubject(repository: string, issue: number): string {
  return `build ${repository.toLowerCase()}#${issue}`;
}
