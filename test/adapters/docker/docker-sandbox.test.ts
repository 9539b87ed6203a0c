import Docker from 'dockerode';
import { createDockerSandbox } from '../../../src/adapters/docker/docker-sandbox.js';
import { DEFAULT_IMAGE } from '../../../src/adapters/docker/options.js';
import { probeDocker } from '../../../src/adapters/docker/probe.js';
import { currentOwner } from '../../../src/adapters/sandbox/owner.js';
import { sandboxContract } from '../../contracts/sandbox-contract.js';
import { describeWithDriver, sandboxSurroundings } from '../../support/sandboxes.js';

const image = process.env.CODEFACE_DOCKER_IMAGE ?? DEFAULT_IMAGE;
const docker = new Docker();

describeWithDriver(await probeDocker({ image }), () => {
  sandboxContract(
    'docker',
    async () => ({
      sandbox: createDockerSandbox({ image, ...sandboxSurroundings() }),
      leftovers: async () => {
        const label = [`codeface.owner=${currentOwner()}`];
        return (await docker.listContainers({ all: true, filters: { label } })).flatMap(({ Names }) => Names);
      },
    }),
    { isolates: true },
  );
});
