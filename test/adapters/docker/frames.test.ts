import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createFrameReader } from '../../../src/adapters/docker/frames.js';

interface Frame {
  readonly stream: 1 | 2;
  readonly text: string;
}

const frames: fc.Arbitrary<readonly Frame[]> = fc.array(
  fc.record({ stream: fc.constantFrom(1 as const, 2 as const), text: fc.string({ maxLength: 30 }) }),
);

function encode({ stream, text }: Frame): Buffer {
  const header = Buffer.from([stream, 0, 0, 0, 0, 0, 0, 0]);
  header.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([header, Buffer.from(text)]);
}

it('takes a stream apart wherever it is cut', () => {
  fc.assert(
    fc.property(frames, fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }), (sent, sizes) => {
      const seen = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
      const read = createFrameReader({
        stdout: chunk => seen.stdout.push(chunk),
        stderr: chunk => seen.stderr.push(chunk),
      });
      const bytes = Buffer.concat(sent.map(encode));
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        read(bytes.subarray(at, at + size));
        at += size;
      }
      const textOf = (stream: 1 | 2) =>
        sent.filter(frame => frame.stream === stream).map(frame => frame.text);
      expect(Buffer.concat(seen.stdout).toString()).toBe(textOf(1).join(''));
      expect(Buffer.concat(seen.stderr).toString()).toBe(textOf(2).join(''));
    }),
  );
});
