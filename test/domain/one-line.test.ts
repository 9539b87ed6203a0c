import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { oneLine, plainText } from '../../src/domain/one-line.js';

// eslint-disable-next-line no-control-regex
const DRAWS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\u001b', '[', '2', 'J', '\n', '\t', '\r', '\u202e', ' '),
    fc.string({ unit: 'binary', maxLength: 1 }),
  ),
});

describe('text for a terminal', () => {
  it('loses its escape sequences whole', () => {
    expect(oneLine('a\u001b[2J\u001b[1;31mb\nc\u202e.py')).toBe('a b c .py');
    expect(plainText('if x:\r\n\treturn\u001b[2J 1\n')).toBe('if x:\n\treturn  1\n');
  });

  it('never draws, and is cleaned once for all', () => {
    fc.assert(
      fc.property(hostile, text => {
        expect(oneLine(text)).not.toMatch(DRAWS);
        expect(oneLine(text)).not.toMatch(/[\n\t]/);
        expect(plainText(text)).not.toMatch(DRAWS);
        expect(oneLine(oneLine(text))).toBe(oneLine(text));
        expect(oneLine(plainText(text))).toBe(oneLine(text));
      }),
    );
  });
});
