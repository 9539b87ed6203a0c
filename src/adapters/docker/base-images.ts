import type Docker from 'dockerode';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CodefaceError } from '../../domain/errors.js';
import type { InterpreterWish } from '../../ports/sandbox.js';
import { chooseInterpreter, wrongInterpreter } from '../sandbox/choose-interpreter.js';
import { INSTALLATION_LIMITS, inspectionOf, parseInspection } from '../sandbox/installation/install.js';
import type { Inspection } from '../sandbox/installation/install.js';
import { encodeLaunch, sandboxVariables } from '../sandbox/launch.js';
import { createOnce } from '../sandbox/once.js';
import { observe, withContainer } from './container.js';
import { SCRATCH_FOLDER, confinedContainer } from './container-settings.js';
import { NOT_FOUND, engineError, engineStatus } from './engine-error.js';
import { ownershipLabels } from './leftovers.js';
import type { DockerSandboxOptions } from './options.js';

const INSPECTION_LIMITS = { ...INSTALLATION_LIMITS, wallTimeMs: 60_000, diskBytes: 64 * 1024 ** 2 };

/** An image that environments start from. */
export interface BaseImage extends Inspection {
  /** Digest. */
  readonly id: string;
}

/** The images that offer interpreters: the configured one, and those of the same name whose tag is a version. */
export interface BaseImages {
  /** Ends in a `CodefaceError` of code `sandbox`, with the fault `wrong-interpreter` where none will do. */
  wanted(wish: InterpreterWish | undefined): Promise<BaseImage>;
  /** Every one that can be inspected, the configured one first. */
  all(): Promise<readonly BaseImage[]>;
}

export function createBaseImages(docker: Docker, options: DockerSandboxOptions): BaseImages {
  const { clock, ids, logger } = options;
  const once = createOnce<BaseImage>();
  const known = new Map<string, BaseImage>();
  const folder = options.dataDirectory && join(options.dataDirectory, 'docker', 'images');

  async function configuredId(): Promise<string> {
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

  /** An image never changes under its digest, so what was found in it is kept; a container costs half a second. */
  async function inspect(id: string): Promise<BaseImage> {
    const file = folder && join(folder, `${id.replace(/[^0-9a-f]/g, '').slice(-64)}.json`);
    const text = file && (await readFile(file, 'utf8').catch(() => undefined));
    const found = known.get(id) ?? (text ? readKept(id, text) : undefined) ?? (await look(id));
    known.set(id, found);
    if (folder && file && text === undefined)
      await mkdir(folder, { recursive: true })
        .then(() => writeFile(file, JSON.stringify(found)))
        .catch(() => undefined);
    return found;
  }

  function look(id: string): Promise<BaseImage> {
    const settings = confinedContainer({
      image: id,
      labels: ownershipLabels(clock, INSPECTION_LIMITS.wallTimeMs),
      limits: INSPECTION_LIMITS,
      ...(options.runtime === undefined ? {} : { runtime: options.runtime }),
    });
    const input = encodeLaunch(
      {
        command: inspectionOf('python'),
        environmentVariables: sandboxVariables(SCRATCH_FOLDER),
        files: new Map(),
      },
      INSPECTION_LIMITS.diskBytes,
    );
    return withContainer(docker, `codeface-inspect-${ids.next()}`, settings, logger, async container => {
      const { stdout } = await observe(container, { input, ...INSPECTION_LIMITS }, clock);
      return { id, ...parseInspection(stdout) };
    });
  }

  const base = async (id: string) => once(id, () => inspect(id));

  async function all(): Promise<readonly BaseImage[]> {
    const others = await versionImages(docker, options.image);
    const all = new Set([await configuredId(), ...others.map(({ id }) => id)]);
    const inspected = await Promise.allSettled([...all].map(base));
    return inspected.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
  }

  return {
    all,
    async wanted(wish) {
      if (wish === undefined) return base(await configuredId());
      const images = await all();
      const versions = images.map(({ interpreter }) => interpreter);
      const chosen = chooseInterpreter(versions, wish);
      const image = images.find(({ interpreter }) => interpreter === chosen);
      if (image !== undefined) return image;
      throw wrongInterpreter(
        wish,
        versions,
        'Make an image with another one: scripts/make-base-image.sh --interpreter PREFIX, or build docker/Dockerfile with --build-arg PYTHON=X.Y.',
      );
    },
  };
}

/** The images of the same name whose tag is a version, such as `codeface-python:3.12`. */
async function versionImages(docker: Docker, image: string) {
  const name = image.replace(/(:[^:/]*|@.*)$/, '');
  const images = await docker.listImages({ filters: { reference: [`${name}:3.*`] } });
  return images.flatMap(({ Id, RepoTags }) =>
    (RepoTags ?? [])
      .filter(tag => tag.startsWith(`${name}:`) && /:3\.\d+$/.test(tag))
      .map(tag => ({ id: Id, version: tag.slice(name.length + 1) })),
  );
}

/** The versions that such images offer, beside the configured one's own. */
export async function versionTags(docker: Docker, image: string): Promise<readonly string[]> {
  return [...new Set((await versionImages(docker, image)).map(({ version }) => version))].sort();
}

function readKept(id: string, text: string): BaseImage | undefined {
  try {
    return { id, ...parseInspection(text) };
  } catch {
    return undefined;
  }
}
