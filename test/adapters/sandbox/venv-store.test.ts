import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndexSettings } from '../../../src/adapters/sandbox/install.js';
import { createVenvStore } from '../../../src/adapters/sandbox/venv-store.js';
import type { InstallationStep, StepResult } from '../../../src/adapters/sandbox/venv-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';

const root = await mkdtemp(join(tmpdir(), 'codeface-venvs-'));
afterAll(() => rm(root, { recursive: true }));
const INSPECTED = '{"interpreter": "3.11.2", "distributions": ["pytest==8.0"]}\n';

describe('virtual environments on disk', () => {
  let folder: string;
  let steps: InstallationStep[];
  let answer: (step: InstallationStep) => Promise<Partial<StepResult>>;

  beforeEach(async () => {
    folder = await mkdtemp(join(root, 'store-'));
    steps = [];
    answer = async () => ({});
  });

  const open = (indexSettings: IndexSettings = { variables: { PIP_RETRIES: '1' } }) =>
    createVenvStore({
      folder,
      interpreter: async () => ({ executable: '/usr/bin/python3', version: '3.11.2', prefix: '/usr' }),
      indexSettings,
      clock: systemClock,
      makeFolder: async path => void (await mkdir(path, { recursive: true })),
      async runStep(step) {
        steps.push(step);
        return { exitCode: 0, timedOut: false, stdout: INSPECTED, stderr: '', ...(await answer(step)) };
      },
    });

  it('are made, filled and inspected once, also by a second process', async () => {
    const [store, other] = [open(), open()];
    const request = { distributions: ['six'] };
    const [first, ...rest] = await Promise.all([
      store.prepare(request),
      store.prepare(request),
      other.prepare(request),
    ]);
    expect(rest).toEqual([first, first]);
    expect(await open().prepare(request)).toEqual(first);
    expect(steps.map(({ command }) => command.slice(1, 4))).toEqual([
      ['-m', 'venv', join(folder, first.id)],
      ['-m', 'pip', 'install'],
      ['-I', '-c', expect.anything()],
    ]);
    expect(steps[1]?.command.slice(-3)).toEqual(['--', 'pytest', 'six']);
    expect(steps[1]?.environmentVariables).toEqual({ PIP_RETRIES: '1' });
    expect(await store.folderOf(first)).toBe(join(folder, first.id));
  });

  it('are one for each set of requirements', async () => {
    const store = open();
    const ids = [['six'], ['six>=1'], [], ['six', 'attrs'], ['attrs', 'six', 'six']];
    const made = [];
    for (const distributions of ids) made.push((await store.prepare({ distributions })).id);
    expect(new Set(made).size).toBe(4);
    expect(made[3]).toBe(made[4]);
  });

  it('are begun anew where a crash left one half made', async () => {
    const store = open();
    const { id } = await store.prepare({ distributions: [] });
    await rm(join(folder, `${id}.json`));
    await writeFile(join(folder, id, 'half'), '');
    await expect(
      store.folderOf({ id, digest: 'd', interpreter: '', distributions: [] }),
    ).rejects.toMatchObject({
      code: 'sandbox',
    });
    await store.prepare({ distributions: [] });
    expect(await readdir(join(folder, id))).toEqual([]);
  });

  it('leave nothing when the installation fails, and can be tried again', async () => {
    const store = open();
    answer = async ({ command }) =>
      command.includes('pip') ? { exitCode: 1, stderr: 'ERROR: No matching distribution' } : {};
    await expect(store.prepare({ distributions: ['no-such'] })).rejects.toMatchObject({
      code: 'sandbox',
      message: expect.stringMatching(/no-such[\s\S]*No matching distribution/),
    });
    expect(await readdir(folder)).toEqual([]);
    answer = async () => ({});
    await expect(store.prepare({ distributions: ['no-such'] })).resolves.toBeDefined();
  });

  it('are installed with the certificates at hand, which do not stay', async () => {
    const certificateFile = join(root, 'authorities.pem');
    await writeFile(certificateFile, 'PEM');
    const seen: string[] = [];
    answer = async ({ command, environmentVariables: { PIP_CERT = '' } }) => {
      if (command.includes('pip')) seen.push(await readFile(PIP_CERT, 'utf8'));
      return {};
    };
    const { id } = await open({ variables: {}, certificateFile }).prepare({ distributions: [] });
    expect(seen).toEqual(['PEM']);
    expect(await readdir(join(folder, id))).toEqual([]);
  });
});
