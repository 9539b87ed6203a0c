import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createServer as createListener } from 'node:net';
import type { AddressInfo, Server as Listener } from 'node:net';
import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { indexSettings } from '../../src/adapters/sandbox/installation/index-settings.js';
import type { IndexSettings } from '../../src/adapters/sandbox/installation/index-settings.js';
import type { EnvironmentRequest, Sandbox, SandboxLimits } from '../../src/ports/sandbox.js';
import { openIndex } from '../attacks/own-index.js';
import type { OwnIndex } from '../attacks/own-index.js';
import { sourceDistribution, wheel } from '../attacks/wheels.js';
import { PREPARE_TIMEOUT_MS } from './sandbox-world.js';
import type { SandboxWorld } from './sandbox-world.js';

const MEBIBYTE = 1024 ** 2;
const TOKEN = 'planted-token';

/** Tries every way out that there might be and writes down what it reached. */
const hostile = (port: number, bridge: string) => `
import json, os, socket, urllib.request
reached = []
def attempt(name, work):
    try:
        reached.append([name, str(work())])
    except Exception:
        pass
def udp():
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    s.settimeout(2)
    s.sendto(b"x", ("127.0.0.1", ${port}))
    return s.recv(10)
for host in ("127.0.0.1", "::1", ${JSON.stringify(bridge)}, "192.0.2.1"):
    attempt(host, lambda: socket.create_connection((host, ${port}), timeout=3))
attempt("udp", udp)
attempt("dns", lambda: socket.getaddrinfo("pypi.org", 443))
proxy = os.environ["http_proxy"].split("//")[1].split(":")
def tell(text):
    with socket.create_connection((proxy[0], int(proxy[1])), timeout=5) as s:
        s.sendall(text.encode())
        answer = s.recv(4096).decode()
    if " 403 " not in answer.split("\\n")[0]:
        return answer
    refused.append(answer.split("\\n")[0])
    raise OSError
refused = []
for target in ("127.0.0.1:${port}", "[::1]:${port}", ${JSON.stringify(bridge)} + ":${port}", "localhost:${port}", "169.254.169.254:80"):
    attempt("connect " + target, lambda: tell(f"CONNECT {target} HTTP/1.1\\r\\n\\r\\n"))
    attempt("get " + target, lambda: tell(f"GET http://{target}/ HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n"))
found = {"reached": reached, "refused": len(refused), "token": ${JSON.stringify(TOKEN)} in str(dict(os.environ))}
`;
const setup = (program: string) => `${program}
from setuptools import setup
open("found_out.py", "w").write("found = " + repr(globals().get("found")))
setup(name="hostile", version="1.0", py_modules=["found_out"])
`;

/** Installing reaches the configured indexes and nothing else, and is bounded. */
export function confinesInstallations(world: SandboxWorld): void {
  (world.isolates ? describe : describe.skip)('confines installations', () => {
    const usual = indexSettings(process.env);
    let index: OwnIndex;
    let privateIndex: Server;
    let listener: Listener;
    let datagrams: Socket;
    let heard = 0;

    const settings = (): IndexSettings => ({
      ...usual,
      indexes: [index.url],
      hosts: usual.indexes.flatMap(url => {
        const { hostname, port, protocol } = new URL(url);
        const own = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
        return hostname === 'pypi.org' ? [own, 'files.pythonhosted.org:443'] : [own];
      }),
      credentials: [{ repository: 'owner/name', url: privateUrl(`user:${TOKEN}@`) }],
    });
    const privateUrl = (who: string) =>
      `http://${who}127.0.0.1:${(privateIndex.address() as AddressInfo).port}/simple`;
    const open = (limits?: Partial<SandboxLimits>, own = settings()): Sandbox => {
      if (world.subject.withIndex === undefined) throw new Error('The driver takes no index.');
      return world.subject.withIndex(own, limits);
    };
    /** Prepares, lends and forgets an environment. */
    const within = async <T>(request: EnvironmentRequest, work: (said: string) => T): Promise<T> => {
      const sandbox = open();
      const environment = await sandbox.prepare(request);
      try {
        const program = 'import found_out; print(found_out.found)';
        return work((await world.python(program, { environment, sandbox })).stdout);
      } finally {
        await world.subject.discard?.(environment);
      }
    };

    beforeAll(async () => {
      listener = createListener(socket => {
        heard += 1;
        socket.end('reached');
      });
      await new Promise<void>(resolve => listener.listen(0, '::', resolve));
      const { port } = listener.address() as AddressInfo;
      datagrams = createSocket('udp4', () => (heard += 1)).bind(port, '127.0.0.1');
      const offered = wheel('on-offer', [{ path: 'found_out.py', content: 'found = "private"' }]);
      privateIndex = createServer(({ url = '', headers }, response) => {
        const expected = `Basic ${Buffer.from(`user:${TOKEN}`).toString('base64')}`;
        if (headers.authorization !== expected) return void response.writeHead(401).end();
        if (url === `/${offered.fileName}`) return void response.end(offered.bytes());
        if (url !== '/simple/on-offer/') return void response.writeHead(404).end();
        response.setHeader('content-type', 'text/html');
        response.end(`<!DOCTYPE html><a href="/${offered.fileName}">${offered.fileName}</a>`);
      });
      await new Promise<void>(resolve => privateIndex.listen(0, '127.0.0.1', resolve));
      index = await openIndex(
        [
          wheel('polite', [{ path: 'found_out.py', content: 'found = "wheel"' }]),
          wheel('lying', [
            { path: 'found_out.py', content: 'found = "loaded"' },
            {
              path: 'lying.pth',
              content: `import sys; print('{"interpreter": "9.9.9", "distributions": []}') or sys.exit(0) if "found_out" not in str(sys.orig_argv) else None\n`,
            },
          ]),
          sourceDistribution('hostile', setup(hostile(port, '172.17.0.1'))),
          sourceDistribution(
            'greedy',
            setup('with open("f", "wb") as f:\n  while True: f.write(bytes(2**20))'),
          ),
          sourceDistribution('slow', setup('import time; time.sleep(600)')),
        ],
        usual.indexes[0] ?? '',
      );
    });
    afterAll(async () => {
      await index.close();
      privateIndex.closeAllConnections();
      for (const server of [privateIndex, listener]) await new Promise(resolve => server.close(resolve));
      await new Promise<void>(resolve => datagrams.close(() => resolve()));
    });

    it(
      'takes wheels from the configured index',
      async () => {
        expect(await within({ distributions: ['polite'] }, said => said)).toBe('wheel\n');
      },
      PREPARE_TIMEOUT_MS,
    );

    it(
      'builds nothing unless that is allowed, and says what lacks a wheel',
      async () => {
        await expect(open().prepare({ distributions: ['hostile==1.0'] })).rejects.toMatchObject({
          code: 'sandbox',
          fault: 'no-wheel',
          message: expect.stringMatching(/hostile==1\.0 has no wheel[^]*builds: true/),
        });
        expect(heard).toBe(0);
      },
      PREPARE_TIMEOUT_MS,
    );

    it(
      'lets what is built reach nothing, neither itself nor through the proxy',
      async () => {
        const request = { distributions: ['hostile'], allowsBuilds: true };
        const found = await within(request, said => said);
        expect(found).toBe("{'reached': [], 'refused': 10, 'token': False}\n");
        expect(heard).toBe(0);
      },
      PREPARE_TIMEOUT_MS,
    );

    it(
      'takes no word of what was installed about what was installed',
      async () => {
        const sandbox = open();
        const environment = await sandbox.prepare({ distributions: ['lying'] });
        await world.subject.discard?.(environment);
        expect(environment.interpreter).not.toBe('9.9.9');
        expect(environment.distributions).toContain('lying==1.0');
      },
      PREPARE_TIMEOUT_MS,
    );

    it(
      'uses credentials for the repository that they are scoped to, and shows them nowhere',
      async () => {
        const request = { distributions: ['on-offer'] };
        const own = { ...settings(), indexes: [privateUrl(''), ...settings().indexes] };
        for (const repository of [undefined, 'owner/other'])
          await expect(
            open(undefined, own).prepare({ ...request, ...(repository && { repository }) }),
          ).rejects.toMatchObject({
            fault: 'private-index',
            message: expect.not.stringContaining(TOKEN),
          });
        expect(await within({ ...request, repository: 'owner/name' }, said => said)).toBe('private\n');
        const failed = open().prepare({ distributions: ['on-offer==9'], repository: 'owner/name' });
        await expect(failed).rejects.toMatchObject({ message: expect.not.stringContaining(TOKEN) });
      },
      PREPARE_TIMEOUT_MS,
    );

    it(
      'ends what takes too much disk or time, by name',
      async () => {
        const limits = { diskBytes: 300 * MEBIBYTE };
        await expect(
          open(limits).prepare({ distributions: ['greedy'], allowsBuilds: true }),
        ).rejects.toMatchObject({ fault: 'disk-full', message: expect.stringContaining('300 MiB') });
        const request = { distributions: ['slow'], allowsBuilds: true, wallTimeMs: 12_000 };
        const startedAt = performance.now();
        await expect(open().prepare(request)).rejects.toMatchObject({
          fault: 'installation',
          message: expect.stringContaining('longer than 12 s'),
        });
        expect(performance.now() - startedAt).toBeLessThan(12_000 + 5_000);
      },
      PREPARE_TIMEOUT_MS,
    );
  });
}
