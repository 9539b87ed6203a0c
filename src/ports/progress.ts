/** Where long work shows how far it is. */
export interface Progress {
  /** Starts a step; ending or replacing it is the caller's. `total` is absent when it cannot be known. */
  step(title: string, total?: number): ProgressStep;
}

export interface ProgressStep {
  /** `done` units of `total`, with a word on the current one. */
  update(done: number, detail?: string): void;
  finish(outcome?: string): void;
  fail(reason: string): void;
}
