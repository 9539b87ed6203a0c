import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CodefaceError } from '../../domain/errors.js';
import type { Sandbox } from '../../ports/sandbox.js';
import { asDriver } from '../sandbox/driver-error.js';
import { endingOf } from '../sandbox/ending.js';
import { MEMORY_DISK_BYTES } from '../sandbox/installation/install.js';
import { USUAL_INTERPRETERS, findInterpreters } from '../sandbox/interpreter.js';
import type { Interpreters } from '../sandbox/interpreter.js';
import { createMemo } from '../sandbox/memo.js';
import { createVenvStore } from '../sandbox/venv-store.js';
import { createConfiner } from './confine.js';
import type { Confiner } from './confine.js';
import type { BubblewrapSandboxOptions } from './options.js';

/** What the driver finds on a machine; looked for once. */
export interface Ground {
  readonly confiner: Confiner;
  readonly interpreters: Interpreters;
}

/**
 * Namespaces around every command, and around every installation too: an unprivileged user, no network, a few
 * read-only folders of the host, and memory file systems to write to. Memory and processes are limited by a cgroup;
 * what the code writes counts towards its memory as well as its disk limit.
 */
export function createBubblewrapSandbox(options: BubblewrapSandboxOptions): Sandbox {
  const ground = groundOf(options);
  const venvs = createVenvStore({
    ...options,
    folder: join(options.dataDirectory, 'environments', 'bubblewrap'),
    interpreter: async wish => (await ground()).interpreters.wanted(wish),
    makeFolder: async folder => makeUserFolder(folder, (await ground()).confiner),
    async runInstaller({ interpreter, writableFolder, limits, ...asked }) {
      return (await ground()).confiner.run({
        ...asked,
        python: interpreter.executable,
        limits: { ...limits, diskBytes: Math.min(limits.diskBytes, MEMORY_DISK_BYTES) },
        readable: [interpreter.prefix],
        writable: [writableFolder],
      });
    },
  });

  return {
    driver: 'bubblewrap',
    prepare: request => asDriver('preparing an environment', () => venvs.prepare(request)),
    run: ({ environment, limits, ...launch }) =>
      asDriver('running a command', async () => {
        const { folder, interpreter } = await venvs.placeOf(environment);
        const { confiner } = await ground();
        const { stdout, stderr, durationMs, ...observation } = await confiner.run({
          python: join(folder, 'bin', 'python'),
          launch,
          limits,
          readable: [interpreter.prefix, folder],
          writable: [],
        });
        return { ...endingOf(observation), stdout, stderr, durationMs };
      }),
  };
}

const grounds = new WeakMap<BubblewrapSandboxOptions, () => Promise<Ground>>();

/** Surveys the machine once for the same options, whoever asks first: a probe or the driver. */
export function groundOf(options: BubblewrapSandboxOptions): () => Promise<Ground> {
  const known = grounds.get(options) ?? createMemo(() => surveyGround(options));
  grounds.set(options, known);
  return known;
}

/** Ends in a `CodefaceError` of code `sandbox` that says what is missing. */
async function surveyGround(options: BubblewrapSandboxOptions): Promise<Ground> {
  const confiner = await createConfiner(options);
  const { interpreter: named, searchPath } = options;
  const candidates = named === undefined ? USUAL_INTERPRETERS : [named, ...USUAL_INTERPRETERS];
  return { confiner, interpreters: findInterpreters(candidates, searchPath, confiner.programs.tryRun) };
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
