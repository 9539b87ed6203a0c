import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Duplex } from 'node:stream';
import { hostPortOf, parseHostPort } from './index-hosts.js';
import type { HostPort } from './index-hosts.js';
import { OwnAddressError, connectUpstream } from './upstream.js';
import type { OwnProxies } from './upstream.js';

/** What one installation may fetch altogether. */
const FETCHED_BYTES = 16 * 1024 ** 3;
const HEADER_BYTES = 32 * 1024;
const REFUSALS_KEPT = 20;
/** Of one connection, not of what lies behind it (RFC 9110, 7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'proxy-connection',
  'proxy-authorization',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
];

/** A forward proxy for one installation. */
export interface IndexProxy {
  /** Serves a connection; there is no listener. */
  accept(connection: Duplex): void;
  /** The first places that were asked for and refused, as `host:port`. */
  refused(): readonly string[];
}

/**
 * A proxy that reaches the listed places and nothing else: CONNECT for `https`, GET and HEAD of absolute addresses for
 * `http` (RFC 9110, 9.3.6; RFC 9112, 3.2.2). Everything else is answered with 403 and a sentence.
 */
export function createIndexProxy(allowed: readonly HostPort[], proxies: OwnProxies): IndexProxy {
  const refused = new Set<string>();
  let fetched = 0;

  const refusalOf = (target: HostPort | undefined, asked: string): string | undefined => {
    if (
      target !== undefined &&
      allowed.some(({ host, port }) => host === target.host && port === target.port)
    )
      return undefined;
    if (refused.size < REFUSALS_KEPT) refused.add(asked.slice(0, 200));
    return `An installation reaches the configured package indexes and nothing else: ${asked.slice(0, 200)} is none of them.`;
  };
  const count = (from: Duplex, to: Duplex) =>
    from.on('data', (chunk: Buffer) => {
      fetched += chunk.length;
      if (fetched > FETCHED_BYTES) to.destroy();
    });

  async function tunnel(asked: string, connection: Duplex, head: Buffer): Promise<void> {
    const target = parseHostPort(asked);
    const refusal = refusalOf(target, asked);
    if (refusal !== undefined || target === undefined) return answer(connection, 403, refusal ?? '');
    try {
      const socket = await connectUpstream(target, proxies);
      connection.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.write(head);
      count(socket, connection);
      pipeline(connection, socket, connection, () => undefined);
    } catch (error) {
      answer(connection, ...failureOf(error));
    }
  }

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = incoming.url ?? '';
    const url = URL.canParse(asked) ? new URL(asked) : undefined;
    const isPlain = url?.protocol === 'http:' && ['GET', 'HEAD'].includes(incoming.method ?? '');
    const target = url !== undefined && isPlain ? hostPortOf(url) : undefined;
    const refusal = refusalOf(target, url === undefined ? asked : url.host);
    if (refusal !== undefined || target === undefined || url === undefined)
      return void response.writeHead(403).end(refusal);
    try {
      const socket = await connectUpstream(target, proxies);
      if (response.destroyed) return void socket.destroy();
      const headers = { ...incoming.headers, host: url.host };
      for (const name of HOP_BY_HOP) delete headers[name as 'connection'];
      const outgoing = httpRequest({
        createConnection: () => socket,
        method: incoming.method,
        path: `${url.pathname}${url.search}`,
        headers,
      });
      outgoing.on('error', error => failed(response, error));
      // As after a change of protocol, which nobody asked for.
      outgoing.once('close', () => response.headersSent || response.destroy());
      outgoing.once('response', found => {
        for (const name of [...HOP_BY_HOP, 'transfer-encoding']) delete found.headers[name];
        try {
          response.writeHead(found.statusCode ?? 502, found.headers);
        } catch (error) {
          // No such status or header may be sent on.
          failed(response, error);
          return void socket.destroy();
        }
        count(socket, socket);
        pipeline(found, response, () => socket.destroy());
      });
      response.once('close', () => socket.destroy());
      outgoing.end();
    } catch (error) {
      failed(response, error);
    }
  }

  const server = createServer(
    { maxHeaderSize: HEADER_BYTES },
    (incoming, response) => void forward(incoming, response),
  );
  server.on('connect', (incoming, connection, head) => {
    // The server has let go of it; its end is told by `close`.
    connection.on('error', () => undefined);
    void tunnel(incoming.url ?? '', connection, head);
  });
  server.on('clientError', (_error, connection) => connection.destroy());
  return {
    accept: connection => void server.emit('connection', connection),
    refused: () => [...refused],
  };
}

function failureOf(error: unknown): [status: number, sentence: string] {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof OwnAddressError
    ? [403, `${message}, where no index may be reached by a name.`]
    : [502, `The index cannot be reached: ${message}.`];
}

/** What was begun already can only be broken off. */
function failed(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const [status, sentence] = failureOf(error);
  response.writeHead(status).end(sentence);
}

function answer(connection: Duplex, status: number, sentence: string): void {
  const title = status === 403 ? 'Forbidden' : 'Bad Gateway';
  const length = Buffer.byteLength(sentence);
  connection.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${sentence}`,
  );
}
