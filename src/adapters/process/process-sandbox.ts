import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../ports/clock.js';
import type { Logger } from '../../ports/logger.js';
import type { Sandbox, SandboxLimits } from '../../ports/sandbox.js';
import { runChild } from '../sandbox/child.js';
import type { ChildRequest, ChildResult } from '../sandbox/child.js';
import { asDriver } from '../sandbox/driver-error.js';
import { endingOf } from '../sandbox/ending.js';
import type { IndexSettings } from '../sandbox/installation/index-settings.js';
import { USUAL_INTERPRETERS, findInterpreters } from '../sandbox/interpreter.js';
import type { Interpreters } from '../sandbox/interpreter.js';
import { encodeLaunch, launcherCommand, sandboxVariables } from '../sandbox/launch.js';
import type { Launch } from '../sandbox/launch.js';
import { currentOwner } from '../sandbox/owner.js';
import type { SandboxProbe } from '../sandbox/probe.js';
import { createVenvStore } from '../sandbox/venv-store.js';
import { removeLeftFolders } from '../system/owned-folder.js';

export interface ProcessSandboxOptions {
  /** Environments are kept below it. */
  readonly dataDirectory: string;
  /** Working folders are made in it and removed. */
  readonly temporaryDirectory: string;
  /** An interpreter to try before the usual ones; a path, or a name on the search path. */
  readonly interpreter?: string;
  /** Where interpreters are looked for: folders joined by `:`. */
  readonly searchPath: string;
  readonly indexSettings: IndexSettings;
  /** Those of `INSTALLATION_LIMITS` when absent. */
  readonly installationLimits?: Partial<SandboxLimits>;
  /** What all environments may take; 20 GiB when absent. */
  readonly environmentsBytes?: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

const FOLDER_PREFIX = 'codeface-run-';
const TRIAL = { input: [], wallTimeMs: 20_000, outputBytes: 8192 };

/**
 * A plain child process in a folder of its own: no isolation at all, for code the caller trusts. Time, output and
 * the command's environment are bounded; memory, disk, processes and network are not, and a process that leaves
 * its group outlives the run. Installations use the same proxy as in the other drivers, on this machine's loopback
 * and for as long as they take, but nothing makes them.
 */
export function createProcessSandbox(options: ProcessSandboxOptions): Sandbox {
  const { clock, logger, temporaryDirectory } = options;
  logger.warn(
    'The process sandbox does not isolate anything: the code it runs can do whatever you can. Use it only for code you trust, else set CODEFACE_SANDBOX=docker or bubblewrap',
  );
  const leftovers = removeLeftFolders(temporaryDirectory, FOLDER_PREFIX);
  const interpreters = find(options);

  async function runIn(
    python: string,
    launch: Launch,
    limits: SandboxLimits,
    more: Pick<ChildRequest, 'dialogue' | 'signal'> = {},
  ): Promise<ChildResult> {
    await leftovers;
    const folder = await mkdtemp(join(temporaryDirectory, `${FOLDER_PREFIX}${currentOwner()}-`));
    try {
      const [cwd, scratch] = [join(folder, 'work'), join(folder, 'tmp')];
      await Promise.all([mkdir(cwd), mkdir(scratch)]);
      const environmentVariables = { ...sandboxVariables(scratch), ...launch.environmentVariables };
      const input = encodeLaunch({ ...launch, environmentVariables }, limits.diskBytes);
      return await runChild({ command: launcherCommand(python), cwd, input, ...limits, ...more }, clock);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  const venvs = createVenvStore({
    ...options,
    folder: join(options.dataDirectory, 'environments', 'process'),
    interpreter: wish => interpreters.wanted(wish),
    makeFolder: async folder => void (await mkdir(folder, { recursive: true })),
    async runInstaller({ interpreter, launch, limits, dialogue, signal }) {
      const result = await runIn(interpreter.executable, launch, limits, { dialogue, signal });
      return { ...result, outOfMemory: false };
    },
  });

  return {
    driver: 'process',
    prepare: request => asDriver('preparing an environment', () => venvs.prepare(request)),
    run: ({ environment, limits, ...launch }) =>
      asDriver('running a command', async () => {
        const python = join((await venvs.placeOf(environment)).folder, 'bin', 'python');
        const { exitCode, timedOut, stdout, stderr, durationMs } = await runIn(python, launch, limits);
        return { ...endingOf({ timedOut, outOfMemory: false, exitCode }), stdout, stderr, durationMs };
      }),
  };
}

/** Available when there is an interpreter; never a recommendation. */
export async function probeProcess(options: ProcessSandboxOptions): Promise<SandboxProbe> {
  try {
    const interpreters = find(options);
    const { executable, version } = await interpreters.first();
    return {
      driver: 'process',
      available: true,
      reason: `no isolation, ${executable} ${version}`,
      interpreters: async () => (await interpreters.all()).map(each => each.version),
    };
  } catch (error) {
    return { driver: 'process', available: false, reason: (error as Error).message };
  }
}

function find(options: ProcessSandboxOptions): Interpreters {
  const { interpreter, searchPath, temporaryDirectory, clock } = options;
  const candidates = interpreter === undefined ? USUAL_INTERPRETERS : [interpreter, ...USUAL_INTERPRETERS];
  return findInterpreters(candidates, searchPath, command =>
    runChild({ ...TRIAL, command, cwd: temporaryDirectory }, clock),
  );
}
