import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createBubblewrapSandbox } from '../../src/adapters/bubblewrap/bubblewrap-sandbox.js';
import { probeBubblewrap } from '../../src/adapters/bubblewrap/probe.js';
import { createDockerSandbox } from '../../src/adapters/docker/docker-sandbox.js';
import { DEFAULT_IMAGE } from '../../src/adapters/docker/options.js';
import { probeDocker } from '../../src/adapters/docker/probe.js';
import type { IndexSettings } from '../../src/adapters/sandbox/installation/index-settings.js';
import type { SandboxProbe } from '../../src/adapters/sandbox/probe.js';
import { createHarness } from '../../src/harness/create-harness.js';
import type { Harness } from '../../src/harness/harness.js';
import type { Environment, Sandbox, SandboxLimits } from '../../src/ports/sandbox.js';
import { harnessProgram } from '../support/harness-program.js';
import { sandboxSurroundings } from '../support/sandbox-surroundings.js';

export type IsolatingDriver = 'docker' | 'bubblewrap';
export const ISOLATING_DRIVERS: readonly IsolatingDriver[] = ['docker', 'bubblewrap'];

/** The user that the sandboxes give to code nobody trusts: a process of that user on the host is the likeliest prey. */
const SANDBOX_USER = 10001;

/** One driver, an environment, a harness, and a host with something to hide and something to kill. */
export interface AttackWorld {
  readonly driver: IsolatingDriver;
  readonly sandbox: Sandbox;
  readonly environment: Environment;
  readonly harness: Harness;
  readonly dataDirectory: string;
  /** For what each attack plants. */
  readonly folder: string;
  /** In the environments of this process and of a bystander, and in the latter's command line. */
  readonly secret: string;
  bystanderLives(): boolean;
  /** Files that Codeface made for itself and has not removed. */
  ownFiles(): Promise<readonly string[]>;
  /** A sandbox of the same driver that installs from this index and keeps its environments apart. */
  sandboxWithIndex(settings: IndexSettings, installationLimits: Partial<SandboxLimits>): Sandbox;
  close(): Promise<void>;
}

const image = process.env.CODEFACE_DOCKER_IMAGE ?? DEFAULT_IMAGE;

/** Whether the driver can be attacked here, and what to do when it cannot. */
export async function probe(driver: IsolatingDriver): Promise<SandboxProbe> {
  if (driver === 'docker') return probeDocker({ image });
  const dataDirectory = await mkdtemp(join(tmpdir(), 'codeface-attack-probe-'));
  try {
    await chmod(dataDirectory, 0o755);
    return await probeBubblewrap({ ...sandboxSurroundings(), dataDirectory });
  } finally {
    await rm(dataDirectory, { recursive: true });
  }
}

export async function openWorld(driver: IsolatingDriver): Promise<AttackWorld> {
  const root = await mkdtemp(join(tmpdir(), `codeface-attacks-${driver}-`));
  const [dataDirectory, folder] = [join(root, 'data'), join(root, 'lures')];
  for (const made of [root, dataDirectory, folder]) {
    await mkdir(made, { recursive: true });
    await chmod(made, 0o755);
  }
  const secret = `planted-${randomUUID()}`;
  process.env.CODEFACE_PLANTED_SECRET = secret;
  const bystander = await startBystander(secret);
  const open: AttackWorld['sandboxWithIndex'] = (settings, installationLimits) => {
    const own = { dataDirectory, image, indexSettings: settings, installationLimits };
    const options = { ...sandboxSurroundings(), ...own };
    return driver === 'docker' ? createDockerSandbox(options) : createBubblewrapSandbox(options);
  };
  const sandbox = open(sandboxSurroundings().indexSettings, {});
  const close = async () => {
    delete process.env.CODEFACE_PLANTED_SECRET;
    bystander.kill('SIGKILL');
    await rm(root, { recursive: true, force: true });
  };
  try {
    return {
      ...{ driver, sandbox, dataDirectory, folder, secret, close },
      environment: await sandbox.prepare({ distributions: [] }),
      harness: createHarness({ sandbox, program: harnessProgram(), nonce: randomUUID }),
      bystanderLives: () => bystander.exitCode === null && bystander.signalCode === null,
      ownFiles: () => filesIn(dataDirectory),
      sandboxWithIndex: open,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Down to an environment's folder, not into it. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .map(entry => [entry, relative(folder, join(entry.parentPath, entry.name))] as const)
    .filter(([entry, path]) => entry.isFile() && path.split('/').length < 4)
    .map(([, path]) => path);
}

/** A process of the sandboxes' own user, if we may make one. */
async function startBystander(secret: string): Promise<ChildProcess> {
  const user = process.getuid?.() === 0 ? { uid: SANDBOX_USER, gid: SANDBOX_USER } : {};
  const bystander = spawn('/bin/sh', ['-c', 'while sleep 1; do :; done', secret], {
    env: { PATH: '/usr/bin:/bin', PLANTED: secret },
    stdio: 'ignore',
    detached: true,
    ...user,
  });
  await once(bystander, 'spawn');
  return bystander;
}
