import { CodefaceError } from '../domain/errors.js';
import type { Execution } from '../domain/execution.js';
import type { FileTree } from '../domain/files.js';
import type { OwnSuiteRun } from '../domain/mined.js';
import type { SuiteRequest } from '../harness/harness.js';
import type { Environment, EnvironmentRequest, SandboxLimits } from '../ports/sandbox.js';
import { distributionName } from '../python/distribution-name.js';
import { projectMetadata, versionFiles } from '../python/declarations/index.js';
import { associationOf, type Association } from './association.js';

/** How a repository's own suite is run, by what it declares. */
export interface OwnSuite {
  /** `ci`: it is never to be run in the sandbox. */
  readonly judge: 'sandbox' | 'ci';
  readonly environment: EnvironmentRequest;
  readonly sourceRoots: readonly string[];
  /** Files and folders to run; empty means what pytest finds. */
  readonly targets: readonly string[];
  /** Words for pytest. */
  readonly arguments: readonly string[];
  readonly environmentVariables: Readonly<Record<string, string>>;
}

/** What is known by execution, and what the report says of it. */
export interface Associated {
  /** Absent when nothing is known so. */
  readonly association?: Association;
  /** Absent when nobody asked. */
  readonly run?: OwnSuiteRun;
}

/** Mining is not held up for longer: what a suite cannot tell by then, names and imports have to. */
export const OWN_SUITE_LIMITS: SandboxLimits = {
  wallTimeMs: 120_000,
  memoryBytes: 2 * 1024 ** 3,
  processes: 256,
  diskBytes: 1024 ** 3,
  outputBytes: 1024 ** 2,
};
/** Beyond, an installation is given up. */
const LONGEST_INSTALLATION_MS = 300_000;
/** A test that takes longer ends its file. */
const TEST_TIMEOUT_MS = 30_000;
/** The harness stops a suite so long before the sandbox would, to tell what it knows. */
const REPORTING_MS = 5_000;

/** What has to be installed for a repository's own suite, within mining's patience. */
export function ownEnvironment({ environment }: OwnSuite, repository: string): EnvironmentRequest {
  const wallTimeMs = Math.min(environment.wallTimeMs ?? Infinity, LONGEST_INSTALLATION_MS);
  return { ...environment, repository, wallTimeMs };
}

/**
 * The same without the distribution that has no wheel here: as a rule it checks style, and the tests do without. Undefined
 * when that is not what is wrong, or it is none that the repository itself asks for.
 */
export function withoutMissingWheel(
  wanted: EnvironmentRequest,
  { fault, message }: CodefaceError,
): EnvironmentRequest | undefined {
  const name = missingWheel(message);
  if (fault !== 'no-wheel' || name === undefined) return undefined;
  const distributions = wanted.distributions.filter(one => distributionName(one) !== name);
  return distributions.length === wanted.distributions.length ? undefined : { ...wanted, distributions };
}

/** The normalised name of the distribution that an installation's error says has no wheel; undefined when it says of none. */
export function missingWheel(message: string): string | undefined {
  const [, requirement] = /: ([^:]{1,200}) has no wheel/.exec(message) ?? [];
  return requirement === undefined ? undefined : distributionName(requirement);
}

/** The whole suite, once, with a record of what each test enters. */
export function ownSuiteRequest(files: FileTree, suite: OwnSuite, environment: Environment): SuiteRequest {
  const { sourceRoots, targets, environmentVariables } = suite;
  const metadata = projectMetadata(files);
  return {
    environment,
    files: new Map([...versionFiles(files, metadata), ...files]),
    sourceRoots,
    targets,
    arguments: suite.arguments,
    environmentVariables,
    metadata,
    mustImport: [],
    testTimeoutMs: TEST_TIMEOUT_MS,
    recordsFunctions: true,
  };
}

/**
 * What a run of the suite tells, or the error that kept it from being run. Of a suite that was not run to its end for want
 * of time nothing is taken: what it had come to by then is no property of the repository.
 */
export function associatedBy(outcome: Execution | CodefaceError): Associated {
  if (outcome instanceof CodefaceError) return notRun(outcome.message);
  const { status, detail, durationMs } = outcome;
  if (status === 'environment-fault' || status === 'untrusted') return notRun(detail);
  const isOver = status === 'timed-out' && durationMs >= OWN_SUITE_LIMITS.wallTimeMs - REPORTING_MS;
  if (isOver) return notRun(`It did not end within ${OWN_SUITE_LIMITS.wallTimeMs / 1000} s.`);
  const association = associationOf(outcome);
  const { size: tests } = association.byTest;
  if (tests === 0) return notRun(detail === '' ? 'No test of it passed.' : detail);
  const note = status === 'completed' ? '' : `Not all of it could be run: ${detail}`;
  return { association, run: { tests, functions: association.functions.length, note } };
}

/** Nothing is known by execution, for this reason: a sentence. */
export function notRun(reason: string): Associated {
  const [sentence = ''] = reason.replace(/\s*Last lines:\s*$/m, '').split('\n');
  const note = `Its own suite told nothing, so that tests are tied to code by names and imports alone. ${sentence}`;
  return { run: { tests: 0, functions: 0, note } };
}
