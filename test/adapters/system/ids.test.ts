import { randomBytes } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createIds } from '../../../src/adapters/system/ids.js';

describe('createIds', () => {
  it('gives URL-safe ids of 26 characters', () => {
    const ids = createIds({ now: () => Date.now() }, randomBytes);
    expect(ids.next()).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it('encodes the time as the ULID specification does', () => {
    const ids = createIds({ now: () => 1469922850259 }, count => new Uint8Array(count));
    expect(ids.next()).toBe('01ARZ3NDEK0000000000000000');
  });

  it('sorts by time of making, also within a millisecond, when the clock goes back and when chance runs out', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 50 }), times => {
        let index = 0;
        const ids = createIds({ now: () => times[index++] ?? 0 }, count => new Uint8Array(count).fill(0xff));
        const made = times.map(() => ids.next());
        expect([...made].sort()).toEqual(made);
        expect(new Set(made).size).toBe(made.length);
      }),
    );
  });
});
