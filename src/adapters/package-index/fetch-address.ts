import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect as connectTls } from 'node:tls';
import { isIP } from 'node:net';
import { createGunzip } from 'node:zlib';
import { CodefaceError } from '../../domain/errors.js';
import { hostPortOf, type HostPort } from '../sandbox/installation/index-hosts.js';
import { connectUpstream, type OwnProxies } from '../sandbox/installation/upstream.js';

const MOST_REDIRECTS = 5;
const WHOLE_MS = 300_000;

/** Where a package index may be reached, as installations are told it. */
export interface IndexAccess {
  readonly allowed: readonly HostPort[];
  readonly proxies: OwnProxies;
  /** PEM of the authorities to trust instead of the usual ones. */
  readonly certificates?: Uint8Array;
}

/** What an address gave. */
export interface Fetched {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Where it was found, after redirects. */
  readonly address: URL;
}

/**
 * Fetches an address of a package index, by the rules that installations are under: listed places alone, this
 * machine's own proxy, no name that leads back to this machine, no way from https to http. Follows redirects. Ends in a
 * `CodefaceError` of code `package-index` when it cannot be reached, may not be, or is larger than `mostBytes`.
 */
export async function fetchAddress(
  address: URL,
  access: IndexAccess,
  options: { readonly accept: string; readonly mostBytes: number },
): Promise<Fetched> {
  let at = address;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const response = await ask(at, access, options.accept);
    const { statusCode: status = 0, headers } = response;
    if (status < 300 || status >= 400 || headers.location === undefined) {
      const body = await readBody(response, at, options.mostBytes);
      return { status, contentType: headers['content-type'] ?? '', body, address: at };
    }
    response.destroy();
    const next = URL.canParse(headers.location, at.href) ? new URL(headers.location, at) : undefined;
    if (next === undefined || (at.protocol === 'https:' && next.protocol !== 'https:'))
      throw failed(at, 'it redirects to where it may not');
    at = next;
  }
  throw failed(address, 'it redirects without end');
}

async function ask(address: URL, access: IndexAccess, accept: string): Promise<IncomingMessage> {
  const target = hostPortOf(address);
  if (!/^https?:$/.test(address.protocol) || !access.allowed.some(one => isSame(one, target)))
    throw new CodefaceError(
      'package-index',
      `The package index leads to ${address.host}, which is none of the configured places. Add it to CODEFACE_INDEX_HOSTS if its files lie there.`,
    );
  try {
    const socket = await connectUpstream(target, access.proxies);
    const connection =
      address.protocol === 'https:'
        ? connectTls({
            socket,
            ...(isIP(target.host) === 0 && { servername: target.host }),
            host: target.host,
            ...(access.certificates && { ca: Buffer.from(access.certificates) }),
          })
        : socket;
    return await new Promise((resolve, reject) => {
      connection.once('error', reject);
      const asked = httpRequest({
        createConnection: () => connection,
        method: 'GET',
        path: `${address.pathname}${address.search}`,
        headers: {
          host: address.host,
          accept,
          'accept-encoding': 'gzip',
          'user-agent': 'codeface',
          connection: 'close',
        },
      });
      asked.once('response', resolve).once('error', reject).end();
    });
  } catch (cause) {
    throw failed(address, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

/** The whole body, unpacked where the server packed it; never more of it than `mostBytes`. */
async function readBody(response: IncomingMessage, address: URL, mostBytes: number): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => response.destroy(new Error('it took too long')), WHOLE_MS);
  const isPacked = response.headers['content-encoding'] === 'gzip';
  try {
    const stream = isPacked ? response.pipe(createGunzip()) : response;
    // What goes wrong with the connection ends the unpacking too.
    if (isPacked) response.once('error', error => (stream as ReturnType<typeof createGunzip>).destroy(error));
    for await (const piece of stream) {
      bytes += (piece as Buffer).length;
      if (bytes > mostBytes) throw new Error(`it is larger than ${Math.round(mostBytes / 1024 ** 2)} MiB`);
      pieces.push(piece as Buffer);
    }
    if (!response.complete) throw new Error('the connection ended too early');
    return Buffer.concat(pieces);
  } catch (cause) {
    throw failed(address, cause instanceof Error ? cause.message : String(cause), cause);
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
}

function isSame(one: HostPort, other: HostPort): boolean {
  return one.host === other.host && one.port === other.port;
}

function failed(address: URL, what: string, cause?: unknown): CodefaceError {
  return new CodefaceError(
    'package-index',
    `${address.origin}${address.pathname} cannot be read: ${what}. Check PIP_INDEX_URL and the network.`,
    { cause, retryable: true },
  );
}
