import { targetSuite } from '../construction/target-suite.js';
import { CodefaceError } from '../domain/errors.js';
import type { Execution } from '../domain/execution.js';
import type { RepositorySnapshot } from '../domain/mined.js';
import { runPrepared, type RunServices } from '../harness/remembered-runs.js';
import {
  associatedBy,
  notRun,
  OWN_SUITE_LIMITS,
  ownEnvironment,
  ownSuiteRequest,
  withoutMissingWheel,
  type Associated,
  type OwnSuite,
} from '../mine/own-suite.js';
import { inStep, type Progress } from '../ports/progress.js';
import type { Environment, EnvironmentRequest, Sandbox } from '../ports/sandbox.js';
import { isTestPath } from '../python/project-modules.js';

/** What running a repository's own suite once works with. */
export interface AssociationServices extends RunServices {
  readonly progress: Progress;
}

/** What only the repository's own CI may run. */
const OF_CI = 'Its `.codeface.yml` says that only its own CI runs it.';

/**
 * Runs a repository's own suite once, without a network and for two minutes at most, to see what each test enters; an
 * unchanged suite in an unchanged environment is remembered. Nothing is lost where it cannot be run: the report says why.
 * Ends in a `CodefaceError` of code `store`, or with the signal's reason.
 */
export async function associate(
  services: AssociationServices,
  snapshot: RepositorySnapshot,
): Promise<Associated> {
  const hasTests = [...snapshot.files.keys()].some(path => path.endsWith('.py') && isTestPath(path));
  if (!hasTests) return {};
  const suite = targetSuite(snapshot.files);
  if (suite.judge === 'ci') return notRun(OF_CI);
  const outcome = ({ run }: Associated) =>
    run?.tests ? `${run.tests} ${run.tests === 1 ? 'test' : 'tests'}` : 'it told nothing';
  return inStep(
    services.progress,
    'Running its own suite',
    async () => associatedBy(await runOnce(services, snapshot, suite)),
    outcome,
  );
}

/** What a suite wants, or as much of it as there are wheels of. */
async function prepare(
  sandbox: Sandbox,
  wanted: EnvironmentRequest,
): Promise<{ readonly environment: Environment; readonly requirements: readonly string[] }> {
  try {
    return { environment: await sandbox.prepare(wanted), requirements: wanted.distributions };
  } catch (error) {
    // Each time it wants one less, so that this ends.
    const less = error instanceof CodefaceError ? withoutMissingWheel(wanted, error) : undefined;
    if (less === undefined) throw error;
    return prepare(sandbox, less);
  }
}

async function runOnce(
  services: RunServices,
  { files, repository }: RepositorySnapshot,
  suite: OwnSuite,
): Promise<Execution | CodefaceError> {
  try {
    const { environment, requirements } = await prepare(services.sandbox, ownEnvironment(suite, repository));
    const request = ownSuiteRequest(files, suite, environment);
    const { results } = await runPrepared(services, [{ requirements, request }], OWN_SUITE_LIMITS);
    return results[0] ?? new CodefaceError('sandbox', 'The sandbox gave no result.');
  } catch (error) {
    // Of a specifier that is none, the environment ends in `bad-input`.
    if (error instanceof CodefaceError && /^(sandbox|bad-input)$/.test(error.code)) return error;
    throw error;
  }
}
