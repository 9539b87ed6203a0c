import type { ChangeSet } from '../domain/change-set.js';
import type { Execution } from '../domain/execution.js';
import { fileBytes, type FileTree } from '../domain/files.js';
import type { Round } from '../domain/run.js';
import type { Harness } from '../harness/harness.js';
import type { Environment, SandboxLimits } from '../ports/sandbox.js';

/** Limits of the published design: a suite 900 s, a test 180 s, 45 s after a timed-out round (appendix F.2). */
const SUITE_TIMEOUT_MS = 900_000;
const TEST_TIMEOUT_MS = 180_000;
const TEST_TIMEOUT_AFTER_TIMEOUT_MS = 45_000;
const MIB = 1024 * 1024;

const SUITE_LIMITS: SandboxLimits = {
  wallTimeMs: SUITE_TIMEOUT_MS,
  memoryBytes: 2048 * MIB,
  processes: 256,
  diskBytes: 1024 * MIB,
  outputBytes: 4 * MIB,
};

export interface ExecutionInput {
  readonly environment: Environment;
  readonly target: FileTree;
  readonly sourceRoots: readonly string[];
  /** None for the baseline. */
  readonly changeSet?: ChangeSet;
  /** Earlier rounds, for the tightened limit. */
  readonly rounds: readonly Round[];
}

/**
 * EXECUTE (Code Primitives, section 3.4): the target's own suite, by its own settings, on the target with the
 * change. Ends in a `CodefaceError` of code `sandbox` when the driver failed.
 */
export async function execute(harness: Harness, input: ExecutionInput): Promise<Execution> {
  const hasTimedOut = input.rounds.some(round => round.execution.status === 'timed-out');
  return harness.runSuite(
    {
      environment: input.environment,
      files: applyChangeSet(input.target, input.changeSet),
      sourceRoots: input.sourceRoots,
      targets: [],
      mustImport: [],
      testTimeoutMs: hasTimedOut ? TEST_TIMEOUT_AFTER_TIMEOUT_MS : TEST_TIMEOUT_MS,
    },
    SUITE_LIMITS,
  );
}

/** The target's tree with a change made to it. */
export function applyChangeSet(target: FileTree, changeSet: ChangeSet | undefined): FileTree {
  const tree = new Map(target);
  for (const path of changeSet?.deletes ?? []) tree.delete(path);
  for (const file of changeSet?.writes ?? []) tree.set(file.path, fileBytes(file));
  return tree;
}
