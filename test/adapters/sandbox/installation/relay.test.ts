import { describe, expect, it } from '@jest/globals';
import type { Duplex } from 'node:stream';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import {
  createFrameDecoder,
  FRAME,
  encodeFrame,
} from '../../../../src/adapters/sandbox/installation/relay-frames.js';
import type { Frame } from '../../../../src/adapters/sandbox/installation/relay-frames.js';
import { createRelay } from '../../../../src/adapters/sandbox/installation/relay.js';

const MEBIBYTE = 1024 * 1024;

function open() {
  const accepted: Duplex[] = [];
  const received: Frame[] = [];
  const relay = createRelay(connection => accepted.push(connection));
  const input = new PassThrough({ highWaterMark: 8 * MEBIBYTE });
  input.on(
    'data',
    createFrameDecoder(MEBIBYTE, each => received.push(each)),
  );
  relay.begin(input);
  const say = (kind: number, connection: number, payload?: Uint8Array) =>
    relay.read(encodeFrame(kind, connection, payload));
  const bytesTo = (connection: number) =>
    received
      .filter(each => each.kind === FRAME.data && each.connection === connection)
      .reduce((sum, { payload }) => sum + payload.length, 0);
  return { relay, accepted, received, say, bytesTo };
}

const settled = async () => {
  for (let turns = 0; turns < 50; turns += 1) await turn();
};

describe('a relay', () => {
  it('carries what is said on each connection, and its end', async () => {
    const { accepted, received, say } = open();
    say(FRAME.open, 1);
    say(FRAME.open, 2);
    say(FRAME.data, 1, Buffer.from('to one'));
    say(FRAME.data, 2, Buffer.from('to two'));
    expect(accepted.map(each => String(each.read()))).toEqual(['to one', 'to two']);
    accepted[1]?.end('back');
    await settled();
    expect(received.map(({ kind, connection, payload }) => [kind, connection, String(payload)])).toEqual([
      [FRAME.data, 2, 'back'],
      [FRAME.end, 2, ''],
    ]);
    say(FRAME.end, 1);
    expect(accepted[0]?.destroyed).toBe(true);
  });

  it('sends no more than is taken, and holds up no other connection', async () => {
    const { accepted, say, bytesTo } = open();
    say(FRAME.open, 1);
    say(FRAME.open, 2);
    accepted[0]?.write(Buffer.alloc(3 * MEBIBYTE));
    accepted[1]?.write('more');
    await settled();
    expect(bytesTo(1)).toBe(MEBIBYTE);
    expect(bytesTo(2)).toBe(4);
    const taken = Buffer.alloc(4);
    taken.writeUInt32BE(MEBIBYTE);
    say(FRAME.taken, 1, taken);
    await settled();
    expect(bytesTo(1)).toBe(2 * MEBIBYTE);
  });

  it('bounds how many connections there are, and what one says that nobody reads', async () => {
    const { accepted, received, say } = open();
    for (let number = 1; number <= 70; number += 1) say(FRAME.open, number);
    expect(accepted).toHaveLength(64);
    await settled();
    expect(received.filter(({ kind }) => kind === FRAME.end)).toHaveLength(6);
    for (let pieces = 0; pieces < 3; pieces += 1) say(FRAME.data, 1, Buffer.alloc(MEBIBYTE / 2));
    expect(accepted[0]?.destroyed).toBe(true);
    expect(accepted[1]?.destroyed).toBe(false);
  });

  it('keeps the last result and ends what is open', () => {
    const { relay, accepted, say } = open();
    expect(relay.result()).toBeUndefined();
    say(FRAME.open, 1);
    say(FRAME.result, 0, Buffer.from('first'));
    say(FRAME.result, 0, Buffer.from('last'));
    expect(relay.result()).toBe('last');
    relay.close();
    expect(accepted[0]?.destroyed).toBe(true);
  });
});
