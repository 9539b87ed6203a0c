import { describe, expect, it } from '@jest/globals';

import { createTimeLeft } from '../../../src/adapters/system/time-left.js';

describe('the time that is left', () => {
  it('is said once something was done for a while, and not at the end', () => {
    const left = createTimeLeft(10);
    expect(left.text(0)).toBe('');
    left.update(0, 0);
    expect(left.text(5_000)).toBe('');
    left.update(1, 1_000);
    expect(left.text(1_000)).toBe('');
    left.update(4, 8_000);
    expect(left.text(8_000)).toBe('about 12 s left');
    left.update(10, 20_000);
    expect(left.text(20_000)).toBe('');
  });

  it('does not take what was remembered for a pace', () => {
    const left = createTimeLeft(100);
    left.update(90, 10);
    left.update(95, 50_010);
    expect(left.text(50_010)).toBe('about 50 s left');
  });

  it('counts down between updates, and falls silent when it was wrong', () => {
    const left = createTimeLeft(4);
    left.update(0, 0);
    left.update(2, 20_000);
    expect(left.text(25_000)).toBe('about 15 s left');
    expect(left.text(60_000)).toBe('');
  });

  it('begins anew with a further round, and says nothing of a step without a total', () => {
    const left = createTimeLeft(10);
    left.update(0, 0);
    left.update(10, 100_000);
    left.update(8, 100_000);
    left.update(9, 103_000);
    expect(left.text(103_000)).toBe('about 3.0 s left');
    const endless = createTimeLeft(undefined);
    endless.update(0, 0);
    endless.update(5, 9_000);
    expect(endless.text(9_000)).toBe('');
  });
});
