import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CodefaceError } from '../../domain/errors.js';
import type { Sandbox } from '../../ports/sandbox.js';
import { asDriver } from '../sandbox/driver-error.js';
import { endingOf } from '../sandbox/ending.js';
import { INSTALLATION_LIMITS } from '../sandbox/install.js';
import { USUAL_INTERPRETERS, findInterpreter } from '../sandbox/interpreter.js';
import type { Interpreter } from '../sandbox/interpreter.js';
import { createMemo } from '../sandbox/memo.js';
import { createVenvStore } from '../sandbox/venv-store.js';
import { createConfiner } from './confine.js';
import type { Confiner } from './confine.js';
import type { BubblewrapSandboxOptions } from './options.js';

/** What the driver finds on a machine; looked for once. */
export interface Ground {
  readonly confiner: Confiner;
  readonly interpreter: Interpreter;
}

/**
 * Namespaces around every command, and around every installation too: an unprivileged user, no network, a few
 * read-only folders of the host, and memory file systems to write to. Memory and processes are limited by a cgroup;
 * what the code writes counts towards its memory as well as its disk limit.
 */
export function createBubblewrapSandbox(options: BubblewrapSandboxOptions): Sandbox {
  const ground = createMemo(() => surveyGround(options));
  const venvs = createVenvStore({
    folder: join(options.dataDirectory, 'environments', 'bubblewrap'),
    interpreter: async () => (await ground()).interpreter,
    indexSettings: options.indexSettings,
    clock: options.clock,
    makeFolder: async folder => makeUserFolder(folder, (await ground()).confiner),
    async runStep({ command, environmentVariables, writableFolder }) {
      const { confiner, interpreter } = await ground();
      return confiner.run({
        python: interpreter.executable,
        launch: { command, environmentVariables, files: new Map() },
        limits: INSTALLATION_LIMITS,
        readable: [interpreter.prefix],
        writable: [writableFolder],
        network: true,
      });
    },
  });

  return {
    driver: 'bubblewrap',
    prepare: request => asDriver('preparing an environment', () => venvs.prepare(request)),
    run: ({ environment, limits, ...launch }) =>
      asDriver('running a command', async () => {
        const folder = await venvs.folderOf(environment);
        const { confiner, interpreter } = await ground();
        const { stdout, stderr, durationMs, ...observation } = await confiner.run({
          python: join(folder, 'bin', 'python'),
          launch,
          limits,
          readable: [interpreter.prefix, folder],
          writable: [],
          network: false,
        });
        return { ...endingOf(observation), stdout, stderr, durationMs };
      }),
  };
}

/** Ends in a `CodefaceError` of code `sandbox` that says what is missing. */
export async function surveyGround(options: BubblewrapSandboxOptions): Promise<Ground> {
  const confiner = await createConfiner(options);
  const { interpreter: named, searchPath } = options;
  const candidates = named === undefined ? USUAL_INTERPRETERS : [named, ...USUAL_INTERPRETERS];
  return { confiner, interpreter: await findInterpreter(candidates, searchPath, confiner.programs.tryRun) };
}

/** A folder of the unprivileged user's. Ends in a `CodefaceError` of code `configuration` when it cannot reach it. */
async function makeUserFolder(folder: string, { programs }: Confiner): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await chmod(folder, 0o755);
  if (programs.asUser.length > 0) await chown(folder, programs.userId, programs.userId);
  const reached = await programs.tryRun(['/usr/bin/test', '-w', folder]);
  if (reached.exitCode !== 0)
    throw new CodefaceError(
      'configuration',
      `The unprivileged user ${programs.userId} cannot reach ${folder}: choose a data folder that every user may enter.`,
    );
}
