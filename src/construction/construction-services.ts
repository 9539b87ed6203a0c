import type { EligibilityRules } from '../library/eligibility.js';
import type { HoldSet } from '../domain/hold-set.js';
import type { BuildRequest, Budget } from '../domain/run.js';
import type { Harness } from '../harness/harness.js';
import type { Clock } from '../ports/clock.js';
import type { Ids } from '../ports/ids.js';
import type { LibraryStore } from '../ports/library-store.js';
import type { Logger } from '../ports/logger.js';
import type { Progress } from '../ports/progress.js';
import type { RepositoryHost } from '../ports/repository-host.js';
import type { RunStore } from '../ports/run-store.js';
import type { Sandbox } from '../ports/sandbox.js';
import type { Publisher } from '../publish/publish.js';
import type { Spending } from '../residents/model/metered-model.js';
import type { Resident } from '../residents/resident.js';

/** What a run works with; compose.ts builds it once. */
export interface ConstructionServices {
  readonly library: LibraryStore;
  /** Absent: nothing is held back. */
  readonly holdSet?: HoldSet;
  readonly runs: RunStore;
  readonly sandbox: Sandbox;
  readonly harness: Harness;
  /** In the order in which they are asked; the exact resident is first. */
  readonly residents: readonly Resident[];
  /** What was spent on models by this process; runs take differences. */
  readonly spent: () => Spending;
  readonly publisher: Publisher;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly progress: Progress;
}

/** One run. */
export interface ConstructionInput {
  /** The same key takes the same run up again. */
  readonly key: string;
  readonly host: RepositoryHost;
  readonly request: BuildRequest;
  readonly budget: Budget;
  /** Branch to write to; a number is added when another run holds it. */
  readonly branch: string;
  readonly rules: Pick<EligibilityRules, 'excludeSameRepository'>;
  /** Aborted when the person wants it to end after the round that is under way. */
  readonly stopping?: AbortSignal;
  /** Aborted when this process no longer holds the run: it stops before the next round and leaves it unfinished. */
  readonly signal: AbortSignal;
}
