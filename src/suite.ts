import { targetSuite, type TargetSuite } from './construction/target-suite.js';
import { CodefaceError } from './domain/errors.js';
import type { FileTree } from './domain/files.js';
import type { RepositorySnapshot } from './domain/mined.js';
import { environmentFaults } from './execute/faults/environment-faults.js';
import { establishBaseline, execute, executeChange, type ExecutionInput } from './execute/execute.js';
import { judge } from './execute/judge.js';
import { verdictOf } from './execute/verdict.js';
import type { Harness } from './harness/harness.js';
import type { Clock } from './ports/clock.js';
import { inStep, type Progress } from './ports/progress.js';
import type { Environment, Sandbox } from './ports/sandbox.js';
import { tellLeftOut } from './suite/left-out.js';
import { describeSuite, reportFault, type Judged, type SuiteReport } from './suite/suite-report.js';

/** What running a repository's suite works with. */
export interface SuiteServices {
  readonly sandbox: Sandbox;
  readonly harness: Harness;
  readonly clock: Clock;
  readonly progress: Progress;
}

/** A tree whose suite is to be judged, alone or against the commit that it was made from. */
export interface SuiteInput {
  readonly tree: RepositorySnapshot;
  readonly base?: RepositorySnapshot;
  /** Also tell which lines each test executes. */
  readonly recordsLines?: boolean;
}

/**
 * Runs a repository's suite in the sandbox and judges it: without a base every failure counts; with one only what got
 * worse, and the tests, the test settings and the `.codeface.yml` of the base are the ones that count. What an environment
 * cannot be made from is a verdict too. Ends in a `CodefaceError`: `configuration` when the settings cannot be read, `sandbox`
 * when the driver failed.
 */
export async function judgeSuite(services: SuiteServices, input: SuiteInput): Promise<SuiteReport> {
  const { clock, sandbox } = services;
  const { tree, base, recordsLines = false } = input;
  const startedAt = clock.elapsed();
  let runningSince = startedAt;
  const durations = () => ({
    prepare: Math.round(runningSince - startedAt),
    run: Math.round(clock.elapsed() - runningSince),
    total: Math.round(clock.elapsed() - startedAt),
  });
  const suite = targetSuite((base ?? tree).files);
  if (suite.problems.length > 0) throw new CodefaceError('configuration', suite.problems.join(' '));
  const own = base === undefined ? suite : targetSuite(tree.files, base.files);
  try {
    const [now, before] = await inStep(services.progress, 'Preparing the environment', async () => [
      await inputFor(sandbox, suite, tree, own),
      base === undefined ? undefined : await inputFor(sandbox, suite, base, suite),
    ]);
    runningSince = clock.elapsed();
    const judged =
      before === undefined
        ? await runAlone(services, { ...now, recordsLines })
        : await runAgainst(services, before, { ...now, recordsLines });
    const surroundings = { requiresPython: suite.requiresPython };
    const faults = environmentFaults(judged.execution, tree.files, surroundings);
    const { verdict, findings } = verdictOf(judged.execution, { ...judged, faults });
    const report = describeSuite({ ...judged, verdict, findings }, durations());
    return tellLeftOut(report, [...(tree.leftOut ?? []), ...(base?.leftOut ?? [])]);
  } catch (error) {
    if (!(error instanceof CodefaceError) || error.fault === undefined) throw error;
    return reportFault(sandbox.driver, error.fault, error, durations());
  }
}

/** The suite as the settings want it, in the environment that the tree itself declares. */
async function inputFor(
  sandbox: Sandbox,
  { sourceRoots, targets, arguments: words, environmentVariables }: TargetSuite,
  { files, repository }: RepositorySnapshot,
  declared: TargetSuite,
): Promise<ExecutionInput> {
  const environment: Environment = await sandbox.prepare({ ...declared.environment, repository });
  return { environment, target: files, sourceRoots, targets, arguments: words, environmentVariables };
}

async function runAlone({ harness, progress }: SuiteServices, input: ExecutionInput): Promise<Judged> {
  return { execution: await inStep(progress, 'Running the suite', () => execute(harness, input)) };
}

/** The base twice, then the tree. A base that does not complete leaves nothing to compare with. */
async function runAgainst(
  { harness, progress }: SuiteServices,
  before: ExecutionInput,
  now: ExecutionInput,
): Promise<Judged> {
  const baseline = await inStep(progress, 'Running the suite of the base, twice', () =>
    establishBaseline(harness, before),
  );
  if (baseline.execution.status !== 'completed') return { ...baseline, isOfBase: true };
  const reference = { ...baseline, requiredTests: [] };
  const changed: FileTree = now.target;
  const executed = await inStep(progress, 'Running the suite', () =>
    executeChange(harness, { ...now, target: before.target }, changed, reference),
  );
  const preconditions = { isCovered: true, constraintsHold: true };
  return {
    execution: executed.execution,
    judgement: judge(reference, executed.execution, preconditions, executed.flaky),
    findings: [...baseline.findings, ...executed.findings],
  };
}
