import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createGitWorkspace } from './adapters/git/workspace.js';
import { createGitHubHosts } from './adapters/github/github-hosts.js';
import { createLocalHost } from './adapters/local/local-host.js';
import { createPackageIndex } from './adapters/package-index/package-index.js';
import { createSourceIndex } from './adapters/package-index/source-index.js';
import { DEFAULT_IMAGE } from './adapters/docker/options.js';
import { indexSettings } from './adapters/sandbox/installation/index-settings.js';
import { openSandbox, probeSandboxes, type SandboxSettings } from './adapters/sandbox/open-sandbox.js';
import { createOpenAiLanguageModel } from './adapters/openai/openai-language-model.js';
import { readHarnessProgram, readTemplates } from './adapters/own-files/own-files.js';
import { openDatabase } from './adapters/sqlite/database.js';
import { createInstallations } from './adapters/sqlite/installations.js';
import { createJobQueue } from './adapters/sqlite/job-queue.js';
import { createLibraryStore } from './adapters/sqlite/library-store.js';
import { createMiningMemory } from './adapters/sqlite/mining-memory.js';
import { createRunStore } from './adapters/sqlite/run-store.js';
import { createFileReader } from './adapters/threads/file-reader.js';
import { systemClock } from './adapters/system/clock.js';
import { dataFolder } from './adapters/system/data-folder.js';
import { createIds } from './adapters/system/ids.js';
import { interruption } from './adapters/system/interruption.js';
import { createLogger, createPlainLogger } from './adapters/system/logger.js';
import { once } from './adapters/system/once.js';
import { createProgress, noProgress } from './adapters/system/progress.js';
import { terminalOf } from './adapters/system/terminal.js';
import { readAppConfig, type AppConfig } from './config/app-config.js';
import { readConfig, type Config } from './config/config.js';
import type { EnvironmentVariables } from './config/variables.js';
import { withDefaults } from './config/with-defaults.js';
import type { ConstructionServices } from './construction/construction-services.js';
import { CodefaceError } from './domain/errors.js';
import { createHarness } from './harness/create-harness.js';
import { guardLibrary } from './library/library.js';
import { openHoldSet } from './library/hold/open-hold-set.js';
import { PROPOSE_PROMPT_PATHS, proposerOf } from './mine/propose/proposer.js';
import type { MiningServices } from './mining.js';
import type { SuiteServices } from './suite.js';
import type { JobQueue } from './ports/job-queue.js';
import type { LibraryStore } from './ports/library-store.js';
import type { Logger } from './ports/logger.js';
import type { RepositoryHost } from './ports/repository-host.js';
import type { Sandbox, SandboxDriver } from './ports/sandbox.js';
import { createPublisher } from './publish/publish.js';
import { TEMPLATE_PATHS } from './publish/templates.js';
import { createExactResident } from './residents/exact/exact-resident.js';
import { meterModel } from './residents/model/metered-model.js';
import { createModelResident } from './residents/model/model-resident.js';
import { PROMPT_PATHS } from './residents/model/render-input.js';
import type { WorkerServices } from './worker/perform-job.js';

/** What a command line adds to the environment. */
export interface CompositionFlags {
  readonly database?: string | undefined;
  readonly sandbox?: SandboxDriver | undefined;
  /** The caller vouches for all code that will be run. */
  readonly trustsCode: boolean;
  readonly showsProgress: boolean;
  readonly colour: boolean;
  /** Warnings are sentences for a person, not lines for a log. */
  readonly talksToPeople?: boolean;
}

/** The services of one process, each built when it is first asked for. */
export type Composition = ReturnType<typeof createComposition>;

/**
 * Reads the environment and offers every service over it. Ends in a `CodefaceError` of code `configuration` that
 * lists all that is wrong; asking for a service may end as its adapter does.
 */
export function createComposition(environment: EnvironmentVariables, flags: CompositionFlags) {
  const config = readConfig(withDefaults(environment, flags, dataFolder(environment)));
  const clock = systemClock;
  const ids = createIds(clock, randomBytes);
  const logger = flags.talksToPeople ? createPlainLogger(process.stderr) : createLogger(config.logLevel);
  const terminal = terminalOf(process.stderr, environment);
  const progress = flags.showsProgress
    ? createProgress(process.stderr, { ...terminal, colour: terminal.colour && flags.colour }, clock)
    : noProgress;
  const settings = sandboxSettings(config, environment, logger);
  const holdSet = openHoldSet(config.holdSet, path => readFileSync(path, 'utf8'));
  const workspace = createGitWorkspace({ logger });

  const database = once(() => openDatabase(config.database));
  const installations = createInstallations(join(dirname(config.database), 'installations'), clock);
  const library = once(async () => guardLibrary(createLibraryStore(await database()), holdSet));
  const runs = once(async () => createRunStore(await database(), clock));
  const jobs = once(async () => createJobQueue(await database(), clock, ids));
  const sandbox = once(() =>
    openSandbox({ driver: config.sandbox.driver, trusted: flags.trustsCode }, settings),
  );
  const execution = once(async () => {
    const opened = await sandbox();
    return {
      sandbox: opened,
      harness: createHarness({ sandbox: opened, program: await readHarnessProgram(), nonce: randomUUID }),
    };
  });
  const model = config.model && meterModel(createOpenAiLanguageModel({ ...config.model, logger }));
  /** A model resident comes after the exact one: it is asked only for what a program cannot adapt. */
  const modelResidents = async () =>
    model === undefined || config.model?.models.resident === undefined
      ? []
      : [createModelResident({ model, prompts: await readTemplates(PROMPT_PATHS) })];
  const publisher = once(async () => createPublisher(await readTemplates(TEMPLATE_PATHS)));

  return {
    config,
    clock,
    ids,
    logger,
    progress,
    workspace,
    library: library as () => Promise<LibraryStore>,
    /** The library, which must be there. Ends in a `CodefaceError` of code `not-found` when nothing was mined yet. */
    async existingLibrary(): Promise<LibraryStore> {
      if (existsSync(config.database)) return library();
      throw new CodefaceError(
        'not-found',
        `There is no library at ${config.database}: \`codeface mine PATH\` makes one.`,
      );
    },
    jobs: jobs as () => Promise<JobQueue>,
    sandbox: sandbox as () => Promise<Sandbox>,
    interruption: () => interruption(clock, logger),
    probeSandboxes: () => probeSandboxes(settings),
    sourceIndex: () => createSourceIndex(settings.indexSettings),

    async suiteServices(): Promise<SuiteServices> {
      return { ...(await execution()), clock, progress };
    },

    async miningServices(): Promise<MiningServices> {
      return {
        ...(await execution()),
        library: await library(),
        holdSet,
        memory: createMiningMemory(await database(), clock),
        packageIndex: createPackageIndex(),
        fileReader: createFileReader({ threads: availableParallelism() }),
        proposer: proposerOf(config, model, await readTemplates(PROPOSE_PROMPT_PATHS)),
        runsSuites: true,
        clock,
        progress,
      };
    },

    async constructionServices(): Promise<ConstructionServices> {
      return {
        ...(await execution()),
        library: await library(),
        holdSet,
        runs: await runs(),
        residents: [createExactResident(), ...(await modelResidents())],
        spent: () => model?.spent() ?? { tokens: 0, costUsd: 0 },
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

    /** The library of one installation. */
    libraryOf: async (installationId: number) =>
      guardLibrary((await installations.open(installationId)).library, holdSet),
    /** What mining remembers of one installation's repositories. */
    memoryOf: async (installationId: number) => (await installations.open(installationId)).memory,

    /** Closes what was opened; what could not be has been told to whoever asked for it. */
    async close(): Promise<void> {
      await installations.close();
      if (!database.isBuilt()) return;
      const [own] = await Promise.allSettled([database()]);
      if (own.status === 'fulfilled') await own.value.close();
    },
  };
}

/** The App's own settings. Ends in a `CodefaceError` of code `configuration` that lists all that is wrong. */
export function readAppEnvironment(environment: EnvironmentVariables): AppConfig {
  return readAppConfig(withDefaults(environment, SERVICE_FLAGS, dataFolder(environment)), path =>
    readFileSync(path, 'utf8'),
  );
}

/** What the webhook server needs: it keeps jobs and does nothing else. */
export async function composeApp(): Promise<{ readonly jobs: JobQueue; readonly logger: Logger }> {
  const composition = createComposition(process.env, SERVICE_FLAGS);
  return { jobs: await composition.jobs(), logger: composition.logger };
}

/** What the worker's process needs. Ends in a `CodefaceError` of code `configuration` or `sandbox`. */
export async function composeWorker(environment: EnvironmentVariables): Promise<{
  readonly services: WorkerServices;
  readonly leaseMs: number;
  readonly close: () => Promise<void>;
}> {
  const app = readAppEnvironment(environment);
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
    libraryOf: composition.libraryOf,
    memoryOf: composition.memoryOf,
    ...(await composition.constructionServices()),
    hosts,
    jobs: await composition.jobs(),
    budget: app.budget,
  };
  return { services, leaseMs: app.leaseMs, close: () => composition.close() };
}

const SERVICE_FLAGS: CompositionFlags = { trustsCode: false, showsProgress: false, colour: false };

function sandboxSettings(config: Config, environment: EnvironmentVariables, logger: Logger): SandboxSettings {
  const { dockerImage, dockerRuntime, python, indexHosts, indexCredentials, environmentsBytes } =
    config.sandbox;
  return {
    image: dockerImage ?? DEFAULT_IMAGE,
    ...(dockerRuntime !== undefined && { runtime: dockerRuntime }),
    ...(python !== undefined && { interpreter: python }),
    dataDirectory: resolve(config.home, 'environments'),
    temporaryDirectory: tmpdir(),
    searchPath: environment['PATH'] ?? '',
    indexSettings: indexSettings(environment, { hosts: indexHosts, credentials: indexCredentials }),
    environmentsBytes,
    clock: systemClock,
    ids: createIds(systemClock, randomBytes),
    logger,
  };
}
