import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { commitChecks, type CheckOutcome } from '../../src/domain/commit-checks.js';

const reported = fc.record({
  name: fc.constantFrom('lint', 'tests', 'docs'),
  outcome: fc.constantFrom<CheckOutcome>('passed', 'failed', 'skipped', 'pending'),
  detail: fc.constant(''),
  url: fc.constant(''),
});

describe('commitChecks', () => {
  it('has each name once, passed only when none of that name failed or is pending, in whatever order', () => {
    fc.assert(
      fc.property(fc.array(reported), all => {
        const { isComplete, checks } = commitChecks(all);
        expect(checks.map(({ name }) => name)).toEqual([...new Set(all.map(({ name }) => name))].sort());
        for (const { name, outcome } of checks) {
          const outcomes = all.filter(one => one.name === name).map(one => one.outcome);
          expect(outcomes).toContain(outcome);
          if (outcomes.includes('failed')) expect(['failed', 'pending']).toContain(outcome);
          if (outcomes.includes('pending')) expect(outcome).toBe('pending');
        }
        expect(isComplete).toBe(!all.some(({ outcome }) => outcome === 'pending'));
        expect(commitChecks([...all].reverse())).toEqual({ isComplete, checks });
      }),
    );
  });
});
