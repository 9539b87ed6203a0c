import { spawn } from 'node:child_process';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { GIT_ENVIRONMENT } from './git-process.js';

export interface GitHttpRequest {
  readonly method: string;
  /** What follows `/owner/name.git`, e.g. `/info/refs`. */
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly user: string;
}

/**
 * Serves one request of git's smart HTTP protocol from a bare repository, through `git http-backend` as a CGI
 * program (git-http-backend(1)).
 */
export async function serveGit(
  folder: string,
  request: GitHttpRequest,
  response: ServerResponse,
): Promise<void> {
  const { headers } = request;
  const child = spawn('git', ['http-backend'], {
    env: {
      ...GIT_ENVIRONMENT,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: request.path,
      QUERY_STRING: request.query,
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: headers['content-type'] ?? '',
      CONTENT_LENGTH: String(request.body.length),
      HTTP_CONTENT_ENCODING: String(headers['content-encoding'] ?? ''),
      GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
      REMOTE_USER: request.user,
      REMOTE_ADDR: '127.0.0.1',
    },
  });
  const output = await new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', () => resolve(Buffer.concat(chunks)));
    child.stdin.on('error', () => undefined);
    child.stdin.end(request.body);
  });
  const end = output.indexOf('\r\n\r\n');
  let status = 200;
  for (const line of output.subarray(0, Math.max(end, 0)).toString().split('\r\n')) {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1).trim()];
    if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
    else if (colon > 0) response.setHeader(name, value);
  }
  response.writeHead(end < 0 ? 500 : status);
  response.end(output.subarray(end + 4));
}
