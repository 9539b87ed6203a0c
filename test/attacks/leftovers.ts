import Docker from 'dockerode';
import { readFileSync, readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { currentOwner } from '../../src/adapters/sandbox/owner.js';
import type { SandboxDriver } from '../../src/ports/sandbox.js';

const CGROUP_ROOTS = ['/sys/fs/cgroup', '/sys/fs/cgroup/memory', '/sys/fs/cgroup/pids', '/sys/fs/cgroup/cpu'];
/** The kernel and the engine need a moment to take away what has ended. */
const SETTLE_MS = 3_000;
const PAUSE_MS = 50;

/** What was there before an attack. */
export interface Before {
  readonly mounts: ReadonlySet<string>;
  readonly sharedMemory: ReadonlySet<string>;
}

export function before(): Before {
  return { mounts: new Set(mounts()), sharedMemory: new Set(sharedMemory()) };
}

/** Containers, cgroups, mounts, processes and shared memory that outlive an attack, once it had time to settle. */
export async function leftovers(
  driver: SandboxDriver,
  marker: string,
  known: Before,
): Promise<readonly string[]> {
  const deadline = performance.now() + SETTLE_MS;
  let found = await leftNow(driver, marker, known);
  for (;;) {
    if (found.length === 0 || performance.now() > deadline) return found;
    await new Promise(resolve => setTimeout(resolve, PAUSE_MS));
    const still = await leftNow(driver, marker, known);
    // What appears only now is of something that runs beside.
    found = found.filter(each => still.includes(each));
  }
}

async function leftNow(driver: SandboxDriver, marker: string, known: Before): Promise<readonly string[]> {
  const ofDriver = driver === 'docker' ? await containers() : await cgroups();
  const newMounts = mounts().filter(line => !known.mounts.has(line));
  const elsewhere = newMounts.length > 0 ? await otherContainersMounts() : '';
  return [
    ...ofDriver,
    ...newMounts
      .filter(line => !elsewhere.includes(line.split(' ')[2] ?? ''))
      .map(line => `mount ${line.split(' ')[2]}`),
    ...processesWith(marker).map(line => `process ${line}`),
    ...sharedMemory()
      .filter(line => !known.sharedMemory.has(line))
      .map(line => `shared memory ${line}`),
  ];
}

async function containers(): Promise<readonly string[]> {
  const filters = { label: [`codeface.owner=${currentOwner()}`] };
  const left = await new Docker().listContainers({ all: true, filters });
  return left.map(({ Names }) => `container ${Names.join(' ')}`);
}

async function cgroups(): Promise<readonly string[]> {
  const names = await Promise.all(CGROUP_ROOTS.map(root => readdir(root).catch(() => [])));
  const left = names.flat().filter(name => name.includes(currentOwner()));
  return [...new Set(left)].map(name => `cgroup ${name}`);
}

/** Of the engine and of our own folders; what else is mounted meanwhile is somebody else's. */
function mounts(): readonly string[] {
  return lines('/proc/self/mountinfo')
    .filter(line => /\/docker\/|codeface-attacks-/.test(line))
    .map(line => line.replace(/^\d+ \d+ /, ''));
}

/** Where the engine keeps containers that are in use: other people's, or the other driver's attack of the moment. */
async function otherContainersMounts(): Promise<string> {
  try {
    const docker = new Docker();
    const all = await docker.listContainers({ all: true });
    const known = await Promise.all(
      all.map(({ Id }) =>
        docker
          .getContainer(Id)
          .inspect()
          .catch(() => undefined),
      ),
    );
    return JSON.stringify(known);
  } catch {
    return '';
  }
}

function sharedMemory(): readonly string[] {
  return lines('/proc/sysvipc/shm').map(line => line.trim().split(/\s+/).slice(0, 2).join(' '));
}

/** Command lines on this machine that hold the text. */
function processesWith(text: string): readonly string[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(pid => [pid, lines(`/proc/${pid}/cmdline`).join(' ').replaceAll('\0', ' ')] as const)
    .filter(([, line]) => line.includes(text))
    .map(([pid, line]) => `${pid} ${line.slice(0, 80)}`);
}

function lines(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}
