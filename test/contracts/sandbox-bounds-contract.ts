import { describe, expect, it } from '@jest/globals';
import { LIMITS, MEBIBYTE } from './sandbox-world.js';
import type { SandboxWorld } from './sandbox-world.js';

/** Time, output and files have limits, and paths stay inside. */
export function boundsCommands(world: SandboxWorld): void {
  describe('bounds what it runs', () => {
    it.each([
      ['sleeps', 'import time; time.sleep(60)'],
      [
        'ignores SIGTERM',
        'import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)',
      ],
      ['spins while its children spin', 'import os\nos.fork(); os.fork()\nwhile True: pass'],
    ])('ends a command that %s, with what it had printed', async (_what, program) => {
      const startedAt = performance.now();
      const result = await world.python(`print("begun", flush=True)\n${program}`, {
        limits: { wallTimeMs: 1_500 },
      });
      expect(performance.now() - startedAt).toBeLessThan(1_500 + 5_000);
      expect(result).toMatchObject({ ending: 'timed-out', exitCode: null });
      expect(result.stdout).toMatch(/^begun/);
    });

    it('does not wait for a daemon that the command leaves', async () => {
      const program = [
        'import os, sys, time',
        'if os.fork() == 0:',
        ...(world.isolates ? ['    os.setsid()', '    if os.fork(): os._exit(0)'] : []),
        '    time.sleep(30)',
        '    os._exit(0)',
        'print("parent done")',
      ].join('\n');
      const result = await world.python(program);
      expect(result).toMatchObject({ ending: 'exited', exitCode: 0, stdout: 'parent done\n' });
      expect(result.durationMs).toBeLessThan(15_000);
    });

    it('keeps the head and the tail of a flood', async () => {
      const program = 'print("first")\nfor n in range(400000): print("line", n)\nprint("last")';
      const result = await world.python(program);
      expect(result.ending).toBe('exited');
      expect(result.stdout).toMatch(/^first\nline 0\n/);
      expect(result.stdout).toMatch(/line 399999\nlast\n$/);
      expect(result.stdout).toMatch(/\n\[\d+ bytes cut here\]\n/);
      expect(result.stdout.length).toBeLessThan(LIMITS.outputBytes + 100);
    });

    it('refuses files that do not fit', async () => {
      const files = { 'big.txt': 'x'.repeat(MEBIBYTE) };
      await expect(
        world.run(['python', 'x.py'], { files, limits: { diskBytes: 4096 } }),
      ).rejects.toMatchObject({
        name: 'CodefaceError',
        code: 'sandbox',
      });
    });

    it.each(['../evil.py', '/etc/evil.py', 'a/../../evil.py', '.git/hooks/pre-commit', 'a\\..\\b'])(
      'refuses the path %s',
      async path => {
        await expect(world.run(['python', '-c', ''], { files: { [path]: 'x' } })).rejects.toMatchObject({
          name: 'CodefaceError',
          code: 'bad-input',
        });
      },
    );
  });
}
