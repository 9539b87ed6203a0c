import { describe, expect, it } from '@jest/globals';
import type { Round } from '../../src/domain/run.js';
import { bestRound, whyStop } from '../../src/domain/stopping.js';
import { execution, round } from '../support/values.js';

const BUDGET = { rounds: 5, wallTimeMs: 1000, tokens: 10, costUsd: 1 };
const SPENT = { wallTimeMs: 0, tokens: 0, costUsd: 0 };

const withPassed = (...passed: number[]): Round[] =>
  passed.map((count, index) =>
    round({ index: index + 1, counts: { passed: count, failed: 1, errors: 0, skipped: 0 } }),
  );

describe('whyStop', () => {
  it('lets the first round begin', () => expect(whyStop([], BUDGET, SPENT)).toBeUndefined());

  it('stops on green', () => {
    const green = round({ judgement: { ...round().judgement, green: true } });
    expect(whyStop([green], BUDGET, SPENT)).toBe('green');
  });

  it('stops after the last round of the budget', () => {
    expect(whyStop(withPassed(1, 2, 3, 4), BUDGET, SPENT)).toBeUndefined();
    expect(whyStop(withPassed(1, 2, 3, 4, 5), BUDGET, SPENT)).toBe('rounds-spent');
  });

  it('stops after two rounds in a row without one more passing test', () => {
    expect(whyStop(withPassed(3, 3), BUDGET, SPENT)).toBeUndefined();
    expect(whyStop(withPassed(3, 2, 4), BUDGET, SPENT)).toBeUndefined();
    expect(whyStop(withPassed(3, 2, 3), BUDGET, SPENT)).toBe('no-progress');
  });

  it('counts nothing as passed in a round that cannot be believed', () => {
    const forged = withPassed(3, 9, 9).map((one, index) =>
      index === 0 ? one : { ...one, execution: execution({ status: 'untrusted' }) },
    );
    expect(whyStop(forged, BUDGET, SPENT)).toBe('no-progress');
  });

  it('stops after two rounds in a row that timed out', () => {
    const late = round({ execution: execution({ status: 'timed-out' }) });
    expect(whyStop([late], BUDGET, SPENT)).toBeUndefined();
    expect(whyStop([late, late], BUDGET, SPENT)).toBe('timed-out-twice');
  });

  it('stops on a spent budget, where zero means that no model may be called at all', () => {
    expect(whyStop([], BUDGET, { ...SPENT, wallTimeMs: 1000 })).toBe('budget-spent');
    expect(whyStop([], BUDGET, { ...SPENT, tokens: 10 })).toBe('budget-spent');
    expect(whyStop([], BUDGET, { ...SPENT, costUsd: 1 })).toBe('budget-spent');
    expect(whyStop([], { ...BUDGET, tokens: 0, costUsd: 0 }, SPENT)).toBeUndefined();
  });

  it("stops when the target's own CI passes and had nothing to mend, unless something is still open", () => {
    const nothing = { ...round().judgement, requiredPassing: [], requiredFailing: [] };
    const fine = round({
      execution: execution({ driver: 'ci' }),
      judgement: nothing,
      counts: { passed: 2, failed: 0, errors: 0, skipped: 0 },
    });
    expect(whyStop([fine], BUDGET, SPENT)).toBe('nothing-shown');
    const uncovered = [{ requirementId: 'r:shop.prices', reason: 'Nothing fits.' }];
    for (const over of [
      { execution: execution({ driver: 'docker' }) },
      { activation: { activations: [], uncovered } },
      { judgement: { ...nothing, newlyFailing: ['ci::lint'] } },
      { judgement: { ...nothing, missing: ['ci::lint'] } },
      { counts: { passed: 0, failed: 0, errors: 0, skipped: 2 } },
    ])
      expect(whyStop([{ ...fine, ...over }], BUDGET, SPENT)).toBeUndefined();
  });

  it('stops when the environment is at fault', () => {
    expect(whyStop([round({ execution: execution({ status: 'environment-fault' }) })], BUDGET, SPENT)).toBe(
      'environment-fault',
    );
  });
});

describe('bestRound', () => {
  const judged = (index: number, passing: number, broken: number) =>
    round({
      index,
      judgement: {
        ...round().judgement,
        requiredPassing: Array.from({ length: passing }, (_, n) => `p${n}`),
        newlyFailing: Array.from({ length: broken }, (_, n) => `b${n}`),
      },
    });

  it('is nothing without rounds', () => expect(bestRound([])).toBeUndefined());
  it('has most required tests passing', () =>
    expect(bestRound([judged(1, 1, 0), judged(2, 3, 0), judged(3, 2, 0)])?.index).toBe(2));
  it('breaks least before it passes most', () =>
    expect(bestRound([judged(1, 1, 0), judged(2, 9, 1)])?.index).toBe(1));
  it('is none that cannot be believed while another can', () => {
    const forged = { ...judged(2, 9, 0), execution: execution({ status: 'untrusted' }) };
    expect(bestRound([judged(1, 0, 3), forged])?.index).toBe(1);
    expect(bestRound([forged])?.index).toBe(2);
  });
  it('is the earliest of equals', () => expect(bestRound([judged(1, 2, 0), judged(2, 2, 0)])?.index).toBe(1));
});
