import Docker from 'dockerode';
import type { Sandbox } from '../../ports/sandbox.js';
import { endingOf } from '../sandbox/ending.js';
import { encodeLaunch, sandboxVariables } from '../sandbox/launch.js';
import { observe, withContainer } from './container.js';
import { SCRATCH_FOLDER, confinedContainer, supervisedContainer } from './container-settings.js';
import { createImageStore } from './image-store.js';
import { ownershipLabels, removeLeftovers } from './leftovers.js';
import type { DockerSandboxOptions } from './options.js';

/**
 * One locked-down container for each command, made, fed, watched and removed through the engine's API. The working
 * folder and `/tmp` lie in memory, so what the code writes counts towards its memory as well as its disk limit.
 */
export function createDockerSandbox(options: DockerSandboxOptions): Sandbox {
  const { clock, ids, logger, runtime } = options;
  const docker = new Docker(options.engine);
  const images = createImageStore(docker, options);
  // A failure here is met again, and reported, by whatever is asked of the engine next.
  const cleaned = removeLeftovers(docker, clock).catch(() => 0);
  void cleaned.then(
    count => count > 0 && logger.info('Removed the containers of Codeface processes that died', { count }),
  );

  return {
    driver: 'docker',
    async prepare(request) {
      await cleaned;
      return images.prepare(request);
    },
    async run({ environment, limits, command, files, environmentVariables, supervised }) {
      const variables = { ...sandboxVariables(SCRATCH_FOLDER), ...environmentVariables };
      const input = encodeLaunch({ command, files, environmentVariables: variables }, limits.diskBytes);
      const confine = supervised === true ? supervisedContainer : confinedContainer;
      const settings = confine({
        image: environment.id,
        labels: ownershipLabels(clock, limits.wallTimeMs),
        limits,
        ...(runtime === undefined ? {} : { runtime }),
      });
      void images.touch(environment.id);
      const name = `codeface-run-${ids.next()}`;
      return withContainer(docker, name, settings, logger, async container => {
        const { stdout, stderr, durationMs, ...observation } = await observe(
          container,
          { input, ...limits },
          clock,
        );
        return { ...endingOf(observation), stdout, stderr, durationMs };
      });
    },
  };
}
