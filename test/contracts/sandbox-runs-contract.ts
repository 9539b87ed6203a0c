import { describe, expect, it } from '@jest/globals';
import type { SandboxWorld } from './sandbox-world.js';

/** What every driver adds to the variables it was given. */
const OWN_VARIABLES = ['HOME', 'LANG', 'PATH', 'TMPDIR', 'USER'];

/** Files, variables, output: a command gets what it was given and nothing else. */
export function runsCommands(world: SandboxWorld): void {
  describe('runs a command', () => {
    it('gives its output, both streams apart, and its exit code', async () => {
      const result = await world.python(
        'import sys; print("hello"); print("oops", file=sys.stderr); sys.exit(3)',
      );
      expect(result).toMatchObject({ ending: 'exited', exitCode: 3, stdout: 'hello\n', stderr: 'oops\n' });
      expect(result.durationMs).toBeGreaterThan(0);
    });

    it('has pytest', async () => {
      const files = { 'test_one.py': 'def test_one():\n    assert 1 + 1 == 2\n' };
      const result = await world.run(['python', '-m', 'pytest', '-q'], { files });
      expect(result).toMatchObject({ ending: 'exited', exitCode: 0 });
      expect(result.stdout).toContain('1 passed');
    });

    it('finds the files where it starts, bytes unchanged, and may write beside them', async () => {
      const program =
        'import pathlib; p = pathlib.Path("a/b/c.bin"); print(p.read_bytes()); (p.parent / "new").write_text("x"); print(pathlib.Path.cwd() == p.resolve().parents[2])';
      const files = { 'a/b/c.bin': Buffer.from([0, 255, 13, 10]) };
      const result = await world.python(program, { files });
      expect(result.stdout).toBe("b'\\x00\\xff\\r\\n'\nTrue\n");
    });

    it('carries a tree of some megabytes', async () => {
      const files = Object.fromEntries(
        Array.from({ length: 300 }, (_, index) => [`d${index % 7}/f${index}.txt`, 'x'.repeat(40_000)]),
      );
      const program =
        'import pathlib; print(sum(p.stat().st_size for p in pathlib.Path(".").rglob("*.txt")))';
      expect((await world.python(program, { files })).stdout).toBe('12000000\n');
    });

    it('gives an empty standard input', async () => {
      expect((await world.python('import sys; print(repr(sys.stdin.read()))')).stdout).toBe("''\n");
    });

    it('gives exactly the variables, and none of the host', async () => {
      const variables = { GREETING: 'guten Tag\n"x"', LANG: 'C' };
      const result = await world.python('import json, os; print(json.dumps(dict(os.environ)))', {
        variables,
      });
      const seen = JSON.parse(result.stdout) as Record<string, string>;
      // CPython sets LC_CTYPE itself when it finds the C locale (PEP 538).
      delete seen.LC_CTYPE;
      expect(seen).toMatchObject(variables);
      expect(Object.keys(seen).sort()).toEqual(['GREETING', ...OWN_VARIABLES].sort());
      const everything = await world.python(
        'import glob\nfor p in glob.glob("/proc/[0-9]*/environ"):\n  try: print(open(p, "rb").read())\n  except OSError: pass',
      );
      if (world.isolates) expect(everything.stdout).not.toContain(world.secret);
    });

    it('gives no open file but the three, nor to a process it could take them from', async () => {
      const program = `
import glob, os
own = {int(name) for name in os.listdir("/proc/self/fd")}
# The listing itself holds one more.
print(own <= {0, 1, 2, 3})
for path in glob.glob("/proc/1/fd/*") if os.getuid() else []:
    target = os.readlink(path)
    if int(os.path.basename(path)) > 2 and not target.startswith("anon_inode:"): print(path, target)`;
      expect((await world.python(program)).stdout).toBe('True\n');
    });

    it('says that there is no such command', async () => {
      const result = await world.run(['no-such-command-here']);
      expect(result).toMatchObject({ ending: 'exited', exitCode: 127 });
      expect(result.stderr).toContain('no-such-command-here');
    });

    it('runs many at a time', async () => {
      const results = await Promise.all([1, 2, 3, 4].map(n => world.python(`print(${n})`)));
      expect(results.map(result => result.stdout)).toEqual(['1\n', '2\n', '3\n', '4\n']);
    });
  });
}
