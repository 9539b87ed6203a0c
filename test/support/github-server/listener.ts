import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError } from './api-error.js';
import { faultError } from './faults.js';
import type { Faults } from './faults.js';
import type { Reply } from './reply.js';
import { serveGraphql } from './graphql.js';
import { serveGitHttp } from './git-http.js';
import { serveRest } from './rest.js';
import type { RestParts, RestRequest } from './rest.js';

/** A call as it came in, with what it was answered. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Text of the body; empty for git, whose bodies are packs. */
  readonly body: string;
  readonly status: number;
}

export interface Listener {
  readonly origin: string;
  readonly requests: readonly LoggedRequest[];
  close(): Promise<void>;
}

/** Requests an installation has in an hour, and when the hour ends: far off, so that nothing waits for it. */
const HOURLY_LIMIT = 5000;
const RESET_S = 4_102_444_800;

/** Listens on a free port of the loopback interface, and takes each call to the API or the repository it is for. */
export async function listen(parts: RestParts, faults: Faults): Promise<Listener> {
  const rest = serveRest(parts);
  const graphql = serveGraphql(parts);
  const requests: LoggedRequest[] = [];

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(incoming.url ?? '/', parts.site.origin);
    const method = incoming.method ?? 'GET';
    const bytes = await bodyOf(incoming);
    const ofGit = /\.git\//.test(url.pathname);
    const body = ofGit ? '' : bytes.toString();
    response.on('close', () => {
      requests.push({ method, path: url.pathname, query: url.search, body, status: response.statusCode });
    });
    const fault = faults.meet(method, url.pathname);
    if (fault?.status === 0) {
      response.statusCode = 0;
      incoming.socket.destroy();
      return;
    }
    if (fault !== undefined) {
      const { status, body: told, headers } = faultError(fault);
      return send(response, requests.length, { status, body: told, headers });
    }
    if (ofGit) return serveGitHttp(parts, { method, url, headers: incoming.headers, body: bytes }, response);
    const request: RestRequest = { method, url, headers: headersOf(incoming), body };
    const serve =
      url.pathname === '/api/graphql' ? graphql : url.pathname.startsWith('/api/v3/') ? rest : nowhere;
    send(response, requests.length, await serve(request));
  };

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      parts.contract.violate(`the server itself failed: ${error instanceof Error ? error.stack : 'unknown'}`);
      if (!response.headersSent)
        send(response, requests.length, { status: 500, body: { message: 'Server Error' } });
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, requests, close: () => closeServer(server) };
}

async function nowhere(): Promise<Reply> {
  const { status, body } = new ApiError(404, 'Not Found');
  return { status, body };
}

function send(response: ServerResponse, used: number, { status, body, headers }: Reply): void {
  response.writeHead(status, {
    'x-github-media-type': 'github.v3; format=json',
    'x-github-request-id': `0000:${used.toString(16).padStart(8, '0')}`,
    'x-ratelimit-limit': String(HOURLY_LIMIT),
    'x-ratelimit-remaining': String(Math.max(HOURLY_LIMIT - used - 1, 0)),
    'x-ratelimit-used': String(used + 1),
    'x-ratelimit-reset': String(RESET_S),
    'x-ratelimit-resource': 'core',
    ...(body instanceof Uint8Array
      ? { 'content-type': 'application/vnd.github.raw; charset=utf-8' }
      : body === undefined
        ? {}
        : { 'content-type': 'application/json; charset=utf-8' }),
    ...headers,
  });
  response.end(body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body));
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function headersOf(incoming: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value ?? '')]),
  );
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>(resolve => server.close(() => resolve()));
}
