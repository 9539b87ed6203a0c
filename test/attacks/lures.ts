import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { Socket as UdpSocket } from 'node:dgram';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';

/** Folders in which an attack tries to leave a file that is called like its marker. */
const PLACES = ['/', '/bin', '/dev', '/dev/shm', '/etc', '/home', '/lib', '/mnt', '/opt', '/root', '/run'];
const MORE_PLACES = ['/srv', '/tmp', '/usr', '/usr/bin', '/usr/lib', '/usr/local/bin', '/var', '/var/tmp'];

/** Settings of the kernel that a sandbox may have as its own: changing them there must change nothing here. */
const SETTINGS = [
  'kernel/msgmax',
  'kernel/pid_max',
  'kernel/shmmni',
  'fs/mqueue/msg_max',
  'net/core/somaxconn',
].map(name => `/proc/sys/${name}`);

/** What a hostile program is told: where to try, never what is hidden there. */
export interface ToldLures {
  /** In the command lines and file names of the attack, and so of whatever is left of it. */
  readonly marker: string;
  readonly tcp: readonly (readonly [string, number])[];
  readonly udp: readonly (readonly [string, number])[];
  /** Where the program may listen, for the host to try. */
  readonly port: number;
  readonly abstractSocket: string;
  readonly socketFile: string;
  readonly folder: string;
  readonly secretFile: string;
  readonly places: readonly string[];
  readonly settings: readonly string[];
}

/** What one attack could reach if it got out: listeners on this machine's loopback, a secret, files to spoil. */
export interface Lures {
  readonly told: ToldLures;
  readonly secret: string;
  /** What was reached or spoilt, one sentence each. */
  touched(): readonly string[];
  close(): Promise<void>;
}

export async function openLures(parent: string): Promise<Lures> {
  const marker = `attack-${randomUUID()}`;
  const secret = `planted-${randomUUID()}`;
  const hits: string[] = [];
  const folder = join(parent, marker);
  const planted = { secret: `${secret}\n`, precious: 'as it was\n' };
  await mkdir(folder);
  // Open to every user of the host, so that only the sandbox stands before it.
  await chmod(folder, 0o777);
  for (const [name, text] of Object.entries(planted)) {
    await writeFile(join(folder, name), text);
    await chmod(join(folder, name), 0o666);
  }
  const servers: Server[] = [];
  const sockets: UdpSocket[] = [];
  const listen = async (what: string, where: { host: string; port: number } | { path: string }) => {
    const server = createServer(socket => {
      hits.push(`connected to ${what}`);
      socket.on('error', () => undefined);
      socket.end(secret);
    });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(where, resolve));
    servers.push(server);
    return server.address();
  };
  const receive = async (host: string): Promise<readonly [string, number]> => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    socket.on('message', (bytes, { address, port }) => {
      hits.push(`sent a datagram to ${host}: ${bytes.toString('latin1').slice(0, 40)}`);
      socket.send(secret, port, address);
    });
    await new Promise<void>(resolve => socket.bind(0, host, resolve));
    sockets.push(socket);
    return [host, socket.address().port];
  };
  const tcp: [string, number][] = [];
  const udp: (readonly [string, number])[] = [];
  for (const host of ownAddresses()) {
    tcp.push([host, ((await listen(host, { host, port: 0 })) as AddressInfo).port]);
    udp.push(await receive(host));
  }
  const socketFile = join(folder, 'socket');
  await listen('a socket file', { path: socketFile });
  await chmod(socketFile, 0o777);
  await listen('an abstract socket', { path: `\0${marker}` });
  const places = [...PLACES, ...MORE_PLACES];
  const settings = SETTINGS.map(readSetting);
  const told: ToldLures = {
    settings: SETTINGS,
    ...{ marker, tcp, udp, port: await freePort(), folder, socketFile, places },
    abstractSocket: marker,
    secretFile: join(folder, 'secret'),
  };
  return {
    told,
    secret,
    touched: () => [
      ...hits,
      ...spoilt(folder, planted),
      ...places.filter(place => existsSync(join(place, marker))).map(place => `wrote to ${place}`),
      ...SETTINGS.filter((path, index) => readSetting(path) !== settings[index]).map(path => `set ${path}`),
    ],
    close: async () => {
      for (const socket of sockets) socket.close();
      await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Loopback, and this machine's own side of Docker's bridge where it has one. */
function ownAddresses(): readonly string[] {
  const bridge = networkInterfaces()['docker0']?.find(({ family }) => family === 'IPv4')?.address;
  const hasIpv6 = networkInterfaces()['lo']?.some(({ family }) => family === 'IPv6');
  return ['127.0.0.1', ...(hasIpv6 ? ['::1'] : []), ...(bridge === undefined ? [] : [bridge])];
}

function spoilt(folder: string, planted: Readonly<Record<string, string>>): readonly string[] {
  const names = [...Object.keys(planted), 'socket'].sort();
  const found = readdirSync(folder).sort();
  const changed = Object.entries(planted)
    .filter(([name]) => found.includes(name))
    .filter(([name, text]) => readFileSync(join(folder, name), 'utf8') !== text);
  return [
    ...changed.map(([name]) => `changed ${join(folder, name)}`),
    ...(found.join() === names.join() ? [] : [`made ${folder} hold ${found.join(', ')}`]),
  ];
}

function readSetting(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}
