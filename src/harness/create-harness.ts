import { createHash } from 'node:crypto';
import type { Execution } from '../domain/execution.js';
import type { StoredFile } from '../domain/files.js';
import type { Environment, Sandbox, SandboxLimits } from '../ports/sandbox.js';
import type { Harness, SuiteRequest } from './harness.js';
import { readResult, readResults } from './read-result.js';
import type { ResultReader } from './read-result.js';
import { SEEDS, batchSize, suiteCommand } from './suite-command.js';

export interface HarnessOptions {
  readonly sandbox: Sandbox;
  /** The in-sandbox Python: every `.py` file beside this one, by its name. */
  readonly program: readonly StoredFile[];
  /** A word nobody can guess, new each time: what tells the supervisor's results from what a suite prints. */
  readonly nonce: () => string;
}

/** A harness on any sandbox. */
export function createHarness({ sandbox, program, nonce }: HarnessOptions): Harness {
  /** Runs suites of one environment in one sandbox and hands what it printed to a reader. */
  async function runTogether<T>(
    environment: Environment,
    requests: readonly SuiteRequest[],
    limits: SandboxLimits,
    read: ResultReader<T>,
  ): Promise<T> {
    const word = nonce();
    const command = suiteCommand({ environment, requests, limits, program, nonce: word });
    const { id, digest, interpreter, distributions } = environment;
    const surroundings = {
      driver: sandbox.driver,
      environment: id,
      digest,
      seeds: SEEDS,
      interpreter,
      distributions,
    };
    return read(await sandbox.run(command), word, surroundings);
  }

  const runSuite = (request: SuiteRequest, limits: SandboxLimits): Promise<Execution> =>
    runTogether(request.environment, [request], limits, readResult);

  /**
   * Batch after batch. A suite that was interrupted, or whose sandbox died, is run again alone, so that only the
   * guilty one is blamed; those whose turn did not come head the next batch.
   */
  async function runEach(
    requests: readonly SuiteRequest[],
    limits: SandboxLimits,
    onDone: (finished: number) => void = () => undefined,
  ): Promise<readonly Execution[]> {
    const executions: Execution[] = [];
    for (;;) {
      const waiting = requests.slice(executions.length);
      const [first] = waiting;
      if (first === undefined) return executions;
      const batch = waiting.slice(0, batchSize(waiting, limits));
      const results =
        batch.length === 1
          ? [await runSuite(first, limits)]
          : await runTogether(first.environment, batch, limits, readResults(batch.length));
      for (const [index, request] of batch.entries()) {
        const result = results[index];
        if (result === 'not-started' && index > 0) break;
        executions.push(typeof result === 'object' ? result : await runSuite(request, limits));
      }
      onDone(executions.length);
    }
  }

  const digest = createHash('sha256').update(JSON.stringify([...program].sort(byPath)));
  return { version: digest.digest('hex'), runSuite, runEach };
}

function byPath(a: StoredFile, b: StoredFile): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
