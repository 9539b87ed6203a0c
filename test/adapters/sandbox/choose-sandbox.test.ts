import { expect, it } from '@jest/globals';
import { chooseSandbox } from '../../../src/adapters/sandbox/choose-sandbox.js';
import type { SandboxProbes } from '../../../src/adapters/sandbox/choose-sandbox.js';
import type { SandboxDriver } from '../../../src/ports/sandbox.js';

function probesWith(...there: readonly SandboxDriver[]): SandboxProbes {
  const probe = (driver: SandboxDriver) => async () => ({
    driver,
    available: there.includes(driver),
    reason: `install ${driver}`,
  });
  return { docker: probe('docker'), bubblewrap: probe('bubblewrap'), process: probe('process') };
}
const all = probesWith('docker', 'bubblewrap', 'process');

it('takes the strongest that is there', async () => {
  const wish = { driver: undefined, trusted: false };
  expect(await chooseSandbox(wish, all)).toBe('docker');
  expect(await chooseSandbox(wish, probesWith('bubblewrap', 'process'))).toBe('bubblewrap');
  expect(await chooseSandbox({ ...wish, trusted: true }, all)).toBe('docker');
});

it('takes what was set, and nothing in its place', async () => {
  expect(await chooseSandbox({ driver: 'bubblewrap', trusted: false }, all)).toBe('bubblewrap');
  await expect(
    chooseSandbox({ driver: 'docker', trusted: true }, probesWith('bubblewrap', 'process')),
  ).rejects.toMatchObject({ code: 'sandbox', message: expect.stringContaining('install docker') });
});

it('never takes process for code nobody vouches for', async () => {
  const onlyProcess = probesWith('process');
  await expect(chooseSandbox({ driver: undefined, trusted: false }, onlyProcess)).rejects.toMatchObject({
    code: 'sandbox',
    message: expect.stringMatching(/install docker.*install bubblewrap/),
  });
  await expect(chooseSandbox({ driver: 'process', trusted: false }, all)).rejects.toMatchObject({
    code: 'configuration',
  });
  expect(await chooseSandbox({ driver: 'process', trusted: true }, all)).toBe('process');
  expect(await chooseSandbox({ driver: undefined, trusted: true }, onlyProcess)).toBe('process');
});

it('looks at no driver it does not need', async () => {
  const unasked = () => Promise.reject(new Error('asked'));
  expect(
    await chooseSandbox(
      { driver: undefined, trusted: false },
      { ...all, bubblewrap: unasked, process: unasked },
    ),
  ).toBe('docker');
});
