import { createServer, type AddressInfo } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sign } from '@octokit/webhooks-methods';
import { pino } from 'pino';
import { Probot, Server } from 'probot';
import { createApp } from '../../src/app.js';
import type { Trigger } from '../../src/domain/trigger.js';
import { webhookFixture } from '../support/webhook-fixture.js';

const secret = 'a secret nobody guesses';
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise(resolve => probe.close(resolve));
  return port;
}

describe('the App behind Probot', () => {
  let server: Server;
  let url: string;
  let queue: Map<string, Trigger>;
  let lines: { sentence: string; fields: unknown }[];
  let failure: Error | undefined;

  beforeEach(async () => {
    queue = new Map();
    lines = [];
    failure = undefined;
    const log = (sentence: string, fields?: unknown) => void lines.push({ sentence, fields });
    const port = await freePort();
    server = new Server({
      host: '127.0.0.1',
      port,
      log: pino({ level: 'silent' }),
      Probot: Probot.defaults({ appId: 1, privateKey, secret, log: pino({ level: 'silent' }) }),
    });
    await server.load(
      createApp({
        enqueue: async (deliveryId, trigger) => {
          if (failure !== undefined) throw failure;
          if (queue.has(deliveryId)) return 'duplicate';
          queue.set(deliveryId, trigger);
          return 'enqueued';
        },
        logger: { info: log, warn: log, error: log },
      }),
    );
    await server.start();
    url = `http://127.0.0.1:${port}/api/github/webhooks`;
  });
  afterEach(async () => server.stop());

  async function deliver(fixture: string, options: { id?: string; signature?: string } = {}) {
    const body = JSON.stringify(webhookFixture(fixture));
    const signature = options.signature ?? (await sign(secret, body));
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-github-event': fixture.split('/')[0]!,
        'x-github-delivery': options.id ?? 'delivery-1',
        ...(signature !== '' && { 'x-hub-signature-256': signature }),
      },
    });
    await response.text();
    return response.status;
  }

  it('keeps the job of a signed delivery', async () => {
    expect(await deliver('issue_comment/build')).toBe(200);
    expect([...queue]).toEqual([['delivery-1', expect.objectContaining({ kind: 'build', issue: 7 })]]);
  });

  it('tells of a delivery that came twice', async () => {
    await deliver('push/default-branch');
    expect(await deliver('push/default-branch')).toBe(200);
    expect(queue.size).toBe(1);
    expect(lines.map(({ fields }) => fields)).toEqual([
      { delivery: 'delivery-1', event: 'push', kind: 'mine', result: 'enqueued' },
      { delivery: 'delivery-1', event: 'push', kind: 'mine', result: 'duplicate' },
    ]);
  });

  it.each(['installation/created', 'installation_repositories/added'])('listens to %s', async fixture => {
    expect(await deliver(fixture)).toBe(200);
    expect([...queue.values()]).toEqual([expect.objectContaining({ kind: 'welcome' })]);
  });

  it('keeps nothing of a delivery it ignores, and logs why', async () => {
    expect(await deliver('issue_comment/build-by-bot')).toBe(200);
    expect(queue.size).toBe(0);
    expect(lines).toEqual([
      {
        sentence: 'Delivery ignored.',
        fields: expect.objectContaining({ reason: 'helper[bot] is a bot; only people give commands.' }),
      },
    ]);
  });

  it.each([
    ['no signature', ''],
    ['a wrong signature', `sha256=${'0'.repeat(64)}`],
  ])('refuses a delivery with %s', async (_, signature) => {
    expect([400, 401]).toContain(await deliver('issue_comment/build', { signature }));
    expect(queue.size).toBe(0);
  });

  it('answers with an error when the job could not be kept, so that GitHub shows it', async () => {
    failure = new Error('disk full');
    expect(await deliver('issue_comment/build')).toBe(500);
    failure = undefined;
    expect(await deliver('issue_comment/build')).toBe(200);
    expect(queue.size).toBe(1);
  });
});
