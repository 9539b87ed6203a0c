import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexSettings } from '../../../src/adapters/sandbox/installation/index-settings.js';
import { FRAME, encodeFrame } from '../../../src/adapters/sandbox/installation/relay-frames.js';
import { withHostLock } from '../../../src/adapters/sandbox/lock.js';
import { createVenvStore } from '../../../src/adapters/sandbox/venv-store.js';
import type { VenvInstallerRequest, VenvStoreOptions } from '../../../src/adapters/sandbox/venv-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';

const root = await mkdtemp(join(tmpdir(), 'codeface-venvs-'));
afterAll(() => rm(root, { recursive: true }));
const INSPECTED = '{"interpreter": "3.11.2", "distributions": ["pytest==8.0"]}\n';
const BASE = { executable: '/usr/bin/python3', version: '3.11.2', prefix: '/usr' };

/** The task that the installer's program is given. */
function taskOf(request: VenvInstallerRequest): { commands: string[][] } {
  return JSON.parse(request.launch.command.at(-1) ?? '') as { commands: string[][] };
}

describe('virtual environments on disk', () => {
  let folder: string;
  let installations: VenvInstallerRequest[];
  let answer: (request: VenvInstallerRequest) => Promise<{ code: number; stderr?: string }>;

  beforeEach(async () => {
    folder = await mkdtemp(join(root, 'store-'));
    installations = [];
    answer = async () => ({ code: 0 });
  });

  const open = (options: Partial<VenvStoreOptions> = {}) =>
    createVenvStore({
      folder,
      interpreter: async wish => ({ ...BASE, version: wish?.preferred[0] ?? BASE.version }),
      indexSettings: indexSettings({ PIP_RETRIES: '1' }),
      clock: systemClock,
      makeFolder: async path => void (await mkdir(path, { recursive: true })),
      async runInstaller(request) {
        installations.push(request);
        const { code, stderr = '' } = await answer(request);
        const result = JSON.stringify({ code, inspection: INSPECTED, sdists: [], denied: false });
        request.dialogue.read(encodeFrame(FRAME.result, 0, Buffer.from(result)));
        return { exitCode: code, timedOut: false, outOfMemory: false, stderr };
      },
      ...options,
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
    expect(first).toMatchObject({ interpreter: '3.11.2', distributions: ['pytest==8.0'] });
    expect(installations).toHaveLength(1);
    const [installation] = installations;
    const { commands } = taskOf(installation as VenvInstallerRequest);
    expect(commands[0]).toEqual([BASE.executable, '-m', 'venv', join(folder, first.id)]);
    expect(commands[1]?.slice(-4)).toEqual(['--', 'coverage', 'pytest', 'six']);
    expect(installation?.launch.environmentVariables).toMatchObject({
      PIP_RETRIES: '1',
      PIP_INDEX_URL: 'https://pypi.org/simple',
    });
    expect(await store.placeOf(first)).toEqual({ folder: join(folder, first.id), interpreter: BASE });
  });

  it('are apart by interpreter, builds and whose credentials they needed', async () => {
    const url = 'https://user:token@private.example/simple';
    const credentials = [{ repository: 'o/n', url }];
    const store = open({ indexSettings: indexSettings({}, { credentials }) });
    const requests = [
      {},
      { repository: 'o/other' },
      { repository: 'o/n' },
      { allowsBuilds: true },
      { interpreter: { requires: '', preferred: ['3.12.1'] } },
    ];
    const ids = [];
    for (const request of requests) ids.push((await store.prepare({ distributions: [], ...request })).id);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(4);
    const told = installations.map(({ launch }) => launch.environmentVariables['PIP_EXTRA_INDEX_URL']);
    expect(told).toEqual([undefined, url, undefined, undefined]);
    expect(JSON.stringify(installations.map(({ launch }) => launch.command))).not.toContain('token');
  });

  it('go when they have not been used for long and there is no room', async () => {
    const store = open({ environmentsBytes: 1 });
    const longAgo = Date.now() / 1000 - 7200;
    const made = [];
    for (const name of ['a', 'b', 'c']) made.push((await store.prepare({ distributions: [name] })).id);
    const [first = '', second = ''] = made;
    for (const id of [first, second]) await utimes(join(folder, `${id}.json`), longAgo, longAgo);
    await store.placeOf({ id: second, digest: second, interpreter: '', distributions: [] });
    await store.prepare({ distributions: ['d'] });
    expect(existsSync(join(folder, first))).toBe(false);
    expect(existsSync(join(folder, second))).toBe(true);
    expect(await readdir(folder)).not.toContain(`${first}.json`);
  });

  it('go when they were never finished, unless somebody is at it', async () => {
    const [half, held] = ['a'.repeat(16), 'b'.repeat(16)];
    for (const id of [half, held]) await mkdir(join(folder, id, 'bin'), { recursive: true });
    await writeFile(join(folder, `${half}.json.new`), '');
    await mkdir(join(folder, 'something else'));
    const made = await withHostLock(`${folder}/${held}`, systemClock, () =>
      open().prepare({ distributions: [] }),
    );
    const left = [made.id, `${made.id}.json`, held, 'something else'];
    expect((await readdir(folder)).sort()).toEqual(left.sort());
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
      store.placeOf({ id, digest: 'd', interpreter: '', distributions: [] }),
    ).rejects.toMatchObject({
      code: 'sandbox',
    });
    await store.prepare({ distributions: [] });
    expect(await readdir(join(folder, id))).toEqual([]);
  });

  it('leave nothing when the installation fails, and can be tried again', async () => {
    const store = open();
    answer = async () => ({ code: 1, stderr: 'ERROR: No matching distribution' });
    await expect(store.prepare({ distributions: ['no-such'] })).rejects.toMatchObject({
      code: 'sandbox',
      message: expect.stringMatching(/no-such[\s\S]*No matching distribution/),
    });
    expect(await readdir(folder)).toEqual([]);
    answer = async () => ({ code: 0 });
    await expect(store.prepare({ distributions: ['no-such'] })).resolves.toBeDefined();
  });

  it('are installed with the certificates at hand', async () => {
    const certificateFile = join(root, 'authorities.pem');
    await writeFile(certificateFile, 'PEM');
    const settings = { ...indexSettings({}), certificateFile };
    await open({ indexSettings: settings }).prepare({ distributions: [] });
    const files = [...(installations[0]?.launch.files ?? [])];
    expect(files.map(([path, bytes]) => [path, String(bytes)])).toEqual([['certificates.pem', 'PEM']]);
  });
});
