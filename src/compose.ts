import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createGitWorkspace } from './adapters/git/workspace.js';
import { createGitHubHosts } from './adapters/github/github-hosts.js';
import { createLocalHost } from './adapters/local/local-host.js';
import { createPackageIndex } from './adapters/package-index/package-index.js';
import { DEFAULT_IMAGE } from './adapters/docker/options.js';
import { indexSettings } from './adapters/sandbox/install.js';
import { openSandbox, probeSandboxes, type SandboxSettings } from './adapters/sandbox/open-sandbox.js';
import { openDatabase } from './adapters/sqlite/database.js';
import { createJobQueue } from './adapters/sqlite/job-queue.js';
import { createLibraryStore } from './adapters/sqlite/library-store.js';
import { createRunStore } from './adapters/sqlite/run-store.js';
import { systemClock } from './adapters/system/clock.js';
import { createIds } from './adapters/system/ids.js';
import { createLogger } from './adapters/system/logger.js';
import { createProgress, noProgress } from './adapters/system/progress.js';
import { terminalOf } from './adapters/system/terminal.js';
import { readAppConfig } from './config/app-config.js';
import { readConfig, type Config } from './config/config.js';
import type { EnvironmentVariables } from './config/variables.js';
import type { ConstructionServices } from './construction/construction-services.js';
import type { StoredFile } from './domain/files.js';
import { createHarness } from './harness/create-harness.js';
import type { MiningServices } from './mining.js';
import type { JobQueue } from './ports/job-queue.js';
import type { LibraryStore } from './ports/library-store.js';
import type { Logger } from './ports/logger.js';
import type { RepositoryHost } from './ports/repository-host.js';
import type { Sandbox, SandboxDriver } from './ports/sandbox.js';
import { createPublisher } from './publish/publish.js';
import type { Templates } from './publish/templates.js';
import { createExactResident } from './residents/exact/exact-resident.js';
import type { WorkerServices } from './worker/perform-job.js';

/** What a command line adds to the environment. */
export interface CompositionFlags {
  readonly database?: string | undefined;
  readonly sandbox?: SandboxDriver | undefined;
  /** The caller vouches for all code that will be run. */
  readonly trustsCode: boolean;
  readonly showsProgress: boolean;
  readonly colour: boolean;
}

/** The services of one process, each built when it is first asked for. */
export type Composition = ReturnType<typeof createComposition>;

/**
 * Reads the environment and offers every service over it. Ends in a `CodefaceError` of code `configuration` that
 * lists all that is wrong; asking for a service may end as its adapter does.
 */
export function createComposition(environment: EnvironmentVariables, flags: CompositionFlags) {
  const config = readConfig(withDefaults(environment, flags));
  const clock = systemClock;
  const ids = createIds(clock, randomBytes);
  const logger = createLogger(logLevelOf(config));
  const terminal = terminalOf(process.stderr, environment);
  const progress = flags.showsProgress
    ? createProgress(process.stderr, { ...terminal, colour: terminal.colour && flags.colour }, clock)
    : noProgress;
  const settings = sandboxSettings(config, environment, logger);
  const workspace = createGitWorkspace({ logger });

  const database = once(() => openDatabase(config.database));
  const library = once(async () => createLibraryStore(await database()));
  const runs = once(async () => createRunStore(await database(), clock));
  const jobs = once(async () => createJobQueue(await database(), clock, ids));
  const sandbox = once(() =>
    openSandbox({ driver: config.sandbox.driver, trusted: flags.trustsCode }, settings),
  );
  const execution = once(async () => {
    const opened = await sandbox();
    return {
      sandbox: opened,
      harness: createHarness({ sandbox: opened, program: await harnessProgram() }),
    };
  });
  const publisher = once(async () => createPublisher(await readTemplates()));

  return {
    config,
    clock,
    ids,
    logger,
    progress,
    workspace,
    library: library as () => Promise<LibraryStore>,
    jobs: jobs as () => Promise<JobQueue>,
    sandbox: sandbox as () => Promise<Sandbox>,
    /** A signal that the first SIGINT or SIGTERM aborts, instead of ending the process; the second ends it. */
    interruption(): AbortSignal {
      const controller = new AbortController();
      const stop = () => {
        logger.warn('Stopping after this round; interrupt again to end at once');
        controller.abort();
      };
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
      return controller.signal;
    },
    probeSandboxes: () => probeSandboxes(settings),

    async miningServices(): Promise<MiningServices> {
      return {
        ...(await execution()),
        library: await library(),
        packageIndex: createPackageIndex(),
        clock,
        progress,
      };
    },

    async constructionServices(): Promise<ConstructionServices> {
      return {
        ...(await execution()),
        library: await library(),
        runs: await runs(),
        residents: [createExactResident()],
        publisher: await publisher(),
        clock,
        ids,
        logger,
        progress,
      };
    },

    /** A person's own checkout; what it publishes goes below `output`, or below the data folder. */
    localHost(folder: string, output: string | undefined, branch: string): Promise<RepositoryHost> {
      const outputFolder = output ?? join(config.home, 'builds', encodeURIComponent(resolve(folder)), branch);
      return createLocalHost({ folder, outputFolder, clock, logger });
    },

    async close(): Promise<void> {
      if (database.isBuilt()) await (await database()).close();
    },
  };
}

/**
 * What the webhook server needs: it keeps jobs and does nothing else. The App's settings are all read here, so that a
 * missing secret is told at the start.
 */
export async function composeApp(): Promise<{ readonly jobs: JobQueue; readonly logger: Logger }> {
  readAppConfig(withDefaults(process.env, SERVICE_FLAGS), path => readFileSync(path, 'utf8'));
  const composition = createComposition(process.env, SERVICE_FLAGS);
  return { jobs: await composition.jobs(), logger: composition.logger };
}

/** What the worker's process needs. Ends in a `CodefaceError` of code `configuration` or `sandbox`. */
export async function composeWorker(environment: EnvironmentVariables): Promise<{
  readonly services: WorkerServices;
  readonly leaseMs: number;
  readonly close: () => Promise<void>;
}> {
  const app = readAppConfig(withDefaults(environment, SERVICE_FLAGS), path => readFileSync(path, 'utf8'));
  const composition = createComposition(environment, SERVICE_FLAGS);
  const { clock, logger, workspace } = composition;
  const hosts = createGitHubHosts({
    appId: app.github.appId,
    privateKey: app.github.privateKey,
    baseUrl: app.github.apiUrl,
    clone: source => workspace.clone(source),
    clock,
    logger,
  });
  const services = {
    ...(await composition.miningServices()),
    ...(await composition.constructionServices()),
    hosts,
    jobs: await composition.jobs(),
    budget: app.budget,
  };
  return { services, leaseMs: app.leaseMs, close: () => composition.close() };
}

const SERVICE_FLAGS: CompositionFlags = { trustsCode: false, showsProgress: false, colour: false };

/** A command's flags win over the environment; the data folder depends on who is running. */
function withDefaults(environment: EnvironmentVariables, flags: CompositionFlags): EnvironmentVariables {
  return {
    ...environment,
    CODEFACE_HOME: environment['CODEFACE_HOME'] || dataFolder(environment),
    ...(flags.database !== undefined && { CODEFACE_DATABASE: flags.database }),
    ...(flags.sandbox !== undefined && { CODEFACE_SANDBOX: flags.sandbox }),
  };
}

/** Root's own folder is closed to the user that runs code in bubblewrap; everybody else's is open to themselves. */
function dataFolder(environment: EnvironmentVariables): string {
  if (process.getuid?.() === 0) return '/var/lib/codeface';
  return join(environment['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'codeface');
}

function sandboxSettings(config: Config, environment: EnvironmentVariables, logger: Logger): SandboxSettings {
  const { dockerImage, dockerRuntime, python } = config.sandbox;
  return {
    image: dockerImage ?? DEFAULT_IMAGE,
    ...(dockerRuntime !== undefined && { runtime: dockerRuntime }),
    ...(python !== undefined && { interpreter: python }),
    dataDirectory: resolve(config.home, 'environments'),
    temporaryDirectory: tmpdir(),
    searchPath: environment['PATH'] ?? '',
    indexSettings: indexSettings(environment),
    clock: systemClock,
    ids: createIds(systemClock, randomBytes),
    logger,
  };
}

function logLevelOf({ logLevel }: Config): 'debug' | 'info' | 'warn' | 'error' | 'silent' {
  if (logLevel === 'trace') return 'debug';
  return logLevel === 'fatal' ? 'error' : logLevel;
}

/** The Python that runs in the sandbox; it lies beside the harness, also when compiled. */
async function harnessProgram(): Promise<readonly StoredFile[]> {
  const folder = new URL('./harness/', import.meta.url);
  const names = (await readdir(folder)).filter(name => name.endsWith('.py')).sort();
  return Promise.all(
    names.map(async path => ({
      path,
      encoding: 'utf8' as const,
      content: await readFile(new URL(path, folder), 'utf8'),
    })),
  );
}

async function readTemplates(): Promise<Templates> {
  const read = (path: string) => readFile(new URL(`../templates/${path}`, import.meta.url), 'utf8');
  return {
    status: await read('comments/status.eta'),
    diagnosis: await read('comments/diagnosis.eta'),
    conclusion: await read('comments/conclusion.eta'),
    welcome: await read('comments/welcome.eta'),
    needsInterface: await read('comments/needs-interface.md'),
    pullRequest: await read('pull-request/body.eta'),
  };
}

/** Builds a service once, when it is first asked for. */
function once<T>(build: () => Promise<T>): { (): Promise<T>; isBuilt(): boolean } {
  let built: Promise<T> | undefined;
  return Object.assign(() => (built ??= build()), { isBuilt: () => built !== undefined });
}
