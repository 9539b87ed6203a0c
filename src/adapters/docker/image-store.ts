import type Docker from 'dockerode';
import { CodefaceError } from '../../domain/errors.js';
import type { FileTree } from '../../domain/files.js';
import type { Environment, EnvironmentRequest } from '../../ports/sandbox.js';
import {
  INSPECTION,
  INSTALLATION_LIMITS,
  certificateVariables,
  environmentHash,
  installationFailure,
  normaliseRequirements,
  parseInspection,
  pipInstall,
  readCertificates,
} from '../sandbox/install.js';
import { createOnce } from '../sandbox/once.js';
import { encodeLaunch, sandboxVariables } from '../sandbox/launch.js';
import { observe, withContainer } from './container.js';
import {
  SCRATCH_FOLDER,
  WORKING_FOLDER,
  confinedContainer,
  installingContainer,
} from './container-settings.js';
import type { DockerSandboxOptions } from './options.js';
import { NAME_TAKEN, NOT_FOUND, engineError, engineStatus } from './engine-error.js';
import { isLeftOver, ownershipLabels } from './leftovers.js';

const REPOSITORY = 'codeface-environment';
/** What the interpreter of an image has, as base64 of the inspection's JSON. */
const INSPECTION_LABEL = 'codeface.inspection';
const CERTIFICATES = 'certificates.pem';
const POLL_MS = 500;

/** Prepares environments as images: the base image, or a commit of it after an installation. */
export interface ImageStore {
  prepare(request: EnvironmentRequest): Promise<Environment>;
}

export function createImageStore(docker: Docker, options: DockerSandboxOptions): ImageStore {
  const { clock, ids, logger, indexSettings } = options;
  const once = createOnce<Environment>();
  const baseEnvironments = new Map<string, Environment>();
  const settings = (image: string) => ({
    image,
    labels: ownershipLabels(clock, INSTALLATION_LIMITS.wallTimeMs),
    limits: INSTALLATION_LIMITS,
    ...(options.runtime === undefined ? {} : { runtime: options.runtime }),
  });
  const input = (command: readonly string[], variables = {}, files: FileTree = new Map()) =>
    encodeLaunch(
      { command, environmentVariables: { ...sandboxVariables(SCRATCH_FOLDER), ...variables }, files },
      INSTALLATION_LIMITS.diskBytes,
    );

  async function baseImageId(): Promise<string> {
    try {
      return (await docker.getImage(options.image).inspect()).Id;
    } catch (error) {
      if (engineStatus(error) !== NOT_FOUND)
        throw engineError(`looking for the image ${options.image}`, error);
      throw new CodefaceError(
        'sandbox',
        `Docker has no image ${options.image}: make it with scripts/make-base-image.sh or build docker/Dockerfile.`,
        { cause: error },
      );
    }
  }

  async function inspectBase(id: string): Promise<Environment> {
    const known = baseEnvironments.get(id);
    if (known !== undefined) return known;
    const command = input(['python', '-I', '-c', INSPECTION]);
    const name = `codeface-inspect-${ids.next()}`;
    return withContainer(docker, name, confinedContainer(settings(id)), logger, async container => {
      const result = await observe(container, command, INSTALLATION_LIMITS, clock);
      const environment = { id, digest: id, ...parseInspection(result.stdout) };
      if (!environment.distributions.some(distribution => distribution.startsWith('pytest==')))
        throw new CodefaceError(
          'sandbox',
          `The image ${options.image} has no pytest: build one from docker/Dockerfile.`,
        );
      baseEnvironments.set(id, environment);
      return environment;
    });
  }

  async function cached(tag: string): Promise<Environment | undefined> {
    try {
      const { Id, Config } = await docker.getImage(tag).inspect();
      const label = Config.Labels?.[INSPECTION_LABEL] ?? '';
      return { id: tag, digest: Id, ...parseInspection(Buffer.from(label, 'base64').toString()) };
    } catch (error) {
      if (engineStatus(error) === NOT_FOUND) return undefined;
      throw engineError(`looking for the image ${tag}`, error);
    }
  }

  async function install(base: string, hash: string, requirements: readonly string[]): Promise<Environment> {
    const trusted = await readCertificates(indexSettings);
    const files: FileTree = new Map(trusted === undefined ? [] : [[CERTIFICATES, trusted]]);
    const trust = trusted === undefined ? {} : certificateVariables(`${WORKING_FOLDER}/${CERTIFICATES}`);
    const variables = { ...indexSettings.variables, ...trust };
    // Installing and inspecting are one command, since a stopped container loses its memory file systems.
    const program = `import subprocess, sys
code = subprocess.call([sys.executable, *sys.argv[1:]], stdout=sys.stderr)
sys.exit(code or subprocess.call([sys.executable, "-I", "-c", ${JSON.stringify(INSPECTION)}]))`;
    const command = input(['python', '-I', '-c', program, ...pipInstall(requirements)], variables, files);
    const container = installingContainer(settings(base), options.installationNetwork ?? 'bridge');
    return withContainer(docker, installerOf(hash), container, logger, async made => {
      const result = await observe(made, command, INSTALLATION_LIMITS, clock);
      if (result.timedOut || result.exitCode !== 0) throw installationFailure(requirements, result);
      const inspection = parseInspection(result.stdout);
      const label = Buffer.from(JSON.stringify(inspection)).toString('base64');
      const changes = `LABEL ${INSPECTION_LABEL}=${label}`;
      const { Id } = (await made.commit({ repo: REPOSITORY, tag: hash, changes })) as { readonly Id: string };
      return { id: `${REPOSITORY}:${hash}`, digest: Id, ...inspection };
    });
  }

  /** The installer's name lets one process of many install; the others see it taken and wait for its image. */
  async function installOnce(
    base: string,
    hash: string,
    requirements: readonly string[],
  ): Promise<Environment> {
    for (;;) {
      const done = await cached(`${REPOSITORY}:${hash}`);
      if (done !== undefined) return done;
      await removeDeadInstaller(hash);
      try {
        return await install(base, hash, requirements);
      } catch (error) {
        if (!(error instanceof CodefaceError) || engineStatus(error.cause) !== NAME_TAKEN) throw error;
      }
      await clock.sleep(POLL_MS);
    }
  }

  async function removeDeadInstaller(hash: string): Promise<void> {
    const installer = docker.getContainer(installerOf(hash));
    const found = await installer.inspect().catch(() => undefined);
    if (found !== undefined && isLeftOver(found.Config.Labels, clock.now()))
      await installer.remove({ force: true, v: true }).catch(() => undefined);
  }

  return {
    async prepare(request) {
      const requirements = normaliseRequirements(request.distributions);
      const base = await baseImageId();
      const hash = environmentHash([base, ...requirements]);
      return requirements.length === 0
        ? once(base, () => inspectBase(base))
        : once(hash, () => installOnce(base, hash, requirements));
    },
  };
}

function installerOf(hash: string): string {
  return `codeface-install-${hash}`;
}
