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
      readonly kind: 'mine';
      readonly installationId: number;
      readonly repository: string;
      readonly commit: string;
    }
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
