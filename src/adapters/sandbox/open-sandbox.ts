import type { Sandbox, SandboxDriver } from '../../ports/sandbox.js';
import { createBubblewrapSandbox } from '../bubblewrap/bubblewrap-sandbox.js';
import type { BubblewrapSandboxOptions } from '../bubblewrap/options.js';
import { probeBubblewrap } from '../bubblewrap/probe.js';
import { createDockerSandbox } from '../docker/docker-sandbox.js';
import type { DockerSandboxOptions } from '../docker/options.js';
import { probeDocker } from '../docker/probe.js';
import { createProcessSandbox, probeProcess } from '../process/process-sandbox.js';
import type { ProcessSandboxOptions } from '../process/process-sandbox.js';
import { chooseSandbox } from './choose-sandbox.js';
import type { SandboxProbes, SandboxWish } from './choose-sandbox.js';
import type { SandboxProbe } from './probe.js';

/** What the drivers together need of whoever starts them. */
export type SandboxSettings = DockerSandboxOptions & BubblewrapSandboxOptions & ProcessSandboxOptions;

/** Every driver with whether it can be used here and why, strongest first. */
export function probeSandboxes(settings: SandboxSettings): Promise<readonly SandboxProbe[]> {
  const probes = probesOf(settings);
  return Promise.all([probes.docker(), probes.bubblewrap(), probes.process()]);
}

/** Chooses a driver and starts it. Ends as `chooseSandbox` does. */
export async function openSandbox(wish: SandboxWish, settings: SandboxSettings): Promise<Sandbox> {
  return creators[await chooseSandbox(wish, probesOf(settings))](settings);
}

const creators: Readonly<Record<SandboxDriver, (settings: SandboxSettings) => Sandbox>> = {
  docker: createDockerSandbox,
  bubblewrap: createBubblewrapSandbox,
  process: createProcessSandbox,
};

function probesOf(settings: SandboxSettings): SandboxProbes {
  return {
    docker: () => probeDocker(settings),
    bubblewrap: () => probeBubblewrap(settings),
    process: () => probeProcess(settings),
  };
}
