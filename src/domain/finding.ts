import type { Judgement } from './judgement.js';

/**
 * What is wrong with where a suite runs, and not with the code: each is recognised, named and given its remedy.
 */
export type FaultKind =
  | 'missing-system-library'
  | 'lfs-pointer'
  | 'absent-submodule'
  | 'missing-c-extension'
  | 'missing-pytest-plugin'
  | 'missing-distribution'
  | 'missing-metadata'
  | 'missing-system-tool'
  | 'missing-service'
  | 'no-network'
  | 'wrong-interpreter'
  | 'disk-full'
  | 'out-of-memory'
  /** The suite could not be begun, for a reason that none of the others names. */
  | 'environment-fault';

export type FindingKind =
  | FaultKind
  | 'already-failing'
  | 'flaky'
  /** A file or setting of the base commit was put back before the suite ran. */
  | 'restored'
  /** A file was left out because of what it could do to the verdict. */
  | 'refused'
  | 'untrusted'
  /** Why a suite in which nothing fails is still not green. */
  | 'nothing-shown'
  /** A check of the target's own CI that ran on the untouched commit and not on the change. */
  | 'absent-check'
  | 'lines-not-recorded';

/** What a verdict rests on or leaves aside, besides the failures that are the run's own. */
export interface Finding {
  readonly kind: FindingKind;
  /** Node id, path, or name of what it is about. */
  readonly subject: string;
  /** One sentence. */
  readonly message: string;
  /** What to do about it, in one sentence; empty when there is nothing to do. */
  readonly remedy: string;
}

/** A finding that failures are due to. */
export interface EnvironmentFinding extends Finding {
  readonly kind: FaultKind;
  /** Node ids and paths of the failures that it explains; empty when it is why the suite did not complete. */
  readonly explains: readonly string[];
}

/** A finding as one line of prose. */
export function findingSentence({ message, remedy }: Pick<Finding, 'message' | 'remedy'>): string {
  return remedy === '' ? message : `${message} ${remedy}`;
}

/** What a judgement leaves aside: failures that are not the run's own. */
export function findingsOf({ alreadyFailing, flaky }: Judgement): readonly Finding[] {
  return [
    ...alreadyFailing.map((subject): Finding => {
      return {
        kind: 'already-failing',
        subject,
        message: 'It failed on the untouched commit too.',
        remedy: '',
      };
    }),
    ...flaky.map((subject): Finding => {
      const remedy = 'Take out what it owes to time, chance or order.';
      return { kind: 'flaky', subject, message: 'Its outcome differs between identical runs.', remedy };
    }),
  ];
}
