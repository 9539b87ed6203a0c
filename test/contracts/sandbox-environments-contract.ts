import { describe, expect, it } from '@jest/globals';
import { PREPARE_TIMEOUT_MS } from './sandbox-world.js';
import type { SandboxWorld } from './sandbox-world.js';

/** Pure Python, one file, no dependencies. */
const DISTRIBUTION = 'iniconfig==2.0.0';

/** Environments are prepared once, and say what is in them. */
export function preparesEnvironments(world: SandboxWorld): void {
  describe('prepares environments', () => {
    it('tells what it prepared', () => {
      const { interpreter, distributions } = world.environment;
      expect(interpreter).toMatch(/^3\.\d+\.\d+/);
      expect(distributions.some(text => /^pytest==/.test(text))).toBe(true);
      expect(distributions).toEqual([...distributions].sort());
    });

    it(
      'installs what is asked for, once, and finds it again',
      async () => {
        const request = { distributions: [DISTRIBUTION] };
        const [prepared, other] = await Promise.all([
          world.sandbox.prepare(request),
          world.sandbox.prepare(request),
        ]);
        expect(other).toEqual(prepared);
        expect(prepared.distributions).toContain(DISTRIBUTION);
        expect(await world.sandbox.prepare({ distributions: [` ${DISTRIBUTION}`, DISTRIBUTION] })).toEqual(
          prepared,
        );
        const program = 'import iniconfig, importlib.metadata as m; print(m.version("iniconfig"))';
        const result = await world.python(program, { environment: prepared });
        expect(result).toMatchObject({ exitCode: 0, stdout: '2.0.0\n' });
        await world.subject.discard?.(prepared);
      },
      PREPARE_TIMEOUT_MS,
    );

    it(
      'names the distribution that does not exist',
      async () => {
        const unknown = 'codeface-no-such-distribution==9.9';
        await expect(world.sandbox.prepare({ distributions: [unknown] })).rejects.toMatchObject({
          name: 'CodefaceError',
          code: 'sandbox',
          message: expect.stringContaining('codeface-no-such-distribution'),
        });
      },
      PREPARE_TIMEOUT_MS,
    );

    it.each(['--index-url=http://192.0.2.1', '-r /etc/passwd', './setup', 'x @ file:///etc', 'a\nb', ''])(
      'refuses %j as a requirement',
      async text => {
        await expect(world.sandbox.prepare({ distributions: [text] })).rejects.toMatchObject({
          code: 'bad-input',
        });
      },
    );

    it('refuses to run in what it did not prepare', async () => {
      const environment = { ...world.environment, id: '../../etc' };
      await expect(world.python('', { environment })).rejects.toMatchObject({ code: 'sandbox' });
    });
  });
}
