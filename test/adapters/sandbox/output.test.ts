import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BoundedOutput } from '../../../src/adapters/sandbox/output.js';

function outputOf(chunks: readonly string[], limitBytes: number): string {
  const output = new BoundedOutput(limitBytes);
  for (const chunk of chunks) output.write(Buffer.from(chunk));
  return output.text();
}

const ascii = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 40 }), {
  maxLength: 30,
});

describe('output within a limit', () => {
  it('is unchanged while it fits, however it is cut into chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), chunks => {
        expect(outputOf(chunks, Buffer.byteLength(chunks.join('')))).toBe(chunks.join(''));
      }),
    );
    const bytes = Buffer.from('a€b');
    const output = new BoundedOutput(bytes.length);
    for (const byte of bytes) output.write(Uint8Array.of(byte));
    expect(output.text()).toBe('a€b');
  });

  it('keeps head and tail, and counts what fell out', () => {
    fc.assert(
      fc.property(ascii, fc.integer({ min: 0, max: 60 }), (chunks, limit) => {
        const whole = chunks.join('');
        fc.pre(whole.length > limit);
        const [head, tail] = [Math.ceil(limit / 2), Math.floor(limit / 2)];
        const cut = `\n[${whole.length - limit} bytes cut here]\n`;
        expect(outputOf(chunks, limit)).toBe(
          `${whole.slice(0, head)}${cut}${tail === 0 ? '' : whole.slice(-tail)}`,
        );
      }),
    );
  });

  it('keeps chunks whose memory is used again', () => {
    const output = new BoundedOutput(10);
    const chunk = Buffer.from('abc');
    output.write(chunk);
    chunk.fill('x');
    expect(output.text()).toBe('abc');
  });
});
