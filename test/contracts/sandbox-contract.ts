import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment, Sandbox, SandboxLimits, SandboxResult } from '../../src/ports/sandbox.js';

/** A driver as the contract drives it. */
export interface SandboxSubject {
  readonly sandbox: Sandbox;
  /** Names of containers, cgroups, folders and processes of this driver that exist now. */
  readonly leftovers: () => Promise<readonly string[]>;
  /** Forgets a prepared environment, so that the next run of the contract prepares it again. */
  readonly discard?: (environment: Environment) => Promise<void>;
}

const MEBIBYTE = 1024 * 1024;
const LIMITS: SandboxLimits = {
  wallTimeMs: 20_000,
  memoryBytes: 256 * MEBIBYTE,
  processes: 64,
  diskBytes: 32 * MEBIBYTE,
  outputBytes: 16 * 1024,
};
/** What every driver adds to the variables it was given. */
const OWN_VARIABLES = ['HOME', 'LANG', 'PATH', 'TMPDIR', 'USER'];
const SECRET = 'planted-secret-5c1d';
const DISTRIBUTION = 'iniconfig==2.0.0';
const PREPARE_TIMEOUT_MS = 240_000;

/**
 * What every sandbox promises. `isolates` is false for the process driver, which promises only what a plain child
 * process can hold.
 */
export function sandboxContract(
  name: string,
  make: () => Promise<SandboxSubject>,
  { isolates }: { readonly isolates: boolean },
): void {
  describe(`${name} keeps the sandbox contract`, () => {
    let subject: SandboxSubject;
    let environment: Environment;
    let hostFolder: string;
    /** In the command line of every program the contract runs, and so of whatever outlives it. */
    const marker = `#${randomUUID()}\n`;

    beforeAll(async () => {
      process.env.CODEFACE_PLANTED_SECRET = SECRET;
      hostFolder = await mkdtemp(join(tmpdir(), 'codeface-contract-'));
      await writeFile(join(hostFolder, 'secret'), SECRET, { mode: 0o644 });
      subject = await make();
      environment = await subject.sandbox.prepare({ distributions: [] });
    }, PREPARE_TIMEOUT_MS);

    afterAll(async () => {
      delete process.env.CODEFACE_PLANTED_SECRET;
      await rm(hostFolder, { recursive: true, force: true });
      expect(await subject.leftovers()).toEqual([]);
    });

    const run = (
      command: readonly string[],
      more: {
        limits?: Partial<SandboxLimits>;
        files?: Record<string, string>;
        variables?: Record<string, string>;
      } = {},
    ): Promise<SandboxResult> =>
      subject.sandbox.run({
        environment,
        files: new Map(Object.entries(more.files ?? {}).map(([path, text]) => [path, Buffer.from(text)])),
        command,
        environmentVariables: more.variables ?? {},
        limits: { ...LIMITS, ...more.limits },
      });
    const python = (program: string, more: Parameters<typeof run>[1] = {}) =>
      run(['python', '-c', marker + program], more);

    describe('runs a command', () => {
      it('gives its output, both streams apart, and its exit code', async () => {
        const result = await python(
          'import sys; print("hello"); print("oops", file=sys.stderr); sys.exit(3)',
        );
        expect(result).toMatchObject({ ending: 'exited', exitCode: 3, stdout: 'hello\n', stderr: 'oops\n' });
        expect(result.durationMs).toBeGreaterThan(0);
      });

      it('has pytest', async () => {
        const files = { 'test_one.py': 'def test_one():\n    assert 1 + 1 == 2\n' };
        const result = await run(['python', '-m', 'pytest', '-q'], { files });
        expect(result).toMatchObject({ ending: 'exited', exitCode: 0 });
        expect(result.stdout).toContain('1 passed');
      });

      it('finds the files where it starts, bytes unchanged, and may write beside them', async () => {
        const program =
          'import pathlib; p = pathlib.Path("a/b/c.bin"); print(p.read_bytes()); (p.parent / "new").write_text("x"); print(pathlib.Path.cwd() == p.resolve().parents[2])';
        const bytes = Buffer.from([0, 255, 13, 10]);
        const result = await subject.sandbox.run({
          environment,
          files: new Map([['a/b/c.bin', bytes]]),
          command: ['python', '-c', program],
          environmentVariables: {},
          limits: LIMITS,
        });
        expect(result.stdout).toBe("b'\\x00\\xff\\r\\n'\nTrue\n");
      });

      it('carries a tree of some megabytes', async () => {
        const files = Object.fromEntries(
          Array.from({ length: 300 }, (_, index) => [`d${index % 7}/f${index}.txt`, 'x'.repeat(40_000)]),
        );
        const program =
          'import pathlib; print(sum(p.stat().st_size for p in pathlib.Path(".").rglob("*.txt")))';
        expect((await python(program, { files })).stdout).toBe('12000000\n');
      });

      it('gives an empty standard input', async () => {
        expect((await python('import sys; print(repr(sys.stdin.read()))')).stdout).toBe("''\n");
      });

      it('gives exactly the variables, and none of the host', async () => {
        const variables = { GREETING: 'guten Tag\n"x"', LANG: 'C' };
        const result = await python('import json, os; print(json.dumps(dict(os.environ)))', { variables });
        const seen = JSON.parse(result.stdout) as Record<string, string>;
        // CPython sets LC_CTYPE itself when it finds the C locale (PEP 538).
        delete seen.LC_CTYPE;
        expect(seen).toMatchObject(variables);
        expect(Object.keys(seen).sort()).toEqual(['GREETING', ...OWN_VARIABLES].sort());
        const everything = await python(
          'import glob\nfor p in glob.glob("/proc/[0-9]*/environ"):\n  try: print(open(p, "rb").read())\n  except OSError: pass',
        );
        if (isolates) expect(everything.stdout).not.toContain(SECRET);
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
        expect((await python(program)).stdout).toBe('True\n');
      });

      it('says that there is no such command', async () => {
        const result = await run(['no-such-command-here']);
        expect(result).toMatchObject({ ending: 'exited', exitCode: 127 });
        expect(result.stderr).toContain('no-such-command-here');
      });

      it('runs many at a time', async () => {
        const results = await Promise.all([1, 2, 3, 4].map(n => python(`print(${n})`)));
        expect(results.map(result => result.stdout)).toEqual(['1\n', '2\n', '3\n', '4\n']);
      });
    });

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
        const result = await python(`print("begun", flush=True)\n${program}`, {
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
          ...(isolates ? ['    os.setsid()', '    if os.fork(): os._exit(0)'] : []),
          '    time.sleep(30)',
          '    os._exit(0)',
          'print("parent done")',
        ].join('\n');
        const result = await python(program);
        expect(result).toMatchObject({ ending: 'exited', exitCode: 0, stdout: 'parent done\n' });
        expect(result.durationMs).toBeLessThan(15_000);
      });

      it('keeps the head and the tail of a flood', async () => {
        const program = 'print("first")\nfor n in range(400000): print("line", n)\nprint("last")';
        const result = await python(program);
        expect(result.ending).toBe('exited');
        expect(result.stdout).toMatch(/^first\nline 0\n/);
        expect(result.stdout).toMatch(/line 399999\nlast\n$/);
        expect(result.stdout).toMatch(/\n\[\d+ bytes cut here\]\n/);
        expect(result.stdout.length).toBeLessThan(LIMITS.outputBytes + 100);
      });

      it('refuses files that do not fit', async () => {
        const files = { 'big.txt': 'x'.repeat(MEBIBYTE) };
        await expect(run(['python', 'x.py'], { files, limits: { diskBytes: 4096 } })).rejects.toMatchObject({
          name: 'CodefaceError',
          code: 'sandbox',
        });
      });

      it.each(['../evil.py', '/etc/evil.py', 'a/../../evil.py', '.git/hooks/pre-commit', 'a\\..\\b'])(
        'refuses the path %s',
        async path => {
          await expect(run(['python', '-c', ''], { files: { [path]: 'x' } })).rejects.toMatchObject({
            name: 'CodefaceError',
            code: 'bad-input',
          });
        },
      );
    });

    (isolates ? describe : describe.skip)('isolates what it runs', () => {
      it('ends a command that takes too much memory', async () => {
        const program = 'import sys\nhoard = []\nwhile True: hoard.append(bytearray(16 * 1024 * 1024))';
        const result = await python(program);
        const refused = result.ending === 'exited' && result.stderr.includes('MemoryError');
        expect(result.ending === 'out-of-memory' || refused).toBe(true);
      });

      it('holds a fork bomb down', async () => {
        const program =
          'import os, time\nmade = 0\ntry:\n  while made < 5000:\n    if os.fork() == 0: time.sleep(30)\n    made += 1\nexcept OSError: print("stopped at", made)';
        const result = await python(program);
        const made = Number(/stopped at (\d+)/.exec(result.stdout)?.[1]);
        expect(made).toBeGreaterThan(0);
        expect(made).toBeLessThanOrEqual(LIMITS.processes);
        const bomb = 'import os\nwhile True:\n  try: os.fork()\n  except OSError: pass';
        expect((await python(bomb, { limits: { wallTimeMs: 2_000 } })).ending).toBe('timed-out');
      });

      it.each(['.', '/tmp', '/dev/shm'])('bounds what is written to %s', async folder => {
        const program = `
written = 0
try:
    with open("${folder}/fill", "wb") as file:
        while written < 512:
            file.write(b"x" * 1024 * 1024)
            file.flush()
            written += 1
except OSError as error:
    print("refused:", error.strerror)
print(written)`;
        const result = await python(program, { limits: { memoryBytes: 1024 * MEBIBYTE } });
        expect(result.stdout).toContain('refused:');
        expect(Number(result.stdout.trim().split('\n').at(-1))).toBeLessThanOrEqual(
          LIMITS.diskBytes / MEBIBYTE,
        );
      });

      it('reaches no network, not even this machine', async () => {
        const server = createServer(socket => socket.end('reached'));
        await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve));
        const { port } = server.address() as AddressInfo;
        const program = `
import socket
for host in ("127.0.0.1", "172.17.0.1", "192.0.2.1"):
    try:
        socket.create_connection((host, ${port}), timeout=2).recv(10)
        print("reached", host)
    except OSError as error:
        print("refused")
print(sorted(name for _, name in socket.if_nameindex() if name == "lo" or name.startswith("e")))`;
        const result = await python(program);
        server.close();
        expect(result.stdout).toBe("refused\nrefused\nrefused\n['lo']\n");
      });

      it('has a loopback of its own', async () => {
        const program =
          'import socket; s = socket.create_server(("127.0.0.1", 0)); c = socket.create_connection(s.getsockname()); print("connected")';
        expect((await python(program)).stdout).toBe('connected\n');
      });

      it('lets nothing be written elsewhere', async () => {
        const program = `
import os, sys
for folder in ("/", "/usr", "/usr/lib", "/etc", "/bin", "/dev", "/proc/sys/kernel", "/var", "/root", "/home", sys.prefix):
    try:
        with open(os.path.join(folder, "hostname"), "w"): pass
        print("wrote to", folder)
    except OSError: pass`;
        expect((await python(program)).stdout).toBe('');
      });

      it('has no privilege and no way to any', async () => {
        const program = `
import os, re, subprocess
status = open("/proc/self/status").read()
print(0 not in (os.getuid(), os.geteuid(), os.getgid(), *os.getgroups()))
for name in ("CapInh", "CapPrm", "CapEff", "CapAmb"):
    print(int(re.search(name + r":\\s*(\\w+)", status).group(1), 16))
print(re.search(r"NoNewPrivs:\\s*(\\d)", status).group(1))
try: os.setuid(0); print("became root")
except OSError: print("stayed")`;
        expect((await python(program)).stdout).toBe('True\n0\n0\n0\n0\n1\nstayed\n');
      });

      it('cannot read the host', async () => {
        const program = `
import glob
for path in ("${hostFolder}/secret", "/etc/shadow", "/proc/1/root${hostFolder}/secret", "/root/.bashrc", "/var/run/docker.sock"):
    try: print("read", path, open(path).read(20))
    except OSError: pass
print(len(glob.glob("/proc/[0-9]*")) < 10)`;
        expect((await python(program)).stdout).toBe('True\n');
      });
    });

    describe('prepares environments', () => {
      it('tells what it prepared', () => {
        expect(environment.interpreter).toMatch(/^3\.\d+\.\d+/);
        expect(environment.distributions.some(text => /^pytest==/.test(text))).toBe(true);
        expect(environment.distributions).toEqual([...environment.distributions].sort());
      });

      it(
        'installs what is asked for, once, and finds it again',
        async () => {
          const request = { distributions: [DISTRIBUTION] };
          const [prepared, other] = await Promise.all([
            subject.sandbox.prepare(request),
            subject.sandbox.prepare(request),
          ]);
          expect(other).toEqual(prepared);
          expect(prepared.distributions).toContain(DISTRIBUTION);
          const startedAt = performance.now();
          expect(
            await subject.sandbox.prepare({ distributions: [` ${DISTRIBUTION}`, DISTRIBUTION] }),
          ).toEqual(prepared);
          expect(performance.now() - startedAt).toBeLessThan(1_000);
          const result = await subject.sandbox.run({
            environment: prepared,
            files: new Map(),
            command: [
              'python',
              '-c',
              'import iniconfig, importlib.metadata as m; print(m.version("iniconfig"))',
            ],
            environmentVariables: {},
            limits: LIMITS,
          });
          expect(result).toMatchObject({ exitCode: 0, stdout: '2.0.0\n' });
          await subject.discard?.(prepared);
        },
        PREPARE_TIMEOUT_MS,
      );

      it(
        'names the distribution that does not exist',
        async () => {
          const unknown = 'codeface-no-such-distribution==9.9';
          await expect(subject.sandbox.prepare({ distributions: [unknown] })).rejects.toMatchObject({
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
          await expect(subject.sandbox.prepare({ distributions: [text] })).rejects.toMatchObject({
            code: 'bad-input',
          });
        },
      );

      it('refuses to run in what it did not prepare', async () => {
        const foreign = { ...environment, id: '../../etc' };
        const command = { files: new Map(), command: ['python'], environmentVariables: {}, limits: LIMITS };
        await expect(subject.sandbox.run({ environment: foreign, ...command })).rejects.toMatchObject({
          code: 'sandbox',
        });
      });
    });

    it('leaves nothing behind, not even a process', async () => {
      expect(await subject.leftovers()).toEqual([]);
      expect(processesWith(marker)).toEqual([]);
    });
  });
}

/** Command lines on this machine that hold the text. */
function processesWith(text: string): readonly string[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8')];
      } catch {
        return [];
      }
    })
    .filter(line => line.includes(text));
}
