import { describe, expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { LIMITS, MEBIBYTE } from './sandbox-world.js';
import type { SandboxWorld } from './sandbox-world.js';

/** Hostile code takes nothing from the host and does nothing to it. */
export function isolatesCommands(world: SandboxWorld): void {
  (world.isolates ? describe : describe.skip)('isolates what it runs', () => {
    it('ends a command that takes too much memory', async () => {
      const program = 'import sys\nhoard = []\nwhile True: hoard.append(bytearray(16 * 1024 * 1024))';
      const result = await world.python(program);
      const refused = result.ending === 'exited' && result.stderr.includes('MemoryError');
      expect(result.ending === 'out-of-memory' || refused).toBe(true);
    });

    it('holds a fork bomb down', async () => {
      const program =
        'import os, time\nmade = 0\ntry:\n  while made < 5000:\n    if os.fork() == 0: time.sleep(30)\n    made += 1\nexcept OSError: print("stopped at", made)';
      const result = await world.python(program);
      const made = Number(/stopped at (\d+)/.exec(result.stdout)?.[1]);
      expect(made).toBeGreaterThan(0);
      expect(made).toBeLessThanOrEqual(LIMITS.processes);
      const bomb = 'import os\nwhile True:\n  try: os.fork()\n  except OSError: pass';
      expect((await world.python(bomb, { limits: { wallTimeMs: 2_000 } })).ending).toBe('timed-out');
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
      const result = await world.python(program, { limits: { memoryBytes: 1024 * MEBIBYTE } });
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
      const result = await world.python(program);
      server.close();
      expect(result.stdout).toBe("refused\nrefused\nrefused\n['lo']\n");
    });

    it('has a loopback of its own', async () => {
      const program =
        'import socket; s = socket.create_server(("127.0.0.1", 0)); c = socket.create_connection(s.getsockname()); print("connected")';
      expect((await world.python(program)).stdout).toBe('connected\n');
    });

    it('lets nothing be written elsewhere', async () => {
      const program = `
import os, sys
for folder in ("/", "/usr", "/usr/lib", "/etc", "/bin", "/dev", "/proc/sys/kernel", "/var", "/root", "/home", sys.prefix):
    try:
        with open(os.path.join(folder, "hostname"), "w"): pass
        print("wrote to", folder)
    except OSError: pass
print("done")`;
      expect((await world.python(program)).stdout).toBe('done\n');
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
      expect((await world.python(program)).stdout).toBe('True\n0\n0\n0\n0\n1\nstayed\n');
    });

    it('cannot read the host', async () => {
      const program = `
import glob
for path in ("${world.hostFolder}/secret", "/etc/shadow", "/proc/1/root${world.hostFolder}/secret", "/root/.bashrc", "/var/run/docker.sock"):
    try: print("read", path, open(path).read(20))
    except OSError: pass
print(len(glob.glob("/proc/[0-9]*")) < 10)`;
      expect((await world.python(program)).stdout).toBe('True\n');
    });
  });
}
