import { fileBytes } from '../domain/files.js';
import type { StoredFile } from '../domain/files.js';
import type { Environment, SandboxCommand, SandboxLimits } from '../ports/sandbox.js';
import type { SuiteRequest } from './harness.js';

/** Suites of one environment that share a sandbox. */
export interface Batch {
  readonly environment: Environment;
  readonly requests: readonly SuiteRequest[];
  readonly limits: SandboxLimits;
  /** The in-sandbox Python. */
  readonly program: readonly StoredFile[];
  /** Known to nothing but the harness and the supervisor; in the lines around the results. */
  readonly nonce: string;
}

/** Out of every suite's tree, so that no test finds it and no name in it can clash. */
const PROGRAM_FOLDER = '.codeface';
const JOBS_PATH = `${PROGRAM_FOLDER}/jobs.json`;
/** The same in every run, so that sets and dictionaries have one order. */
export const SEEDS: Readonly<Record<string, string>> = { PYTHONHASHSEED: '0' };
/** Isolated and without `site`: nothing of the environment or of a tree runs in it. */
const SUPERVISOR = ['python', '-I', '-S', `${PROGRAM_FOLDER}/codeface_supervisor.py`, JOBS_PATH];

/** A suite runs in one process and its tests seldom use more: two at a time keep two cores busy. */
const WORKERS = 2;
const LARGEST_BATCH = 25;
/** Only the supervisor writes to the sandbox's output, and a cut result is no result: 100,000 tests fit. */
const RESULT_BYTES = 64 * 1024 ** 2;
/** Kept back from the wall time, so that what is known is told before the sandbox is stopped. */
const LONGEST_REPORTING_MS = 2_000;
const PAGE_BYTES = 4096;

/** The sandbox command that runs a batch, each suite in a folder of its own. */
export function suiteCommand({ environment, requests, limits, program, nonce }: Batch): SandboxCommand {
  const jobs = requests.map((request, index) => ({
    folder: `jobs/${index}`,
    sourceRoots: request.sourceRoots,
    targets: request.targets,
    mustImport: request.mustImport,
    testTimeoutMs: request.testTimeoutMs,
    arguments: request.arguments ?? [],
    environment: request.environmentVariables ?? {},
    metadata: request.metadata === undefined ? null : `metadata/${index}`,
    company: request.company ?? null,
    recordsLines: request.recordsLines ?? false,
    recordsFunctions: request.recordsFunctions ?? false,
    own: request.ownModules ?? [],
    cold: request.isCold ?? false,
    trial: request.trial ?? null,
  }));
  const deadlineMs = limits.wallTimeMs - Math.min(LONGEST_REPORTING_MS, limits.wallTimeMs / 5);
  const files = new Map<string, Uint8Array>();
  for (const file of program) files.set(`${PROGRAM_FOLDER}/${file.path}`, fileBytes(file));
  files.set(JOBS_PATH, Buffer.from(JSON.stringify({ nonce, deadlineMs, workers: WORKERS, jobs })));
  requests.forEach((request, index) => {
    for (const [path, bytes] of request.files) files.set(`jobs/${index}/${path}`, bytes);
    for (const [path, bytes] of request.metadata ?? []) files.set(`metadata/${index}/${path}`, bytes);
  });
  return {
    environment,
    files,
    command: SUPERVISOR,
    environmentVariables: { PYTHONDONTWRITEBYTECODE: '1' },
    supervised: true,
    limits: { ...limits, outputBytes: Math.max(limits.outputBytes, RESULT_BYTES) },
  };
}

/**
 * How many of the first requests may share a sandbox, at least 1: of one environment, at most 25, and their trees
 * within half its disk.
 */
export function batchSize(requests: readonly SuiteRequest[], limits: SandboxLimits): number {
  let size = 0;
  let bytes = 0;
  for (const request of requests.slice(0, LARGEST_BATCH)) {
    bytes += diskBytes(request);
    const fits = bytes <= limits.diskBytes / 2 && request.environment.id === requests[0]?.environment.id;
    if (size > 0 && !fits) break;
    size += 1;
  }
  return Math.max(1, size);
}

function diskBytes({ files, metadata = new Map() }: SuiteRequest): number {
  return [...files.values(), ...metadata.values()].reduce(
    (sum, bytes) => sum + Math.ceil(bytes.length / PAGE_BYTES) * PAGE_BYTES,
    0,
  );
}
