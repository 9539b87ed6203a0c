import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CodefaceError } from '../../domain/errors.js';
import type { Clock } from '../../ports/clock.js';
import type { SandboxLimits } from '../../ports/sandbox.js';
import { ownerIsGone } from '../sandbox/owner.js';

type CgroupLimits = Pick<SandboxLimits, 'memoryBytes' | 'processes'>;

/** One tree of cgroups with what we set in it: version 1 has a tree for each controller, version 2 one for all. */
interface Hierarchy {
  /** Our cgroups are made in it. */
  readonly folder: string;
  readonly settings: (limits: CgroupLimits) => Readonly<Record<string, number>>;
  /** Where kills for want of memory are counted. */
  readonly killCountFile?: string;
}

/** A cgroup of one sandbox. */
export interface Cgroup {
  /** A process that writes `0` to each of these is in it. */
  readonly joinFiles: readonly string[];
  /** Whether the kernel killed something in it for want of memory. */
  ranOutOfMemory(): Promise<boolean>;
  /** Kills what is left in it and removes it. */
  remove(): Promise<void>;
}

export interface Cgroups {
  readonly version: 1 | 2;
  create(name: string, limits: CgroupLimits): Promise<Cgroup>;
  /** Removes the cgroups named `prefix` + owner + `-…` whose owner died. */
  removeLeftovers(prefix: string): Promise<void>;
}

const MOUNT = '/sys/fs/cgroup';
/** Swap is closed where there is swap accounting; these files are missing where there is none. */
const OPTIONAL = new Set(['memory.memsw.limit_in_bytes', 'memory.swap.max']);
const REMOVAL_TRIES = 120;
/** Most are gone at once; what is not is given longer and longer. */
const REMOVAL_PAUSES_MS = [1, 2, 4, 8, 20];

/** The cgroups this process may make, of either version; undefined when it may make none. */
export async function findCgroups(clock: Clock): Promise<Cgroups | undefined> {
  if (existsSync(`${MOUNT}/memory/memory.limit_in_bytes`)) {
    const hierarchies = versionOne();
    return (await canCreate(hierarchies)) ? cgroupsOf(1, hierarchies, clock) : undefined;
  }
  // Only root may, and only where no service manager did it already.
  for (const controllers of ['+memory +pids', '+cpu'])
    await writeFile(`${MOUNT}/cgroup.subtree_control`, controllers).catch(() => undefined);
  for (const folder of await versionTwoFolders())
    if (await canCreate([versionTwo(folder)])) return cgroupsOf(2, [versionTwo(folder)], clock);
  return undefined;
}

function versionOne(): readonly Hierarchy[] {
  const memory: Hierarchy = {
    folder: `${MOUNT}/memory`,
    settings: ({ memoryBytes }) => ({
      'memory.limit_in_bytes': memoryBytes,
      'memory.memsw.limit_in_bytes': memoryBytes,
    }),
    killCountFile: 'memory.oom_control',
  };
  const pids = {
    folder: `${MOUNT}/pids`,
    settings: ({ processes }: CgroupLimits) => ({ 'pids.max': processes }),
  };
  // Its share of the processors is that of one process, however many there are, so that nothing that is to end it starves.
  const cpu = { folder: `${MOUNT}/cpu`, settings: () => ({}) };
  return existsSync(`${cpu.folder}/cpu.shares`) ? [memory, pids, cpu] : [memory, pids];
}

function versionTwo(folder: string): Hierarchy {
  return {
    folder,
    settings: ({ memoryBytes, processes }) => ({
      'memory.max': memoryBytes,
      'memory.swap.max': 0,
      'pids.max': processes,
    }),
    killCountFile: 'memory.events',
  };
}

/** The root, for whoever owns it; else beside or below this process, where a session manager delegated that. */
async function versionTwoFolders(): Promise<readonly string[]> {
  const membership = await readFile('/proc/self/cgroup', 'utf8').catch(() => '');
  const own = join(MOUNT, /^0::(.*)$/m.exec(membership)?.[1] ?? '');
  return [...new Set([MOUNT, dirname(own), own])].filter(folder => folder.startsWith(MOUNT));
}

async function canCreate(hierarchies: readonly Hierarchy[]): Promise<boolean> {
  const name = `codeface-probe-${process.pid}`;
  try {
    for (const { folder, settings } of hierarchies) {
      await mkdir(join(folder, name));
      const files = Object.keys(settings({ memoryBytes: 0, processes: 0 }));
      const complete = files.every(file => OPTIONAL.has(file) || existsSync(join(folder, name, file)));
      await rmdir(join(folder, name));
      if (!complete) return false;
    }
    return true;
  } catch {
    return false;
  }
}

function cgroupsOf(version: 1 | 2, hierarchies: readonly Hierarchy[], clock: Clock): Cgroups {
  const foldersOf = (name: string) => hierarchies.map(({ folder }) => join(folder, name));
  return {
    version,
    async create(name, limits) {
      const cgroup: Cgroup = {
        joinFiles: foldersOf(name).map(folder => join(folder, 'cgroup.procs')),
        async ranOutOfMemory() {
          for (const { folder, killCountFile } of hierarchies) {
            if (killCountFile === undefined) continue;
            const text = await readFile(join(folder, name, killCountFile), 'utf8');
            if (Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0) > 0) return true;
          }
          return false;
        },
        remove: async () =>
          void (await Promise.all(foldersOf(name).map(folder => removeCgroup(folder, clock)))),
      };
      try {
        for (const { folder, settings } of hierarchies) {
          await mkdir(join(folder, name));
          await set(join(folder, name), settings(limits));
        }
        return cgroup;
      } catch (cause) {
        await cgroup.remove();
        throw new CodefaceError('sandbox', `The cgroup ${name} could not be made.`, { cause });
      }
    },
    async removeLeftovers(prefix) {
      for (const { folder } of hierarchies)
        for (const name of await readdir(folder))
          if (name.startsWith(prefix) && ownerIsGone(name.slice(prefix.length).split('-')[0] ?? ''))
            await removeCgroup(join(folder, name), clock);
    },
  };
}

async function set(folder: string, settings: Readonly<Record<string, number>>): Promise<void> {
  for (const [file, value] of Object.entries(settings))
    if (!OPTIONAL.has(file) || existsSync(join(folder, file)))
      await writeFile(join(folder, file), String(value));
}

/** A cgroup can be removed once its last process is reaped, which takes the kernel a moment. */
async function removeCgroup(folder: string, clock: Clock): Promise<void> {
  for (let tries = 0; tries < REMOVAL_TRIES; tries += 1) {
    const processes = await readFile(join(folder, 'cgroup.procs'), 'utf8').catch(() => '');
    // A process of another namespace is listed as 0, which kill(2) takes for our own group.
    for (const pid of processes.split('\n').map(Number)) if (pid > 1) kill(pid);
    try {
      return await rmdir(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      await clock.sleep(REMOVAL_PAUSES_MS[tries] ?? 20);
    }
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
