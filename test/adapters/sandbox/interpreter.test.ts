import { afterAll, expect, it } from '@jest/globals';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from '../../../src/adapters/sandbox/child.js';
import { findInterpreters } from '../../../src/adapters/sandbox/interpreter.js';
import { systemClock } from '../../../src/adapters/system/clock.js';

const folder = await mkdtemp(join(tmpdir(), 'codeface-interpreters-'));
afterAll(() => rm(folder, { recursive: true }));
const tryRun = (command: readonly string[]) =>
  runChild({ command, cwd: folder, input: [], wallTimeMs: 10_000, outputBytes: 4096 }, systemClock);

/** Makes a program of this name in a folder of its own; returns the folder. */
async function program(name: string, script: string): Promise<string> {
  const place = await mkdtemp(join(folder, 'bin-'));
  await mkdir(place, { recursive: true });
  await writeFile(join(place, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(place, name), 0o755);
  return place;
}

const says = (version: string, recent: boolean) =>
  `echo '${JSON.stringify({ executable: '/opt/python', version, prefix: '/opt', recent })}'`;

it('passes over what does not run or is too old, also further along the search path', async () => {
  const path = [
    await program('python3', 'echo "pyenv: no such version" >&2; exit 127'),
    await program('python3', says('3.8.10', false)),
    await program('python3', says('3.11.2', true)),
  ].join(':');
  expect(await findInterpreters(['python3.12', 'python3'], path, tryRun).first()).toMatchObject({
    executable: '/opt/python',
    version: '3.11.2',
    prefix: '/opt',
  });
});

it('gives the reason of each when none will do', async () => {
  const shim = await program('python3', 'echo "pyenv: no such version" >&2; exit 127');
  const old = await program('python3.11', says('3.8.10', false));
  const mute = await program('python3.12', 'true');
  const search = findInterpreters(
    ['python3', 'python3.11', 'python3.12'],
    `${shim}:${old}:${mute}`,
    tryRun,
  ).first();
  await expect(search).rejects.toMatchObject({ code: 'sandbox' });
  await expect(search).rejects.toThrow(/pyenv: no such version.*3\.8\.10, 3\.9 or later.*CODEFACE_PYTHON/);
  await expect(findInterpreters(['python3'], '', tryRun).first()).rejects.toThrow('none of python3 exists');
});

it('finds this machine’s own', async () => {
  const found = await findInterpreters(
    ['/usr/bin/python3', 'python3'],
    process.env.PATH ?? '',
    tryRun,
  ).first();
  expect(found.version).toMatch(/^3\./);
});

it('takes the one that is wanted, and says what to install when there is none', async () => {
  const path = [
    await program('python3', says('3.11.2', true)),
    await program('python3.10', says('3.10.13', true)),
    await program('python3.11', says('3.11.2', true)),
  ].join(':');
  const found = findInterpreters(['python3.11', 'python3.10', 'python3'], path, tryRun);
  expect((await found.all()).map(({ version }) => version)).toEqual(['3.11.2', '3.10.13']);
  expect(await found.wanted(undefined)).toMatchObject({ version: '3.11.2' });
  expect(await found.wanted({ requires: '<3.11', preferred: ['3.12'] })).toMatchObject({
    version: '3.10.13',
  });
  await expect(found.wanted({ requires: '>=3.13', preferred: ['3.12'] })).rejects.toMatchObject({
    code: 'sandbox',
    fault: 'wrong-interpreter',
    message: expect.stringMatching(/>=3\.13 is needed.*3\.11\.2, 3\.10\.13\. Install python3\.13/),
  });
});
