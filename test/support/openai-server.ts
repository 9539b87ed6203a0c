import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { strictSchemaProblems } from './strict-schema.js';

/** What the server does with one request. */
export type Behaviour =
  | {
      readonly does: 'complete';
      readonly content?: string | null;
      readonly refusal?: string;
      readonly finishReason?: string;
      readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
    }
  /** Answers with this status; errors tell the client to come back in a millisecond. */
  | { readonly does: 'fail'; readonly status: number; readonly message?: string; readonly location?: string }
  /** Ends the connection, before or after the headers. */
  | { readonly does: 'drop'; readonly when: 'before' | 'within' }
  /** Says nothing for longer than any test lasts, before or after the headers. */
  | { readonly does: 'stall'; readonly when: 'before' | 'within' }
  /** A body that is no chat completion. */
  | { readonly does: 'garble'; readonly contentType: string; readonly body: string };

/** The request as the endpoint takes it; an unknown field is refused, so that none is sent by mistake. */
const requestBody = z.strictObject({
  model: z.string().min(1),
  messages: z.tuple([
    z.strictObject({ role: z.literal('system'), content: z.string().min(1) }),
    z.strictObject({ role: z.literal('user'), content: z.string().min(1) }),
  ]),
  response_format: z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject({
      name: z.string().regex(/^[\w-]{1,64}$/),
      strict: z.literal(true),
      schema: z.record(z.string(), z.unknown()),
    }),
  }),
  max_completion_tokens: z.number().int().positive(),
});

export type ChatRequest = z.infer<typeof requestBody>;

export interface OpenAiServer {
  readonly baseUrl: string;
  /** Well-formed requests, in order, retries included, with their Authorization header. */
  readonly requests: readonly { readonly body: ChatRequest; readonly authorization: string | undefined }[];
  /** What was wrong with requests; a test expects none. */
  readonly violations: readonly string[];
  /** Adds to what the next requests for this model meet. */
  script(model: string, ...behaviours: readonly Behaviour[]): void;
  close(): Promise<void>;
}

/**
 * An OpenAI-compatible endpoint on a free port of the loopback interface. It answers by script, model by model, and
 * judges what it is sent: path, key, every field, and whether the schema is one that strict output accepts.
 */
export async function startOpenAiServer(apiKey: string | undefined): Promise<OpenAiServer> {
  const scripts = new Map<string, Behaviour[]>();
  const requests: { body: ChatRequest; authorization: string | undefined }[] = [];
  const violations: string[] = [];

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { authorization } = incoming.headers;
    const text = await textOf(incoming);
    if (incoming.method !== 'POST' || incoming.url !== '/v1/chat/completions') {
      violations.push(`${incoming.method} ${incoming.url} is not served`);
      return fail(response, 404, 'Not found');
    }
    if (authorization !== (apiKey === undefined ? undefined : `Bearer ${apiKey}`))
      return fail(response, 401, `Incorrect API key provided: ${authorization}`);
    const parsed = requestBody.safeParse(JSON.parse(text));
    const problems = parsed.success
      ? strictSchemaProblems(parsed.data.response_format.json_schema.schema)
      : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    if (!parsed.success || problems.length > 0) {
      violations.push(...problems);
      return fail(response, 400, problems.join('; '));
    }
    requests.push({ body: parsed.data, authorization });
    const behaviour = scripts.get(parsed.data.model)?.shift();
    if (behaviour === undefined) {
      violations.push(`the script has nothing left for ${parsed.data.model}`);
      return fail(response, 404, 'No such model');
    }
    await behave(behaviour, parsed.data, response);
  };

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      violations.push(`the server itself failed: ${String(error)}`);
      response.destroy();
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    violations,
    script(model, ...behaviours) {
      scripts.set(model, [...(scripts.get(model) ?? []), ...behaviours]);
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>(resolve => server.close(() => resolve()));
    },
  };
}

async function behave(behaviour: Behaviour, request: ChatRequest, response: ServerResponse): Promise<void> {
  switch (behaviour.does) {
    case 'complete':
      return send(response, 200, completion(behaviour, request));
    case 'fail':
      return fail(response, behaviour.status, behaviour.message ?? 'Try later', behaviour.location);
    case 'garble':
      response.writeHead(200, { 'content-type': behaviour.contentType });
      response.end(behaviour.body);
      return;
    case 'drop':
    case 'stall':
      if (behaviour.when === 'within') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"choices": [');
        // Headers and the end of the connection in one packet would be read as one event.
        await setTimeout(20);
      }
      if (behaviour.does === 'drop') response.destroy();
      return;
  }
}

function completion(behaviour: Behaviour & { readonly does: 'complete' }, { model }: ChatRequest): object {
  const { content = null, refusal = null, finishReason = 'stop', usage } = behaviour;
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal, annotations: [] },
        logprobs: null,
        finish_reason: finishReason,
      },
    ],
    ...(usage !== null && {
      usage: { total_tokens: 0, ...(usage ?? { prompt_tokens: 1, completion_tokens: 1 }) },
    }),
  };
}

function fail(response: ServerResponse, status: number, message: string, location?: string): void {
  const headers = { 'retry-after-ms': '1', ...(location !== undefined && { location }) };
  send(response, status, { error: { message, type: 'error', param: null, code: null } }, headers);
}

function send(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
