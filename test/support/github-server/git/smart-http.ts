import { spawn } from 'node:child_process';
import type { IncomingHttpHeaders } from 'node:http';
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

export interface GitHttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Answers one request of git's smart HTTP protocol from a bare repository, through `git http-backend` as a CGI
 * program (git-http-backend(1)).
 */
export async function answerGit(folder: string, request: GitHttpRequest): Promise<GitHttpReply> {
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
  return readCgi(output);
}

function readCgi(output: Buffer): GitHttpReply {
  const end = output.indexOf('\r\n\r\n');
  if (end < 0) return { status: 500, headers: {}, body: Buffer.alloc(0) };
  const lines = output.subarray(0, end).toString().split('\r\n');
  const { status = '200', ...headers } = Object.fromEntries(
    lines.map(line => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { status: Number.parseInt(status, 10), headers, body: output.subarray(end + 4) };
}
