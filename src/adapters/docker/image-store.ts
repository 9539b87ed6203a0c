import type Docker from 'dockerode';
import type { Container } from 'dockerode';
import { CodefaceError } from '../../domain/errors.js';
import type { Environment, EnvironmentRequest } from '../../ports/sandbox.js';
import { indexesFor } from '../sandbox/installation/index-settings.js';
import {
  ALWAYS_INSTALLED,
  INSTALLATION_LIMITS,
  environmentHash,
  normaliseRequirements,
  parseInspection,
  pipInstall,
} from '../sandbox/installation/install.js';
import type { Inspection } from '../sandbox/installation/install.js';
import { performInstallation } from '../sandbox/installation/installation.js';
import { encodeLaunch, sandboxVariables } from '../sandbox/launch.js';
import { createOnce } from '../sandbox/once.js';
import { ENVIRONMENTS_BYTES } from '../sandbox/installation/surplus.js';
import { createBaseImages } from './base-images.js';
import { observe, withContainer } from './container.js';
import { SCRATCH_FOLDER, installingContainer } from './container-settings.js';
import { NAME_TAKEN, NOT_FOUND, engineError, engineStatus } from './engine-error.js';
import { BYTES_LABEL, REPOSITORY, createLastUse } from './last-use.js';
import { isLeftOver, ownershipLabels } from './leftovers.js';
import type { DockerSandboxOptions } from './options.js';

/** What the interpreter of an image has, as base64 of the inspection's JSON. */
const INSPECTION_LABEL = 'codeface.inspection';
/** On the container's own disk, which is watched; `/tmp` lies in memory. */
const INSTALLATION_FOLDER = '/var/tmp/codeface-installation';
const POLL_MS = 500;

/** Prepares environments as images: the base image, or a commit of it after an installation. */
export interface ImageStore {
  prepare(request: EnvironmentRequest): Promise<Environment>;
  /** Says that an image is used now. */
  touch(id: string): Promise<void>;
}

export function createImageStore(docker: Docker, options: DockerSandboxOptions): ImageStore {
  const { clock, logger, indexSettings } = options;
  const once = createOnce<Environment>();
  const bases = createBaseImages(docker, options);
  const lastUse = createLastUse(docker, options.dataDirectory, clock);

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

  async function install(
    base: string,
    hash: string,
    requirements: readonly string[],
    request: EnvironmentRequest,
  ): Promise<Environment> {
    const limits = { ...INSTALLATION_LIMITS, ...options.installationLimits };
    const wallTimeMs = request.wallTimeMs ?? limits.wallTimeMs;
    const container = installingContainer({
      image: base,
      labels: ownershipLabels(clock, wallTimeMs),
      limits,
      ...(options.runtime === undefined ? {} : { runtime: options.runtime }),
    });
    return withContainer(docker, installerOf(hash), container, logger, async made => {
      const allowsBuilds = request.allowsBuilds === true;
      const inspection = await performInstallation(
        {
          requirements,
          allowsBuilds,
          index: indexesFor(indexSettings, request.repository),
          settings: indexSettings,
          limits: { ...limits, wallTimeMs },
          python: 'python',
          commands: [['python', ...pipInstall(requirements, allowsBuilds)]],
          scratchFolder: INSTALLATION_FOLDER,
        },
        {
          run: ({ launch, limits: own, ...asked }) => {
            const environmentVariables = {
              ...sandboxVariables(SCRATCH_FOLDER),
              ...launch.environmentVariables,
            };
            const input = encodeLaunch({ ...launch, environmentVariables }, own.diskBytes);
            return observe(made, { input, ...asked, ...own }, clock);
          },
          usage: () => usageOf(made),
        },
      );
      return commit(made, hash, inspection);
    });
  }

  async function commit(made: Container, hash: string, inspection: Inspection): Promise<Environment> {
    const { bytes } = await usageOf(made);
    const label = Buffer.from(JSON.stringify(inspection)).toString('base64');
    const changes = `LABEL ${INSPECTION_LABEL}=${label} ${BYTES_LABEL}=${bytes}`;
    const { Id } = (await made.commit({ repo: REPOSITORY, tag: hash, changes })) as { readonly Id: string };
    return { id: `${REPOSITORY}:${hash}`, digest: Id, ...inspection };
  }

  /** The installer's name lets one process of many install; the others see it taken and wait for its image. */
  async function installOnce(
    base: string,
    hash: string,
    requirements: readonly string[],
    request: EnvironmentRequest,
  ): Promise<Environment> {
    for (;;) {
      const done = await cached(`${REPOSITORY}:${hash}`);
      if (done !== undefined) return done;
      await removeDeadInstaller(hash);
      try {
        const made = await install(base, hash, requirements, request);
        await lastUse.touch(made.id);
        await lastUse.removeSurplus(options.environmentsBytes ?? ENVIRONMENTS_BYTES);
        return made;
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
      const asked = normaliseRequirements(request.distributions);
      const { id: base, ...inspection } = await bases.wanted(request.interpreter);
      const lacking = ALWAYS_INSTALLED.filter(
        name => !inspection.distributions.some(distribution => distribution.startsWith(`${name}==`)),
      );
      const requirements = [...lacking, ...asked];
      if (requirements.length === 0) return { id: base, digest: base, ...inspection };
      const { key } = indexesFor(indexSettings, request.repository);
      const builds = request.allowsBuilds === true ? ['builds'] : [];
      const hash = environmentHash([base, ...key, ...builds, '--', ...requirements]);
      const environment = await once(hash, () => installOnce(base, hash, requirements, request));
      await lastUse.touch(environment.id);
      return environment;
    },
    touch: id => (id.startsWith(`${REPOSITORY}:`) ? lastUse.touch(id) : Promise.resolve()),
  };
}

/** What a container has written to its own disk: its sum, and how many files are new or other than the image's. */
async function usageOf(container: Container) {
  const [inspected, changes] = await Promise.all([
    container.inspect({ size: true } as object) as Promise<{ readonly SizeRw?: number }>,
    container.changes() as Promise<readonly unknown[] | null>,
  ]);
  return { bytes: inspected.SizeRw ?? 0, files: changes?.length ?? 0 };
}

function installerOf(hash: string): string {
  return `codeface-install-${hash}`;
}
