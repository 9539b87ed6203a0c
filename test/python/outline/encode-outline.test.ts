import { describe, expect, it } from '@jest/globals';
import { decodeOutline, encodeOutline } from '../../../src/python/outline/encode-outline.js';
import { outlineOf } from '../../../src/python/outline/read-outline.js';

const TEXT = [
  'from .a import b as c, *',
  '__all__ = ["f"]',
  'X = c()',
  'Y = "pkg.data.json"',
  'for é in X: pass',
  'class K(c):',
  '    def m(self): return self.n() + "ünïcode.txt"',
].join('\n');

describe('an outline as bytes', () => {
  const outline = outlineOf('pkg/m.py', TEXT);

  it('is the same outline when it is read back', () => {
    const back = decodeOutline(encodeOutline(outline), 'pkg/m.py');
    expect(back).toEqual(outline);
    expect([
      outline.imports,
      outline.uses,
      outline.values,
      outline.bindings,
      outline.exports,
    ]).not.toContainEqual(new Int32Array());
  });

  it('is that of the path it is read back for, wherever the bytes lie', () => {
    const bytes = encodeOutline(outline);
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    expect(decodeOutline(shifted.subarray(1), 'pkg/moved.py')).toEqual({ ...outline, path: 'pkg/moved.py' });
  });

  it('is nothing when it is cut off, longer, or of another version', () => {
    const bytes = encodeOutline(outline);
    for (const length of [0, 3, 40, bytes.length - 1])
      expect(decodeOutline(bytes.subarray(0, length), 'm.py')).toBeUndefined();
    expect(decodeOutline(Uint8Array.from([...bytes, 0]), 'm.py')).toBeUndefined();
    expect(decodeOutline(Uint8Array.from(bytes).fill(9, 0, 4), 'm.py')).toBeUndefined();
  });
});
