import type { Execution } from '../domain/execution.js';
import type { FileTree } from '../domain/files.js';
import { findingSentence, type Finding } from '../domain/finding.js';
import type { Baseline, ConstructionContext } from '../domain/run.js';
import { environmentFaults } from '../execute/faults/environment-faults.js';
import { establishBaseline, executeChange, type Executed, type ExecutionInput } from '../execute/execute.js';
import { freezeRequiredTests } from '../plan/freeze-required-tests.js';
import { inStep } from '../ports/progress.js';
import { readProject } from '../python/project-modules.js';
import { ciBaseline, ciNotes, executeByCi } from './ci-rounds.js';
import type { Ending } from './conclude-run.js';
import type { ConstructionServices } from './construction-services.js';
import type { OpenRun } from './open-run.js';

/** Faults told of in a note; a suite with more has them for one reason. */
const FAULTS_TOLD = 5;

/**
 * The suite on the untouched commit, with the required tests that it freezes; kept from before when the run was
 * taken up again. One that does not complete, or cannot be believed, ends the run. Ends in a `CodefaceError` of code
 * `sandbox` when the suite cannot be run at all.
 */
export async function baselineOf(services: ConstructionServices, run: OpenRun): Promise<Baseline | Ending> {
  if (run.record.baseline !== undefined) return run.record.baseline;
  const baseline = await (run.suite.judge === 'ci' ? ciBaseline : suiteBaseline)(services, run);
  if (!('ending' in baseline)) await services.runs.saveBaseline(run.record.id, baseline);
  return baseline;
}

async function suiteBaseline(services: ConstructionServices, run: OpenRun): Promise<Baseline | Ending> {
  const { files } = run.target;
  const suite = await inStep(services.progress, 'Running the suite as it is, twice', async () =>
    establishBaseline(services.harness, await executionInput(services, run, [])),
  );
  const { status, detail } = suite.execution;
  const faults = faultsOf(run, suite.execution, files);
  if (status === 'untrusted') return { ending: 'untrusted', detail: `${UNTRUSTED} ${detail}` };
  if (status !== 'completed') {
    const remedies = faults.filter(({ message }) => message !== detail).map(findingSentence);
    const why = [`The suite does not complete on the untouched commit: ${detail}`, ...remedies];
    return { ending: 'environment-fault', detail: why.slice(0, 1 + FAULTS_TOLD).join(' ') };
  }
  const requiredTests = freezeRequiredTests(run.progress.plan, suite.execution, readProject(files));
  return { ...suite, findings: [...suite.findings, ...faults], requiredTests };
}

const UNTRUSTED = 'What the suite says on the untouched commit cannot be believed:';

/** The suite on a round's tree, with what its adaptations need installed too; or what the target's own CI says of it. */
export async function executeRound(
  services: ConstructionServices,
  run: OpenRun,
  round: {
    readonly index: number;
    /** That published it. */
    readonly commit: string;
    readonly changed: FileTree;
    readonly needed: readonly string[];
    readonly baseline: Baseline;
    readonly context: ConstructionContext;
  },
): Promise<Executed | Ending> {
  if (run.suite.judge === 'ci') return executeByCi(services, run, round);
  const executed = await inStep(services.progress, `Round ${round.index}: running the suite`, async () => {
    const input = await executionInput(services, run, round.needed);
    const { rounds } = round.context;
    return executeChange(services.harness, { ...input, rounds }, round.changed, round.baseline);
  });
  const faults = faultsOf(run, executed.execution, round.changed);
  return { ...executed, findings: [...executed.findings, ...faults] };
}

/** What the baseline has to tell the person who asked. */
export function notesOf(baseline: Baseline): readonly string[] {
  const told = baseline.findings.slice(0, FAULTS_TOLD).map(findingSentence);
  return baseline.execution.driver === 'ci' ? [...told, ...ciNotes(baseline)] : told;
}

async function executionInput(
  { sandbox }: ConstructionServices,
  { suite, target }: OpenRun,
  needed: readonly string[],
): Promise<ExecutionInput> {
  const { environment, sourceRoots, targets } = suite;
  const distributions = [...environment.distributions, ...needed];
  const prepared = await sandbox.prepare({ ...environment, distributions, repository: target.repository });
  return {
    environment: prepared,
    target: target.files,
    sourceRoots,
    targets,
    arguments: suite.arguments,
    environmentVariables: suite.environmentVariables,
  };
}

/** Modules of the plan are missing on purpose. */
function faultsOf({ suite, progress }: OpenRun, execution: Execution, tree: FileTree): readonly Finding[] {
  const planned = new Set(progress.plan.requirements.map(({ module }) => module));
  return environmentFaults(execution, tree, { requiresPython: suite.requiresPython, planned });
}
