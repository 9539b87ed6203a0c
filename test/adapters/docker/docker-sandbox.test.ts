import { describe, expect, it } from '@jest/globals';
import Docker from 'dockerode';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDockerSandbox } from '../../../src/adapters/docker/docker-sandbox.js';
import { DEFAULT_IMAGE } from '../../../src/adapters/docker/options.js';
import { probeDocker } from '../../../src/adapters/docker/probe.js';
import { currentOwner } from '../../../src/adapters/sandbox/owner.js';
import type { SandboxLimits } from '../../../src/ports/sandbox.js';
import { sandboxContract } from '../../contracts/sandbox-contract.js';
import { sandboxSurroundings } from '../../support/sandbox-surroundings.js';
import { deadOwner, describeWithDriver } from '../../support/sandboxes.js';

const image = process.env.CODEFACE_DOCKER_IMAGE ?? DEFAULT_IMAGE;
const docker = new Docker();
const MEBIBYTE = 1024 * 1024;
const limits: SandboxLimits = {
  wallTimeMs: 20_000,
  memoryBytes: 256 * MEBIBYTE,
  processes: 64,
  diskBytes: 8 * MEBIBYTE,
  outputBytes: 4096,
};

async function containersOf(owner: string): Promise<readonly string[]> {
  const filters = { label: [`codeface.owner=${owner}`] };
  return (await docker.listContainers({ all: true, filters })).map(({ Id }) => Id);
}

describeWithDriver(await probeDocker({ image }), () => {
  sandboxContract(
    'docker',
    async () => ({
      sandbox: createDockerSandbox({ image, ...sandboxSurroundings() }),
      leftovers: () => containersOf(currentOwner()),
      discard: async ({ id }) => void (await docker.getImage(id).remove()),
      withIndex: (indexSettings, installationLimits = {}) =>
        createDockerSandbox({ image, ...sandboxSurroundings(), indexSettings, installationLimits }),
    }),
    { isolates: true },
  );

  it('removes what a process that died left, and nothing that is in use', async () => {
    const make = async (owner: string, expires: number) => {
      const Labels = { 'codeface.owner': owner, 'codeface.expires': String(expires) };
      return (await docker.createContainer({ Image: image, Cmd: ['python'], Labels })).id;
    };
    const later = Date.now() + 3_600_000;
    const dead = await make(deadOwner(), later);
    const expired = await make('elsewhere.1.2.3', Date.now() - 1);
    const elsewhere = await make('elsewhere.1.2.3', later);
    const ours = await make(currentOwner(), later);
    try {
      await createDockerSandbox({ image, ...sandboxSurroundings() }).prepare({ distributions: [] });
      const left = (await docker.listContainers({ all: true })).map(({ Id }) => Id);
      expect(left).toEqual(expect.arrayContaining([elsewhere, ours]));
      expect(left).not.toContain(dead);
      expect(left).not.toContain(expired);
    } finally {
      await Promise.all([elsewhere, ours].map(id => docker.getContainer(id).remove({ force: true })));
    }
  });

  it('removes the image used longest ago when there is no room, and finds the others again', async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'codeface-data-'));
    const usual = sandboxSurroundings();
    // A name of its own for every image, so that nobody else's is used or removed.
    const indexes = [...usual.indexSettings.indexes, `http://127.0.0.1:1/${randomUUID()}`];
    const indexSettings = { ...usual.indexSettings, indexes };
    const options = { image, ...usual, indexSettings, dataDirectory, environmentsBytes: 1 };
    const prepare = (distribution: string) =>
      createDockerSandbox(options).prepare({ distributions: [distribution] });
    const made: string[] = [];
    try {
      for (const distribution of ['iniconfig==2.0.0', 'packaging==24.0'])
        made.push((await prepare(distribution)).id);
      const [first = '', second = ''] = made;
      const longAgo = Date.now() / 1000 - 7200;
      const use = (id: string) => join(dataDirectory, 'docker', 'used', id.split(':')[1] ?? '');
      await utimes(use(first), longAgo, longAgo);
      made.push((await prepare('pluggy==1.5.0')).id);
      await expect(docker.getImage(first).inspect()).rejects.toMatchObject({ statusCode: 404 });
      expect(await prepare('packaging==24.0')).toMatchObject({ id: second });
      expect(await readdir(join(dataDirectory, 'docker', 'images'))).toHaveLength(1);
    } finally {
      await Promise.all(
        made.map(id =>
          docker
            .getImage(id)
            .remove()
            .catch(() => undefined),
        ),
      );
      await rm(dataDirectory, { recursive: true });
    }
  }, 120_000);

  it('keeps what pip was told out of the image', async () => {
    const surroundings = sandboxSurroundings();
    const variables = { ...surroundings.indexSettings.variables, PIP_TRUSTED_HOST: 'planted.example' };
    const indexSettings = { ...surroundings.indexSettings, variables };
    const sandbox = createDockerSandbox({ image, ...surroundings, indexSettings });
    const environment = await sandbox.prepare({ distributions: ['iniconfig==2.0.0', 'packaging'] });
    try {
      const { Config } = await docker.getImage(environment.id).inspect();
      expect(JSON.stringify(Config)).not.toMatch(/planted|certificates/);
      const program =
        'import glob, os; print(dict(os.environ), glob.glob("/work/*"), glob.glob("/tmp/*"), glob.glob("/root/.*"))';
      const command = {
        command: ['python', '-c', program],
        environmentVariables: {},
        files: new Map(),
        limits,
      };
      expect((await sandbox.run({ environment, ...command })).stdout).not.toMatch(/planted|certificates/);
    } finally {
      await docker.getImage(environment.id).remove();
    }
  });

  it('ends as a fault of the sandbox when the engine goes away in the middle', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'codeface-engine-'));
    const socketPath = join(folder, 'engine.sock');
    const sockets = new Set<Socket>();
    const proxy = createServer(client => {
      const engine = connect('/var/run/docker.sock');
      for (const socket of [client, engine]) {
        sockets.add(socket);
        socket.on('error', () => undefined);
      }
      client.pipe(engine).pipe(client);
    }).listen(socketPath);
    const surroundings = sandboxSurroundings();
    const sandbox = createDockerSandbox({ image, engine: { socketPath }, ...surroundings });
    const stopEngine = () => {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    };
    let stopping: NodeJS.Timeout | undefined;
    try {
      const environment = await sandbox.prepare({ distributions: [] });
      const running = sandbox.run({
        environment,
        command: ['python', '-c', 'import time; time.sleep(20)'],
        environmentVariables: {},
        files: new Map(),
        limits,
      });
      stopping = setTimeout(stopEngine, 2_000);
      await expect(running).rejects.toMatchObject({ code: 'sandbox', retryable: true });
      expect(surroundings.logger.lines.map(line => line.level)).toContain('warn');
    } finally {
      clearTimeout(stopping);
      stopEngine();
      for (const id of await containersOf(currentOwner()))
        await docker.getContainer(id).remove({ force: true });
      await rm(folder, { recursive: true });
    }
  });
});

describe('a missing engine or image', () => {
  const engine = { socketPath: '/nonexistent/docker.sock' };

  it('is an error that says what to do', async () => {
    const sandbox = createDockerSandbox({ image, engine, ...sandboxSurroundings() });
    await expect(sandbox.prepare({ distributions: [] })).rejects.toMatchObject({
      code: 'sandbox',
      retryable: true,
      message: expect.stringContaining('Is the engine running'),
    });
  });

  it('is found by the probe', async () => {
    expect(await probeDocker({ image, engine })).toMatchObject({
      available: false,
      reason: expect.stringContaining('install Docker'),
    });
    if (!(await probeDocker({ image })).available) return;
    expect(await probeDocker({ image: 'codeface-no-such-image:none' })).toMatchObject({
      available: false,
      reason: expect.stringContaining('make-base-image.sh'),
    });
  });
});
