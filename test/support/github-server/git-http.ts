import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { ApiError, notFound } from './api-error.js';
import { readCredential, requirePermission } from './authentication.js';
import { maySee } from './call.js';
import { refMoved } from './events/push-events.js';
import { answerGit } from './git/smart-http.js';
import type { RepositoryRecord } from './records.js';
import type { RestParts } from './rest.js';

export interface GitRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Clones and pushes: `/owner/name.git/…` with the installation's token as password, for public repositories too. */
export async function serveGitHttp(
  parts: RestParts,
  { method, url, headers, body }: GitRequest,
  response: ServerResponse,
): Promise<void> {
  try {
    const [, name = '', path = ''] = /^\/([^/]+\/[^/]+)\.git(\/.*)$/.exec(url.pathname) ?? [];
    const writes = path === '/git-receive-pack' || url.searchParams.get('service') === 'git-receive-pack';
    const repository = authorised(parts, name, headers.authorization, writes);
    const before = await repository.git.refs();
    const query = url.search.slice(1);
    const request = { method, path, query, headers, body, user: parts.site.bot.login };
    const reply = await answerGit(repository.git.folder, request);
    if (path === '/git-receive-pack') await announceMoves(parts, repository, before);
    response.writeHead(reply.status, reply.headers);
    response.end(reply.body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) response.setHeader('www-authenticate', 'Basic realm="GitHub"');
    response.writeHead(error.status, { 'content-type': 'text/plain' });
    response.end(error.message);
  }
}

function authorised(
  { site, tokens }: RestParts,
  name: string,
  authorization: string | undefined,
  writes: boolean,
): RepositoryRecord {
  const token = tokens.check(readCredential(authorization));
  const repository = site.repository(name);
  if (!maySee({ kind: 'installation', token }, repository)) throw notFound();
  requirePermission(token, 'contents', writes ? 'write' : 'read');
  return repository;
}

async function announceMoves(
  { site, webhooks }: RestParts,
  repository: RepositoryRecord,
  before: ReadonlyMap<string, string>,
): Promise<void> {
  const after = await repository.git.refs();
  for (const ref of new Set([...before.keys(), ...after.keys()])) {
    if (before.get(ref) === after.get(ref)) continue;
    const move = { ref, before: before.get(ref), after: after.get(ref), pusher: site.bot };
    await refMoved(site, webhooks, repository, move);
  }
}
