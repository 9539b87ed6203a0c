import Docker from 'dockerode';
import type { SandboxProbe } from '../sandbox/probe.js';
import { NOT_FOUND, engineStatus } from './engine-error.js';
import type { DockerSandboxOptions } from './options.js';

const ANSWER_MS = 5_000;

/** Available when the engine answers and has the base image. */
export async function probeDocker({
  image,
  engine,
}: Pick<DockerSandboxOptions, 'image' | 'engine'>): Promise<SandboxProbe> {
  const docker = new Docker({ ...engine, timeout: ANSWER_MS });
  const probe = (available: boolean, reason: string) => ({ driver: 'docker', available, reason }) as const;
  try {
    const { Version } = await docker.version();
    const { Id } = await docker.getImage(image).inspect();
    return probe(true, `engine ${Version}, image ${image} (${Id.slice(0, 19)})`);
  } catch (error) {
    if (engineStatus(error) === NOT_FOUND)
      return probe(false, `the image ${image} is missing: run scripts/make-base-image.sh`);
    const message = error instanceof Error ? error.message : String(error);
    return probe(
      false,
      `the engine does not answer (${message}): install Docker, start it, and let this user use its socket`,
    );
  }
}
