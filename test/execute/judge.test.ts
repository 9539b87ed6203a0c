import { describe, expect, it } from '@jest/globals';
import type { Execution } from '../../src/domain/execution.js';
import { judge } from '../../src/execute/judge.js';
import { execution, test } from '../support/values.js';

const MET = { isCovered: true, constraintsHold: true };
const before = execution({
  tests: [test('a.py::test_ok'), test('a.py::test_bad', 'failed'), test('a.py::test_skip', 'skipped')],
});
const baseline = { execution: before, requiredTests: ['b.py::test_new'], flaky: [] as string[] };
const green = [...before.tests, test('b.py::test_new[1]'), test('b.py::test_new[2]')];

const judged = (over: Partial<Execution>, met = MET) =>
  judge(baseline, execution({ tests: green, ...over }), met);

describe('judge', () => {
  it('is green when every required test passes and nothing got worse', () => {
    expect(judged({})).toMatchObject({
      green: true,
      requiredPassing: ['b.py::test_new'],
      requiredFailing: [],
      newlyFailing: [],
      missing: [],
      alreadyFailing: ['a.py::test_bad'],
    });
  });

  it.each([
    [
      'one instance of a required test fails',
      [...before.tests, test('b.py::test_new[1]'), test('b.py::test_new[2]', 'failed')],
    ],
    ['a required test is skipped', [...before.tests, test('b.py::test_new', 'skipped')]],
    ['a required test is expected to fail', [...before.tests, test('b.py::test_new', 'xfailed')]],
    ['a required test is not collected', before.tests],
  ])('is red when %s', (_, tests) => {
    const judgement = judged({ tests });
    expect(judgement.green).toBe(false);
    expect(judgement.requiredFailing).toEqual(['b.py::test_new']);
  });

  it('is red when a test that passed fails, is skipped or is gone', () => {
    const replace = (outcome: 'failed' | 'skipped') =>
      green.map(one => (one.id === 'a.py::test_ok' ? test(one.id, outcome) : one));
    expect(judged({ tests: replace('failed') })).toMatchObject({
      green: false,
      newlyFailing: ['a.py::test_ok'],
    });
    expect(judged({ tests: replace('skipped') })).toMatchObject({
      green: false,
      newlyFailing: ['a.py::test_ok'],
    });
    expect(judged({ tests: green.slice(1) })).toMatchObject({ green: false, missing: ['a.py::test_ok'] });
  });

  it('is red when a delivered test fails or a new file cannot be collected', () => {
    expect(judged({ tests: [...green, test('c.py::test_carried', 'failed')] }).newlyFailing).toEqual([
      'c.py::test_carried',
    ]);
    const error = { path: 'c.py', errorType: 'NameError', message: 'x', trace: [] };
    expect(judged({ collectionErrors: [error] })).toMatchObject({ green: false, newlyFailing: ['c.py'] });
  });

  it('is red when the run did not complete, a requirement is open or a constraint is violated', () => {
    expect(judged({ status: 'timed-out' }).green).toBe(false);
    expect(judged({}, { ...MET, isCovered: false }).green).toBe(false);
    expect(judged({}, { ...MET, constraintsHold: false }).green).toBe(false);
  });

  it('is never green without a required test', () => {
    expect(judge({ ...baseline, requiredTests: [] }, execution({ tests: before.tests }), MET).green).toBe(
      false,
    );
  });
});
