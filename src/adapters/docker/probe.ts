import Docker from 'dockerode';
import type { SandboxProbe } from '../sandbox/probe.js';
import { versionTags } from './base-images.js';
import { NOT_FOUND, engineStatus } from './engine-error.js';
import type { DockerSandboxOptions } from './options.js';

const ANSWER_MS = 5_000;

interface EngineInfo {
  readonly Runtimes?: Readonly<Record<string, unknown>>;
  readonly DefaultRuntime?: string;
}

/** Available when the engine answers and has the base image. Names the OCI runtime, and the tags of further images. */
export async function probeDocker({
  image,
  engine,
  runtime,
}: Pick<DockerSandboxOptions, 'image' | 'engine' | 'runtime'>): Promise<SandboxProbe> {
  const docker = new Docker({ ...engine, timeout: ANSWER_MS });
  const probe = (available: boolean, reason: string) => ({ driver: 'docker', available, reason }) as const;
  try {
    const { Version } = await docker.version();
    const { Id } = await docker.getImage(image).inspect();
    const { Runtimes, DefaultRuntime } = (await docker.info()) as EngineInfo;
    if (runtime !== undefined && Runtimes?.[runtime] === undefined)
      return probe(
        false,
        `the engine has no runtime ${runtime}: install it and name it in daemon.json, or change CODEFACE_DOCKER_RUNTIME`,
      );
    const ran = runtime === undefined ? `${DefaultRuntime}, the engine's own` : `${runtime}, as set`;
    const found = probe(true, `engine ${Version}, runtime ${ran}, image ${image} (${Id.slice(0, 19)})`);
    return { ...found, interpreters: () => versionTags(docker, image) };
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
