import type Docker from 'dockerode';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../ports/clock.js';
import { surplusOf } from '../sandbox/installation/surplus.js';
import type { KeptEnvironment } from '../sandbox/installation/surplus.js';

/** Name of every prepared image; its tag is the hash of what determined it. */
export const REPOSITORY = 'codeface-environment';
/** What an installation added to its base image. */
export const BYTES_LABEL = 'codeface.bytes';

/** When each prepared image was last used from one data folder; a file each, since images remember only their making. */
export interface LastUse {
  touch(tag: string): Promise<void>;
  /** Removes the least recently used until the rest fits; never what a container uses or another folder alone knows. */
  removeSurplus(limitBytes: number): Promise<void>;
}

/** Best effort: what cannot be noted or removed now is so next time. */
export function createLastUse(docker: Docker, dataDirectory: string | undefined, clock: Clock): LastUse {
  if (dataDirectory === undefined)
    return { touch: async () => undefined, removeSurplus: async () => undefined };
  const folder = join(dataDirectory, 'docker', 'used');

  async function kept(): Promise<readonly KeptEnvironment[]> {
    const [names, images, containers] = await Promise.all([
      readdir(folder),
      docker.listImages({ filters: { reference: [REPOSITORY] } }),
      docker.listContainers({ all: true }),
    ]);
    const used = new Set(containers.map(({ ImageID }) => ImageID));
    const found: KeptEnvironment[] = [];
    for (const name of names) {
      const image = images.find(({ RepoTags }) => RepoTags?.includes(`${REPOSITORY}:${name}`));
      const file = join(folder, name);
      if (image === undefined) {
        await rm(file, { force: true });
        continue;
      }
      const bytes = Number(image.Labels?.[BYTES_LABEL] ?? image.Size);
      found.push({ id: name, bytes, lastUsedMs: (await stat(file)).mtimeMs, inUse: used.has(image.Id) });
    }
    return found;
  }

  return {
    async touch(tag) {
      await mkdir(folder, { recursive: true })
        .then(() => writeFile(join(folder, tag.slice(REPOSITORY.length + 1)), ''))
        .catch(() => undefined);
    },
    async removeSurplus(limitBytes) {
      const all = await kept().catch(() => []);
      for (const hash of surplusOf(all, limitBytes, clock.now()))
        await docker
          .getImage(`${REPOSITORY}:${hash}`)
          .remove()
          .then(() => rm(join(folder, hash), { force: true }))
          .catch(() => undefined);
    },
  };
}
