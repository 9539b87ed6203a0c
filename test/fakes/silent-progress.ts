import type { Progress } from '../../src/ports/progress.js';

export interface RecordedStep {
  readonly title: string;
  readonly total: number | undefined;
  readonly updates: readonly { readonly done: number; readonly detail: string | undefined }[];
  readonly ending: { readonly kind: 'finished' | 'failed'; readonly text: string | undefined } | undefined;
}

/** Shows nothing and keeps every step, so that a test can ask what was shown. */
export function createSilentProgress(): Progress & { readonly steps: readonly RecordedStep[] } {
  const steps: RecordedStep[] = [];
  return {
    steps,
    step: (title, total) => {
      const updates: { done: number; detail: string | undefined }[] = [];
      const index = steps.push({ title, total, updates, ending: undefined }) - 1;
      const end = (kind: 'finished' | 'failed', text: string | undefined) => {
        steps[index] = { title, total, updates, ending: { kind, text } };
      };
      return {
        update: (done, detail) => void updates.push({ done, detail }),
        finish: outcome => end('finished', outcome),
        fail: reason => end('failed', reason),
      };
    },
  };
}
