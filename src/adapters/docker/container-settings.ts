import type { ContainerCreateOptions } from 'dockerode';
import type { SandboxLimits } from '../../ports/sandbox.js';
import { MEMORY_DISK_BYTES } from '../sandbox/installation/install.js';
import { launcherCommand } from '../sandbox/launch.js';

/** The code under test is this user in its container; nobody on the host is. */
const USER_ID = 10001;
/** Files lie here, and the command starts here. */
export const WORKING_FOLDER = '/work';
export const SCRATCH_FOLDER = '/tmp';
/** The init process of the container counts against the limit, too. */
const OWN_PROCESSES = 1;
const SHARED_MEMORY_BYTES = 64 * 1024 * 1024;

/** What is common to all containers of ours. */
export interface ContainerSettings {
  readonly image: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly limits: SandboxLimits;
  /** OCI runtime, e.g. `runsc`; the engine's default when absent. */
  readonly runtime?: string;
}

/** A container for code nobody trusts: no network, nothing writable but two memory file systems, no privilege. */
export function confinedContainer(settings: ContainerSettings): ContainerCreateOptions {
  return container(settings, USER_ID, { NetworkMode: 'none', ReadonlyRootfs: true });
}

/**
 * The same for a supervisor of ours: root in its container, able to start and kill what it trusts as little as we do
 * under other users, and to give them their files. Whatever it starts has none of that.
 */
export function supervisedContainer(settings: ContainerSettings): ContainerCreateOptions {
  return container(settings, 0, {
    NetworkMode: 'none',
    ReadonlyRootfs: true,
    CapAdd: ['SETUID', 'SETGID', 'KILL', 'CHOWN'],
  });
}

/**
 * A container that installs: no network either, and a root it may write to, which is to become an image. Root, but
 * without a single capability, so it can write what root owns and nothing more.
 */
export function installingContainer(settings: ContainerSettings): ContainerCreateOptions {
  const diskBytes = Math.min(settings.limits.diskBytes, MEMORY_DISK_BYTES);
  return container({ ...settings, limits: { ...settings.limits, diskBytes } }, 0, { NetworkMode: 'none' });
}

function container(
  { image, labels, limits, runtime }: ContainerSettings,
  userId: number,
  host: ContainerCreateOptions['HostConfig'],
): ContainerCreateOptions {
  const tmpfs = (mode: string) =>
    `rw,exec,nosuid,nodev,size=${limits.diskBytes},uid=${userId},gid=${userId},mode=${mode}`;
  return {
    Image: image,
    Labels: { ...labels },
    User: `${userId}:${userId}`,
    WorkingDir: WORKING_FOLDER,
    Entrypoint: [],
    Cmd: [...launcherCommand('python')],
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    HostConfig: {
      ...host,
      ...(runtime === undefined ? {} : { Runtime: runtime }),
      Init: true,
      Memory: limits.memoryBytes,
      MemorySwap: limits.memoryBytes,
      PidsLimit: limits.processes + OWN_PROCESSES,
      ShmSize: Math.min(SHARED_MEMORY_BYTES, limits.diskBytes),
      Tmpfs: { [WORKING_FOLDER]: tmpfs('0755'), [SCRATCH_FOLDER]: tmpfs('1777') },
      Ulimits: [{ Name: 'core', Soft: 0, Hard: 0 }],
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      // Output is read as it comes: a flood must not reach the host's disk.
      LogConfig: { Type: 'none', Config: {} },
    },
  };
}
