import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CodefaceError } from '../../domain/errors.js';
import type { SandboxLimits } from '../../ports/sandbox.js';
import { runChild } from '../sandbox/child.js';
import type { ChildResult } from '../sandbox/child.js';
import type { Dialogue } from '../sandbox/installation/dialogue.js';
import type { Observation } from '../sandbox/ending.js';
import { encodeLaunch, launcherCommand, sandboxVariables } from '../sandbox/launch.js';
import type { Launch } from '../sandbox/launch.js';
import { currentOwner } from '../sandbox/owner.js';
import { SCRATCH_FOLDER, bwrapArguments } from './arguments.js';
import type { Confinement } from './arguments.js';
import { findCgroups } from './cgroup.js';
import type { Cgroup, Cgroups } from './cgroup.js';
import type { BubblewrapSandboxOptions } from './options.js';
import { findPrograms } from './programs.js';
import type { Programs } from './programs.js';

/** bwrap itself, and the first process of the process namespace, count against the limit. */
const OWN_PROCESSES = 2;
const CGROUP_PREFIX = 'codeface-';

/**
 * Closes what this process inherited, which bwrap would pass on to where the code under test can open it again;
 * puts itself into the cgroups named before `--`; becomes the words after it. Descriptor 3 is for bwrap's report. Without
 * `--norc`, bash takes a socket as standard input for a remote login and reads its start-up files.
 */
const START = `
for file in /proc/self/fd/*; do
  number=\${file##*/}
  if [ "$number" -gt 3 ]; then exec {number}>&-; fi
done
while [ "$1" != -- ]; do
  echo 0 >"$1" || exit 125
  shift
done
shift
exec "$@"`;

/** What a program was seen to do in a sandbox. */
export interface ConfinedResult extends Observation {
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

export interface Confined extends Omit<Confinement, 'diskBytes' | 'etcFolder' | 'disableUserNamespaces'> {
  readonly python: string;
  readonly launch: Launch;
  readonly limits: SandboxLimits;
  /** Speaks with the command instead of keeping its standard output. */
  readonly dialogue?: Dialogue;
  /** Kills it. */
  readonly signal?: AbortSignal;
}

/** Runs programs inside bwrap. */
export interface Confiner {
  readonly programs: Programs;
  readonly cgroups: Cgroups | undefined;
  /** Ends in a `CodefaceError` of code `sandbox` when the sandbox could not be set up. */
  run(confined: Confined): Promise<ConfinedResult>;
}

/** Looks at the machine once: its programs, its cgroups, what a dead process left; and writes the synthetic `/etc`. */
export async function createConfiner(options: BubblewrapSandboxOptions): Promise<Confiner> {
  const { clock, ids, logger, dataDirectory } = options;
  const programs = await findPrograms(options);
  const cgroups = await findCgroups(clock);
  await cgroups?.removeLeftovers(CGROUP_PREFIX);
  if (cgroups === undefined)
    logger.warn(
      'No cgroup can be made here, so each sandboxed process is limited by itself and not all of them together; run as root, or have a session manager delegate cgroups, for firm limits',
    );
  const etcFolder = await writeEtc(join(dataDirectory, 'bubblewrap', 'etc'), programs.userId);

  async function runIn(cgroup: Cgroup | undefined, confined: Confined): Promise<ConfinedResult> {
    const { launch, limits, python } = confined;
    const environmentVariables = { ...sandboxVariables(SCRATCH_FOLDER), ...launch.environmentVariables };
    const selfLimits = { addressSpaceBytes: limits.memoryBytes, processes: limits.processes };
    const told = { ...launch, environmentVariables, ...(cgroup === undefined ? { selfLimits } : {}) };
    const result = await runChild(
      {
        command: [
          ...[
            programs.bash,
            '--norc',
            '--noprofile',
            '-c',
            START,
            'start',
            ...(cgroup?.joinFiles ?? []),
            '--',
          ],
          ...programs.asUser,
          programs.bwrap,
          ...bwrapArguments({
            ...confined,
            etcFolder,
            diskBytes: limits.diskBytes,
            disableUserNamespaces: programs.disableUserNamespaces,
          }),
          '--',
          ...launcherCommand(python),
        ],
        cwd: '/',
        input: encodeLaunch(told, limits.diskBytes),
        wallTimeMs: limits.wallTimeMs,
        outputBytes: limits.outputBytes,
        reports: true,
        ...(confined.dialogue === undefined ? {} : { dialogue: confined.dialogue }),
        ...(confined.signal === undefined ? {} : { signal: confined.signal }),
      },
      clock,
    );
    return observationOf(result, (await cgroup?.ranOutOfMemory()) ?? false);
  }

  return {
    programs,
    cgroups,
    async run(confined) {
      const { memoryBytes, processes } = confined.limits;
      const cgroup = await cgroups?.create(`${CGROUP_PREFIX}${currentOwner()}-${ids.next()}`, {
        memoryBytes,
        processes: processes + OWN_PROCESSES,
      });
      try {
        return await runIn(cgroup, confined);
      } finally {
        await cgroup?.remove();
      }
    },
  };
}

/** bwrap reports an exit code only of a command that it started; without one it failed, or was killed with it. */
function observationOf(result: ChildResult, outOfMemory: boolean): ConfinedResult {
  const { timedOut, stdout, stderr, durationMs } = result;
  const reported = /"exit-code":\s*(\d+)/.exec(result.report)?.[1];
  const killed = timedOut || outOfMemory || result.exitCode > 128;
  if (reported === undefined && !killed)
    throw new CodefaceError(
      'sandbox',
      `bubblewrap could not set the sandbox up: ${stderr.trim().split('\n').at(-1)}`,
    );
  const exitCode = reported === undefined ? null : Number(reported);
  return { timedOut, outOfMemory, exitCode, stdout, stderr, durationMs };
}

async function writeEtc(folder: string, userId: number): Promise<string> {
  const files = {
    passwd: `codeface:x:${userId}:${userId}:codeface:/tmp:/usr/sbin/nologin\n`,
    group: `codeface:x:${userId}:\n`,
    hosts: '127.0.0.1 localhost\n::1 localhost\n',
    'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  };
  await mkdir(folder, { recursive: true, mode: 0o755 });
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), text, { mode: 0o644 });
  return folder;
}
