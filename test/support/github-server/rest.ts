import type { Context, Request } from 'openapi-backend';
import { ApiError, unprocessable } from './api-error.js';
import { checkAppToken, readCredential, requirePermission } from './authentication.js';
import type { InstallationTokens } from './authentication.js';
import type { Call, Caller } from './call.js';
import type { Reply } from './reply.js';
import type { Contract } from './contract.js';
import { explain } from './contract.js';
import { handlers } from './handlers/handlers.js';
import { OPERATIONS } from './operations.js';
import type { ServedOperation } from './operations.js';
import type { Site } from './site.js';
import type { Webhooks } from './webhooks.js';

export interface RestRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What handlers work on. */
export interface RestParts {
  readonly site: Site;
  readonly contract: Contract;
  readonly tokens: InstallationTokens;
  readonly webhooks: Webhooks;
}

/** Serves the REST API: authenticate, judge the request, do it, judge the answer. */
export function serveRest(parts: RestParts): (request: RestRequest) => Promise<Reply> {
  const { contract } = parts;
  const { api } = contract;
  // Nothing registered knows of a server, since all of a process share the description: each call brings its own.
  for (const [id, handle] of Object.entries(handlers))
    api.registerHandler(id, (context: RestContext, call: RestCall) =>
      // The description was matched and checked, so the request has the shape that the operation's types promise.
      (handle as (call: unknown) => Reply | Promise<Reply>)(callOf(context, call)),
    );
  api.register({ validationFail: refuse, notFound: unserved });

  return async request => {
    const described = describedRequest(request);
    try {
      const operation = api.matchOperation(described)?.operationId as ServedOperation | undefined;
      const caller = authenticate(parts, operation, request.headers['authorization']);
      const reply = (await api.handleRequest(described, { parts, caller, request })) as Reply;
      contract.checkReply(described, reply);
      return reply;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const reply = { status: error.status, body: error.body, headers: error.headers };
      contract.checkReply(described, reply);
      return reply;
    }
  };
}

/** Ends in 401 without the right credential, in 403 without the permission. */
function authenticate(
  { site, tokens }: RestParts,
  operation: ServedOperation | undefined,
  authorization: string | undefined,
): Caller {
  const credential = readCredential(authorization);
  const need = operation === undefined ? undefined : OPERATIONS[operation];
  if (need === 'app') {
    checkAppToken(credential, site.app);
    return { kind: 'app' };
  }
  const token = tokens.check(credential);
  if (need !== undefined) requirePermission(token, need[0], need[1]);
  return { kind: 'installation', token };
}

type RestContext = Context<unknown, Record<string, string>, Record<string, unknown>>;

interface RestCall {
  readonly parts: RestParts;
  readonly caller: Caller;
  readonly request: RestRequest;
}

function refuse(context: RestContext, { parts }: RestCall): never {
  const problem = explain(context.validation.errors ?? []);
  parts.contract.violate(`${context.operation.operationId} was called with ${problem}`);
  throw unprocessable(`Invalid request. ${problem}`);
}

function unserved(context: RestContext, { parts }: RestCall): never {
  const { method, path } = context.request;
  parts.contract.violate(`${method.toUpperCase()} ${path} is not an operation this server has`);
  throw new ApiError(501, 'Not Implemented');
}

/** What a handler is given. */
function callOf(context: RestContext, { parts, caller, request }: RestCall): object {
  const { params, query, requestBody } = context.request;
  const { site, tokens, webhooks } = parts;
  return {
    site,
    tokens,
    webhooks,
    caller,
    url: request.url,
    accept: request.headers['accept'] ?? '',
    path: numbered(context, 'path', params),
    query: numbered(context, 'query', query),
    body: requestBody,
  } satisfies Record<keyof Call<'repos/get'>, unknown>;
}

/** Parameters arrive as text; those described as numbers become numbers. */
function numbered(
  context: RestContext,
  place: 'path' | 'query',
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const parameters = (context.operation.parameters ?? []) as readonly {
    readonly name: string;
    readonly in: string;
    readonly schema?: { readonly type?: string };
  }[];
  const isNumber = (name: string) =>
    parameters.some(each => each.in === place && each.name === name && each.schema?.type === 'integer');
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isNumber(name) ? Number(value) : value]),
  );
}

/** Parameters that may hold slashes, which GitHub takes as they are and the description as one encoded part. */
const SLASHED =
  /^(.*\/repos\/[^/]+\/[^/]+\/(?:contents|git\/ref|git\/refs|branches|compare|commits)\/)(.+?)(\/check-runs|(?<=\/commits\/.+)\/status)?$/;

function describedRequest({ method, url, headers, body }: RestRequest): Request {
  const root = url.pathname.replace(/\/contents\/?$/, '/contents/%2F');
  const path = root.replace(SLASHED, (_, before: string, parameter: string, after: string | undefined) => {
    return before + parameter.replaceAll('/', '%2F') + (after ?? '');
  });
  const query = Object.fromEntries(url.searchParams);
  return { method, path, query, headers, ...(body === '' ? {} : { body: parsed(body) }) };
}

function parsed(body: string): object {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Answered below, like JSON that is no object.
  }
  throw new ApiError(400, 'Problems parsing JSON');
}
