import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  FRAME,
  createFrameDecoder,
  encodeFrame,
} from '../../../../src/adapters/sandbox/installation/relay-frames.js';

const frame = fc.record({
  kind: fc.constantFrom(...Object.values(FRAME)),
  connection: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  payload: fc.uint8Array({ maxLength: 40 }),
});
type Said = Readonly<{ kind: number; connection: number; payload: Uint8Array }>;

function decode(bytes: Buffer, sizes: readonly number[], longest = 40): readonly Said[] {
  const seen: Said[] = [];
  const read = createFrameDecoder(longest, each =>
    seen.push({ ...each, payload: Uint8Array.from(each.payload) }),
  );
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    read(bytes.subarray(at, at + size));
    at += size;
  }
  return seen;
}

it('comes together again wherever it is cut', () => {
  fc.assert(
    fc.property(
      fc.array(frame),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
      (sent, sizes) => {
        const bytes = Buffer.concat(sent.map(each => encodeFrame(each.kind, each.connection, each.payload)));
        expect(decode(bytes, sizes)).toEqual(sent);
      },
    ),
  );
});

it('ends at what no installer wrote', () => {
  const good = encodeFrame(FRAME.data, 1, Buffer.from('a'));
  for (const bad of [Buffer.from('Collecting pytest'), encodeFrame(FRAME.data, 1, Buffer.alloc(41))])
    expect(decode(Buffer.concat([good, bad, good]), [7])).toHaveLength(1);
});
