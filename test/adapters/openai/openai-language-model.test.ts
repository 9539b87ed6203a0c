import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';

import {
  createOpenAiLanguageModel,
  type OpenAiOptions,
} from '../../../src/adapters/openai/openai-language-model.js';
import type { ModelRequest, ModelRole } from '../../../src/ports/language-model.js';
import { failureOf, languageModelContract } from '../../contracts/language-model-contract.js';
import type { ScriptedReply } from '../../fakes/scripted-language-model.js';
import { createSilentLogger } from '../../fakes/silent-logger.js';
import { startOpenAiServer, type Behaviour, type OpenAiServer } from '../../support/openai-server.js';

const API_KEY = 'planted-key-4f1c9a';
const PRICES = { inputPerMillion: 1.25, outputPerMillion: 10 };

/** The server's part of a scripted reply; a busy server is met by the first try and both retries. */
function behavioursOf(reply: ScriptedReply): readonly Behaviour[] {
  if (reply === 'unavailable') return Array<Behaviour>(3).fill({ does: 'fail', status: 503 });
  if ('refusal' in reply) return [{ does: 'complete', refusal: reply.refusal }];
  const { text, ending, inputTokens = 0, outputTokens = 0 } = reply;
  return [
    {
      does: 'complete',
      content: typeof text === 'string' ? text : JSON.stringify(text),
      finishReason: ending === 'truncated' ? 'length' : 'stop',
      usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens },
    },
  ];
}

languageModelContract('OpenAI-compatible', async script => {
  const server = await startOpenAiServer(API_KEY);
  const roles = Object.keys(script) as ModelRole[];
  for (const role of roles) server.script(`${role}-1`, ...(script[role] ?? []).flatMap(behavioursOf));
  const models = Object.fromEntries(roles.map(role => [role, `${role}-1`]));
  return {
    model: createOpenAiLanguageModel({
      baseUrl: server.baseUrl,
      apiKey: API_KEY,
      models,
      prices: Object.fromEntries(Object.values(models).map(model => [model, PRICES])),
    }),
    asked: () =>
      server.requests.map(({ body: { model, messages } }) => ({
        role: model.replace('-1', '') as ModelRole,
        system: messages[0].content,
        user: messages[1].content,
      })),
    async close() {
      await server.close();
      expect(server.violations).toEqual([]);
    },
  };
});

describe('createOpenAiLanguageModel', () => {
  const request: ModelRequest<{ answer: string }> = {
    role: 'resident',
    system: 'Be brief.',
    user: 'Well?',
    schemaName: 'answer',
    schema: z.strictObject({ answer: z.string() }),
    maxOutputTokens: 50,
  };
  const answer = (usage?: { prompt_tokens: number; completion_tokens: number } | null): Behaviour => ({
    does: 'complete',
    content: '{"answer": "yes"}',
    ...(usage !== undefined && { usage }),
  });

  const servers: OpenAiServer[] = [];
  const start = async (apiKey: string | undefined) => {
    const started = await startOpenAiServer(apiKey);
    servers.push(started);
    return started;
  };
  let server: OpenAiServer;
  beforeEach(async () => {
    server = await start(API_KEY);
  });
  afterEach(async () => {
    const all = servers.splice(0);
    await Promise.all(all.map(one => one.close()));
    expect(all.flatMap(({ violations }) => violations)).toEqual([]);
  });

  const open = (over: Partial<OpenAiOptions> = {}) =>
    createOpenAiLanguageModel({
      baseUrl: server.baseUrl,
      apiKey: API_KEY,
      models: { resident: 'small' },
      prices: { small: PRICES },
      ...over,
    });

  it('asks for the shape of the schema, and reckons the cost from the price of the model', async () => {
    server.script('small', answer({ prompt_tokens: 1_000, completion_tokens: 200 }));
    const reply = await open().complete(request);
    expect(reply).toEqual({
      value: { answer: 'yes' },
      inputTokens: 1_000,
      outputTokens: 200,
      costUsd: 0.00325,
    });
    expect(server.requests.map(({ body }) => body)).toEqual([
      {
        model: 'small',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Well?' },
        ],
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'answer',
            strict: true,
            schema: expect.objectContaining({
              type: 'object',
              properties: { answer: { type: 'string' } },
              required: ['answer'],
              additionalProperties: false,
            }) as unknown,
          },
        },
        max_completion_tokens: 50,
      },
    ]);
  });

  it('logs what a reply took, also one that cannot be used', async () => {
    const logger = createSilentLogger();
    server.script('small', {
      does: 'complete',
      content: 'no',
      usage: { prompt_tokens: 8, completion_tokens: 2 },
    });
    await failureOf(open({ logger }).complete(request));
    expect(logger.lines).toEqual([
      {
        level: 'info',
        sentence: 'A language model answered',
        fields: {
          model: 'small',
          role: 'resident',
          schema: 'answer',
          inputTokens: 8,
          outputTokens: 2,
          costUsd: 0.00003,
        },
      },
    ]);
  });

  it.each([408, 409, 429, 500, 503])('tries again after status %d', async status => {
    server.script('small', { does: 'fail', status }, { does: 'fail', status }, answer());
    expect((await open().complete(request)).value).toEqual({ answer: 'yes' });
    expect(server.requests).toHaveLength(3);
  });

  it('tries again when the connection breaks', async () => {
    server.script('small', { does: 'drop', when: 'before' }, answer());
    expect((await open().complete(request)).value).toEqual({ answer: 'yes' });
  });

  it.each<[string, Behaviour]>([
    ['status 429', { does: 'fail', status: 429 }],
    ['status 500', { does: 'fail', status: 500 }],
    ['cannot be reached', { does: 'drop', when: 'before' }],
    ['broke off its answer', { does: 'drop', when: 'within' }],
    ['did not answer within 0.3 s', { does: 'stall', when: 'before' }],
    ['did not answer within 0.3 s', { does: 'stall', when: 'within' }],
  ])('calls it worth another try: %s (%j)', async (sentence, behaviour) => {
    server.script('small', ...Array<Behaviour>(3).fill(behaviour));
    const model = open(behaviour.does === 'stall' ? { timeoutMs: 300 } : {});
    const error = await failureOf(model.complete(request));
    expect(error).toMatchObject({ code: 'language-model', retryable: true });
    expect(error.message).toContain(sentence);
  });

  it('says that nobody listens, and why', async () => {
    const { baseUrl } = server;
    await server.close();
    const error = await failureOf(open({ baseUrl }).complete(request));
    expect(error).toMatchObject({ code: 'language-model', retryable: true });
    expect(error.message).toContain('ECONNREFUSED');
  });

  it.each<[string, string, Behaviour]>([
    ['language-model', 'context length', { does: 'fail', status: 400, message: 'Over the context length.' }],
    ['configuration', 'CODEFACE_MODEL_API_KEY', { does: 'fail', status: 403 }],
    ['configuration', 'CODEFACE_MODEL_RESIDENT', { does: 'fail', status: 404 }],
    [
      'language-model',
      'not JSON',
      { does: 'garble', contentType: 'application/json', body: '{"choices": [' },
    ],
    ['language-model', 'no chat completion', { does: 'garble', contentType: 'text/html', body: '<p>Hi' }],
    ['language-model', 'no chat completion', { does: 'garble', contentType: 'application/json', body: '[]' }],
    ['language-model', 'usage', { does: 'complete', content: '{"answer": "yes"}', usage: null }],
    ['language-model', 'refused', { does: 'complete', finishReason: 'content_filter' }],
    ['language-model', 'is empty', { does: 'complete', content: '' }],
  ])('asks once and ends in %s naming "%s" (%j)', async (code, named, behaviour) => {
    server.script('small', behaviour);
    const error = await failureOf(open().complete(request));
    expect(error).toMatchObject({ code, retryable: false });
    expect(error.message).toContain(named);
    expect(error.message).toMatch(/^[^\n]+\.$/);
    expect(server.requests).toHaveLength(1);
  });

  it('follows no redirect, which would carry the prompt elsewhere', async () => {
    const elsewhere = await start(undefined);
    server.script('small', { does: 'fail', status: 307, location: `${elsewhere.baseUrl}/chat/completions` });
    const error = await failureOf(open().complete(request));
    expect(error).toMatchObject({ code: 'configuration' });
    expect(error.message).toContain('CODEFACE_MODEL_BASE_URL');
    expect(elsewhere.requests).toEqual([]);
  });

  it('needs a price for every model it asks', async () => {
    const error = await failureOf(open({ prices: {} }).complete(request));
    expect(error).toMatchObject({ code: 'configuration' });
    expect(error.message).toContain('CODEFACE_PRICES');
  });

  describe('keeps the key to itself', () => {
    it('when the server does not accept it and repeats it', async () => {
      const error = await failureOf(open({ apiKey: 'planted-other-key' }).complete(request));
      expect(error).toMatchObject({ code: 'configuration' });
      expect(everythingIn(error)).not.toContain('planted-other-key');
    });

    it('when an error of the server repeats it', async () => {
      const logger = createSilentLogger();
      server.script('small', { does: 'fail', status: 400, message: `Bad key ${API_KEY}` });
      const error = await failureOf(open({ logger }).complete(request));
      expect(error.message).toContain('Bad key [key]');
      expect(everythingIn(error)).not.toContain(API_KEY);
      expect(everythingIn(logger.lines)).not.toContain(API_KEY);
    });

    it.each(['planted key', 'planted\nkey', 'planted"key', 'plantéd-key'])(
      'when it is no key: %j',
      async apiKey => {
        const error = await failureOf(Promise.resolve().then(() => open({ apiKey })));
        expect(error).toMatchObject({ code: 'configuration' });
        expect(everythingIn(error)).not.toContain('plant');
      },
    );

    it('and takes none from an address', async () => {
      const error = await failureOf(
        Promise.resolve().then(() => open({ baseUrl: 'https://me:planted@models.example/v1' })),
      );
      expect(error).toMatchObject({ code: 'configuration' });
      expect(everythingIn(error)).not.toContain('planted');
    });
  });

  it.each(['planted-openai-key', ''])(
    'sends no key when it has none, though the environment holds %j for another endpoint',
    async held => {
      const keyless = await start(undefined);
      keyless.script('small', answer());
      const before = process.env['OPENAI_API_KEY'];
      process.env['OPENAI_API_KEY'] = held;
      try {
        await open({ baseUrl: keyless.baseUrl, apiKey: undefined }).complete(request);
      } finally {
        if (before === undefined) delete process.env['OPENAI_API_KEY'];
        else process.env['OPENAI_API_KEY'] = before;
      }
      expect(keyless.requests.map(({ authorization }) => authorization)).toEqual([undefined]);
    },
  );

  it('sends what it sends through the fetch it is given', async () => {
    const seen: string[] = [];
    server.script('small', answer());
    const model = open({
      fetch: (input, init) => {
        seen.push(input instanceof Request ? input.url : input.toString());
        return fetch(input, init);
      },
    });
    await model.complete(request);
    expect(seen).toEqual([`${server.baseUrl}/chat/completions`]);
  });
});

/** An error or a log with its causes, stacks and hidden fields, as one text. */
function everythingIn(value: unknown): string {
  return inspect(value, { depth: 20, showHidden: true });
}
