import type { Baseline, BuildRequest, Round, RunOutcome } from '../domain/run.js';
import type { LibrarySnapshot } from './library-store.js';

export interface RunRecord {
  readonly id: string;
  readonly request: BuildRequest;
  readonly baseCommit: string;
  readonly librarySnapshot: LibrarySnapshot;
  /** Where its commits go; chosen once. */
  readonly branch: string;
  readonly startedAtMs: number;
  readonly baseline?: Baseline;
  readonly rounds: readonly Round[];
  readonly stopRequested: boolean;
  readonly outcome?: RunOutcome;
}

/** Every run and each of its rounds, saved as they happen. Ends in `CodefaceError` of code `store`. */
export interface RunStore {
  /** Starts a run for a key (the job's id); the same key gives the same run again, with its rounds. */
  begin(
    key: string,
    start: Omit<RunRecord, 'baseline' | 'rounds' | 'stopRequested' | 'outcome'>,
  ): Promise<RunRecord>;
  saveBaseline(runId: string, baseline: Baseline): Promise<void>;
  /** Saving an index again replaces it. */
  saveRound(runId: string, round: Round): Promise<void>;
  finish(runId: string, outcome: RunOutcome): Promise<void>;
  find(runId: string): Promise<RunRecord | undefined>;
  /** Asks the unfinished runs of an issue to stop; returns how many there were. */
  requestStop(repository: string, issue: number): Promise<number>;
  stopRequested(runId: string): Promise<boolean>;
}
