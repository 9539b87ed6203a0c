import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect, createServer as createListener } from 'node:net';
import type { AddressInfo, Server as Listener } from 'node:net';
import { createIndexProxy } from '../../../../src/adapters/sandbox/installation/index-proxy.js';
import type { IndexProxy } from '../../../../src/adapters/sandbox/installation/index-proxy.js';

let index: Server;
let port: number;
let seen: string[];
let door: Listener;
let proxy: IndexProxy;

const portOf = (server: Listener) => (server.address() as AddressInfo).port;
const listening = <T extends Listener>(server: T) =>
  new Promise<T>(resolve => server.listen(0, '127.0.0.1', () => resolve(server)));

beforeEach(async () => {
  seen = [];
  index = await listening(
    createServer((request, response) => {
      seen.push(
        `${request.method} ${request.url} ${request.headers.host} ${String(request.headers['proxy-connection'])}`,
      );
      response.end('found');
    }),
  );
  port = portOf(index);
  proxy = createIndexProxy(
    [
      { host: '127.0.0.1', port },
      { host: 'localhost', port },
    ],
    {},
  );
  // The proxy has no listener of its own: this one hands over what it accepts.
  door = await listening(createListener(socket => proxy.accept(socket)));
});

afterEach(() => {
  index.closeAllConnections();
  index.close();
  door.close();
});

/** Says something to the proxy and gives everything that comes back. */
function say(text: string, then?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(portOf(door), '127.0.0.1', () => socket.write(text));
    let heard = '';
    let pending = then;
    socket.setTimeout(5_000, () => socket.destroy());
    socket.on('data', chunk => {
      heard += String(chunk);
      if (pending !== undefined) socket.write(pending);
      pending = undefined;
    });
    socket.on('error', reject).on('close', () => resolve(heard));
  });
}

const get = (url: string) =>
  `GET ${url} HTTP/1.1\r\nHost: x\r\nProxy-Connection: close\r\nConnection: close\r\n\r\n`;

describe('the proxy of an installation', () => {
  it('fetches from a listed place, as its address says', async () => {
    expect(await say(get(`http://127.0.0.1:${port}/simple/?a=b`))).toMatch(/^HTTP\/1\.1 200[^]*found/);
    expect(seen).toEqual([`GET /simple/?a=b 127.0.0.1:${port} undefined`]);
  });

  it('tunnels to a listed place', async () => {
    const request = 'GET /through HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';
    const heard = await say(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`, request);
    expect(heard).toMatch(/^HTTP\/1\.1 200 Connection established[^]*found/);
    expect(seen).toEqual(['GET /through h undefined']);
  });

  it.each([
    ['another port', () => `127.0.0.1:${port + 1}`],
    ['another address of this machine', () => `127.0.0.2:${port}`],
    ['IPv6 loopback', () => `[::1]:${port}`],
    ['IPv4 in IPv6', () => `[::ffff:127.0.0.1]:${port}`],
    ['link-local', () => '169.254.169.254:80'],
    ['a private range', () => '10.0.0.1:443'],
    ['an outside address', () => '192.0.2.1:443'],
    ['a name that only ends like a listed one', () => `evil.localhost:${port}`],
    ['a listed name that leads to this machine', () => `localhost:${port}`],
    ['nothing', () => ':0'],
  ])('refuses %s', async (_what, target) => {
    expect(await say(`CONNECT ${target()} HTTP/1.1\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 403 .*[^]*\.$/,
    );
    expect(await say(get(`http://${target()}/`))).toMatch(/^HTTP\/1\.1 403 /);
    expect(seen).toEqual([]);
  });

  it.each(['POST', 'PUT', 'DELETE'])('does not %s', async method => {
    const request = get(`http://127.0.0.1:${port}/`).replace('GET', method);
    expect(await say(request)).toMatch(/^HTTP\/1\.1 403 /);
    expect(seen).toEqual([]);
  });

  it('takes neither another scheme nor an address without a host', async () => {
    for (const url of [
      '/simple/',
      'file:///etc/passwd',
      `https://127.0.0.1:${port}/`,
      `ftp://127.0.0.1:${port}/`,
    ])
      expect(await say(get(url))).toMatch(/^HTTP\/1\.1 403 /);
    expect(seen).toEqual([]);
  });

  it('says which places were refused, and that a listed one does not answer', async () => {
    await say('CONNECT cdn.example:443 HTTP/1.1\r\n\r\n');
    expect(proxy.refused()).toEqual(['cdn.example:443']);
    index.close();
    expect(await say(get(`http://127.0.0.1:${port}/`))).toMatch(/^HTTP\/1\.1 502 /);
  });

  it.each([
    ['a status that is none', 'HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\nok', 502],
    ['trailers', 'HTTP/1.1 200 OK\r\nTrailer: X-A\r\nContent-Length: 2\r\n\r\nok', 200],
    ['no HTTP', 'nonsense\r\n\r\n', 502],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', undefined],
    ['less than it said', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok', 200],
    ['nothing', '', 502],
  ])('outlives an index that answers %s', async (_what, text, status) => {
    const odd = await listening(createListener(socket => socket.once('data', () => socket.end(text))));
    proxy = createIndexProxy([{ host: '127.0.0.1', port: portOf(odd) }], {});
    const heard = await say(get(`http://127.0.0.1:${portOf(odd)}/`));
    if (status === undefined) expect(heard).not.toContain('HTTP/1.1 200');
    else expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    odd.close();
  });

  it('goes through the machine’s own proxy where there is one', async () => {
    const asked: string[] = [];
    const own = await listening(createServer());
    own.on('connect', (request, socket) => {
      asked.push(`${request.url} ${request.headers['proxy-authorization']}`);
      const upstream = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(upstream).pipe(socket);
      });
    });
    proxy = createIndexProxy([{ host: 'index.example', port: 443 }], {
      https: `http://user:word@127.0.0.1:${portOf(own)}`,
    });
    const request = 'GET /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';
    expect(await say('CONNECT index.example:443 HTTP/1.1\r\n\r\n', request)).toContain('found');
    expect(asked).toEqual([`index.example:443 Basic ${Buffer.from('user:word').toString('base64')}`]);
    own.close();
  });
});
