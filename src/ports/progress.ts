/** Where long work shows how far it is. */
export interface Progress {
  /** Starts a step; ending or replacing it is the caller's. `total` is absent when it cannot be known. */
  step(title: string, total?: number): ProgressStep;
}

export interface ProgressStep {
  /**
   * `done` units of `total`, with a word on the current one. The time left is estimated from the first update on: one
   * that comes before any work says what need not be done.
   */
  update(done: number, detail?: string): void;
  finish(outcome?: string): void;
  fail(reason: string): void;
}

/** Does work as one step: it finishes with `outcome` of the result, or fails with the error's sentence. */
export async function inStep<T>(
  progress: Progress,
  title: string,
  work: () => Promise<T>,
  outcome: (result: T) => string = () => '',
): Promise<T> {
  const step = progress.step(title);
  try {
    const result = await work();
    step.finish(outcome(result));
    return result;
  } catch (error) {
    step.fail(error instanceof Error ? error.message : String(error));
    throw error;
  }
}
