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

  it('tells where each test stands', () => {
    const tests = [
      test('a.py::test_ok'),
      test('a.py::test_bad'),
      test('b.py::test_new', 'failed'),
      test('c.py::test_more'),
    ];
    expect(judged({ tests }).standings).toEqual([
      { id: 'a.py::test_ok', standing: 'passing', outcome: 'passed', was: 'passed' },
      { id: 'a.py::test_bad', standing: 'newly-passing', outcome: 'passed', was: 'failed' },
      { id: 'a.py::test_skip', standing: 'missing', was: 'skipped' },
      { id: 'b.py::test_new', standing: 'required-failing', outcome: 'failed' },
      { id: 'c.py::test_more', standing: 'newly-passing', outcome: 'passed' },
    ]);
  });

  it('is red when an async test is skipped that nothing awaited', () => {
    const message = 'async def function and no async plugin installed (see warnings)';
    const judgement = judged({ tests: [...green, test('c.py::test_async', 'skipped', { message })] });
    expect(judgement).toMatchObject({ green: false, newlyFailing: ['c.py::test_async'] });
  });

  describe('flaky tests', () => {
    const failing = green.map(one => (one.id === 'a.py::test_ok' ? test(one.id, 'failed') : one));
    const judgedWith = (flaky: readonly string[], known: readonly string[] = [], tests = failing) =>
      judge({ ...baseline, flaky: known }, execution({ tests }), MET, new Set(flaky));

    it('are excused when they passed once they were run again', () => {
      expect(judgedWith(['a.py::test_ok'])).toMatchObject({
        green: true,
        newlyFailing: [],
        flaky: ['a.py::test_ok'],
      });
    });

    it('count when they never pass, though they differed before', () => {
      expect(judgedWith([], ['a.py::test_ok'])).toMatchObject({
        green: false,
        newlyFailing: ['a.py::test_ok'],
      });
    });

    it('are never required ones', () => {
      const tests = [...before.tests, test('b.py::test_new', 'failed')];
      expect(judgedWith(['b.py::test_new'], ['b.py::test_new'], tests)).toMatchObject({
        green: false,
        requiredFailing: ['b.py::test_new'],
        flaky: [],
      });
    });

    it('may change their parameters from run to run, but not go', () => {
      const unstable = {
        ...baseline,
        execution: execution({ tests: [test('t.py::a[1]')] }),
        flaky: ['t.py::a[1]'],
      };
      const now = [test('t.py::a[2]'), test('b.py::test_new')];
      expect(judge(unstable, execution({ tests: now }), MET).missing).toEqual([]);
      expect(judge(unstable, execution({ tests: now.slice(1) }), MET).missing).toEqual(['t.py::a[1]']);
    });
  });
});
