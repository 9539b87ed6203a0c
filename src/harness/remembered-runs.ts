import { CodefaceError } from '../domain/errors.js';
import type { Execution } from '../domain/execution.js';
import {
  remembered,
  type MiningMemory,
  type Remembered,
  type RememberedWork,
} from '../ports/mining-memory.js';
import type { Environment, Sandbox, SandboxLimits } from '../ports/sandbox.js';
import type { Harness, SuiteRequest } from './harness.js';
import { runKey } from './run-key.js';
import { prepareTogether } from './shared-environments.js';

/** A small suite with what it needs to be installed. */
export interface NeedySuite {
  readonly requirements: readonly string[];
  readonly requestIn: (environment: Environment) => SuiteRequest;
}

/** What the runs work with. */
export interface RunServices {
  readonly harness: Harness;
  readonly sandbox: Sandbox;
  /** Everything is run when absent. */
  readonly memory?: MiningMemory | undefined;
  /** No further batch is begun once it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Executions, or why what a suite needs cannot be installed, in the order of the suites. */
export interface RememberedRuns {
  readonly outcomes: readonly (Execution | CodefaceError)[];
  /** So many were known from before. */
  readonly hits: number;
}

/**
 * What a process that is killed has to run again: a component on trial takes seconds, beside which another sandbox for
 * every few of them costs little.
 */
const BATCH = 8;

/**
 * Runs many small suites, many in one sandbox, but those of which it is remembered how they ended. Each batch is
 * remembered at once. Ends in a `CodefaceError` of code `sandbox` or `store`, or with the signal's reason.
 */
export async function runRemembered(
  services: RunServices,
  suites: readonly NeedySuite[],
  limits: SandboxLimits,
  onDone: (finished: number) => void,
): Promise<RememberedRuns> {
  const environmentOf = await prepareTogether(
    services.sandbox,
    suites.map(({ requirements }) => requirements),
  );
  const planned = suites.map(({ requirements, requestIn }) => {
    const environment = environmentOf(requirements);
    return environment instanceof CodefaceError
      ? environment
      : { requirements, request: requestIn(environment) };
  });
  const runnable = planned.flatMap(one => (one instanceof CodefaceError ? [] : [one]));
  const { results, hits } = await runPrepared(services, runnable, limits, onDone);
  const executions = [...results];
  const outcomes = planned.flatMap((one): readonly (Execution | CodefaceError)[] =>
    one instanceof CodefaceError ? [one] : executions.splice(0, 1),
  );
  return { outcomes, hits };
}

/** A suite whose environment is there, with what that was made from. */
export interface PreparedSuite {
  readonly requirements: readonly string[];
  readonly request: SuiteRequest;
}

/** The same for suites that are ready to be run. */
export async function runPrepared(
  { harness, sandbox, memory, signal }: RunServices,
  suites: readonly PreparedSuite[],
  limits: SandboxLimits,
  onDone: (finished: number) => void = () => undefined,
): Promise<Remembered<Execution>> {
  const work: RememberedWork<PreparedSuite, Execution> = {
    kind: 'run/1',
    keyOf: ({ request, requirements }) =>
      runKey(request, { harness: harness.version ?? '', driver: sandbox.driver, requirements }),
    encode: execution => Buffer.from(JSON.stringify(execution)),
    decode: readExecution,
    isLasting,
    batchSize: BATCH,
    compute: (batch, doneBefore) => {
      signal?.throwIfAborted();
      onDone(doneBefore);
      return harness.runEach(
        batch.map(({ request }) => request),
        limits,
        finished => onDone(doneBefore + finished),
      );
    },
  };
  return remembered(memory, suites, work);
}

/** A suite that was stopped, or could not be run to its end, may do so another time. */
function isLasting({ status, trial }: Execution): boolean {
  return status === 'completed' && (trial?.detail ?? '') === '';
}

/** Only we write what is read here; the version is in its kind. */
function readExecution(bytes: Uint8Array): Execution | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    const isExecution = typeof read === 'object' && read !== null && 'status' in read && 'tests' in read;
    return isExecution ? (read as Execution) : undefined;
  } catch {
    return undefined;
  }
}
