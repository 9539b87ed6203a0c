import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { surplusOf } from '../../../../src/adapters/sandbox/installation/surplus.js';

const HOUR = 3_600_000;
const NOW = 100 * HOUR;

it('is what was used longest ago, never what is in use or fresh, until the rest fits', () => {
  const environment = fc.record({
    bytes: fc.integer({ min: 0, max: 100 }),
    lastUsedMs: fc.integer({ min: 0, max: NOW }),
    inUse: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(environment), fc.integer({ min: 0, max: 500 }), (made, limit) => {
      const all = made.map((each, index) => ({ ...each, id: String(index) }));
      const gone = new Set(surplusOf(all, limit, NOW));
      const removable = (each: (typeof all)[number]) => !each.inUse && NOW - each.lastUsedMs >= HOUR;
      const kept = all.filter(({ id }) => !gone.has(id));
      const removed = all.filter(({ id }) => gone.has(id));
      const sum = (list: typeof all) => list.reduce((total, { bytes }) => total + bytes, 0);
      expect(removed.every(removable)).toBe(true);
      const newestGone = Math.max(-1, ...removed.map(each => each.lastUsedMs));
      const oldestKept = Math.min(NOW, ...kept.filter(removable).map(each => each.lastUsedMs));
      expect(newestGone).toBeLessThanOrEqual(oldestKept);
      if (sum(kept) > limit) expect(kept.some(removable)).toBe(false);
      const last = removed.toSorted((a, b) => a.lastUsedMs - b.lastUsedMs).at(-1);
      if (last !== undefined) expect(sum(kept) + last.bytes).toBeGreaterThan(limit);
    }),
  );
});
