import type { Execution, TestResult } from '../../src/domain/execution.js';
import type { FileTree } from '../../src/domain/files.js';
import type { SandboxLimits } from '../../src/ports/sandbox.js';
import { RUN_LIMITS, fileTree } from './against-run.js';
import type { Ending } from './against-run.js';
import type { Outcome, SuiteAttack } from './attack.js';
import type { Lures } from './lures.js';
import { accomplices } from './programs.js';
import type { AttackWorld } from './world.js';

/** A test of this name fails, whatever is made of it. */
const ILL = /::test_ill$/;
const SUITE_LIMITS: SandboxLimits = { ...RUN_LIMITS, wallTimeMs: 30_000, outputBytes: 64 * 1024 };
const GRACE_MS = 5_000;

export async function attackSuite(attack: SuiteAttack, world: AttackWorld, lures: Lures): Promise<Ending> {
  const limits = { ...SUITE_LIMITS, ...attack.limits };
  const tree = fileTree({ ...attack.files, ...accomplices(lures.told) });
  return endingOf(await runTree(tree, world, limits, attack.testTimeoutMs), limits);
}

export function runTree(
  files: FileTree,
  { environment, harness }: AttackWorld,
  limits: SandboxLimits = SUITE_LIMITS,
  testTimeoutMs = 10_000,
): Promise<Execution> {
  const nothing = { sourceRoots: [], targets: [], mustImport: [] };
  return harness.runSuite({ environment, files, testTimeoutMs, ...nothing }, limits);
}

export function endingOf(execution: Execution, limits: SandboxLimits = SUITE_LIMITS): Ending {
  const { status, detail, output, durationMs, tests, collectionErrors } = execution;
  const told = [...tests, ...collectionErrors].map(test => JSON.stringify(test));
  return {
    outcome: outcomeOf(execution),
    said: [`${status}: ${detail}`, output, ...told].join('\n'),
    broken: durationMs > limits.wallTimeMs + GRACE_MS ? [`took ${durationMs} ms`] : [],
  };
}

/** What an honest reader makes of it: green unless something says otherwise. */
function outcomeOf({ status, tests, collectionErrors }: Execution): Outcome {
  if (status !== 'completed') return status;
  const ill = tests.filter(({ id }) => ILL.test(id));
  if (ill.some(passed)) return 'green';
  if (collectionErrors.length > 0 || tests.some(failed)) return 'failed';
  if (tests.length === 0) return 'nothing collected';
  return ill.length === 0 ? 'missing' : 'skipped';
}

function passed({ outcome }: TestResult): boolean {
  return outcome === 'passed' || outcome === 'xpassed';
}

function failed({ outcome }: TestResult): boolean {
  return outcome === 'failed' || outcome === 'error';
}
