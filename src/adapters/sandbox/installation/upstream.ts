import { lookup } from 'node:dns';
import { request } from 'node:http';
import { connect, isIP } from 'node:net';
import type { LookupFunction, Socket } from 'node:net';
import { hostPortOf, isOwnAddress } from './index-hosts.js';
import type { HostPort } from './index-hosts.js';

const CONNECT_MS = 30_000;
/** A connection on which nothing moves for so long is over. */
const IDLE_MS = 120_000;

/** This machine's own way out, from the usual variables in either case. */
export interface OwnProxies {
  readonly http?: string;
  readonly https?: string;
  /** Hosts reached without them, separated by commas. */
  readonly none?: string;
}

/** A name that leads where no index can be. */
export class OwnAddressError extends Error {}

/**
 * Opens a connection for an installation, through this machine's own proxy where one is set. A name is resolved here,
 * once, and never to this machine or its link; a literal address is taken as it is, since the caller has it from the
 * configuration. Ends in an `OwnAddressError`, or in whatever the network said.
 */
export async function connectUpstream(target: HostPort, proxies: OwnProxies): Promise<Socket> {
  const proxy = proxyFor(target, proxies);
  const socket = await (proxy === undefined ? connectDirectly(target) : connectThrough(proxy, target));
  // Whoever uses it hears of its end; an error that comes after that is nobody's.
  socket.on('error', () => undefined);
  socket.setTimeout(IDLE_MS, () => socket.destroy());
  return socket;
}

function connectDirectly({ host, port }: HostPort): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: guardedLookup });
    socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error(`${host}:${port} did not answer`)));
    socket.on('error', reject);
    socket.once('connect', () => resolve(socket));
  });
}

const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, []);
    const elsewhere = addresses.filter(({ address }) => !isOwnAddress(address));
    const [first] = elsewhere;
    if (first === undefined)
      return callback(new OwnAddressError(`${hostname} leads to this machine itself`), []);
    if (options.all === true) callback(null, elsewhere);
    else callback(null, first.address, first.family);
  });
};

/** By a CONNECT of our own; the proxy resolves the name. */
function connectThrough(proxy: URL, { host, port }: HostPort): Promise<Socket> {
  const target = isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
  const user = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const authorization =
    proxy.username === '' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}` };
  const asked = request({
    ...hostPortOf(proxy),
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...authorization },
    timeout: CONNECT_MS,
  });
  return new Promise((resolve, reject) => {
    asked.on('error', reject);
    asked.once('timeout', () => asked.destroy(new Error('the proxy of this machine did not answer')));
    asked.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new Error(`the proxy of this machine answered ${statusCode}`));
    });
    asked.end();
  });
}

function proxyFor({ host, port }: HostPort, proxies: OwnProxies): URL | undefined {
  const address = port === 443 ? proxies.https : (proxies.http ?? proxies.https);
  const isDirect = (proxies.none ?? '').split(',').some(entry => {
    const name = entry
      .trim()
      .toLowerCase()
      .replace(/^\*?\./, '');
    return name === '*' || (name !== '' && (host === name || host.endsWith(`.${name}`)));
  });
  if (address === undefined || isDirect || (isIP(host) !== 0 && isOwnAddress(host))) return undefined;
  return URL.canParse(address) ? new URL(address) : new URL(`http://${address}`);
}
