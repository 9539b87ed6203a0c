import { describe, expect, it } from '@jest/globals';
import type { Execution } from '../../src/domain/execution.js';
import type { EnvironmentFinding } from '../../src/domain/finding.js';
import { judge } from '../../src/execute/judge.js';
import { verdictOf } from '../../src/execute/verdict.js';
import { execution, test } from '../support/values.js';

const fault = (...explains: string[]): EnvironmentFinding => ({
  kind: 'missing-service',
  subject: 'Redis',
  message: 'No Redis.',
  remedy: 'Skip.',
  explains,
});
const alone = (over: Partial<Execution>, ...faults: EnvironmentFinding[]) =>
  verdictOf(execution(over), { faults });
const MET = { isCovered: true, constraintsHold: true };
const baseline = {
  execution: execution({ tests: [test('a.py::ok'), test('a.py::bad', 'failed'), test('b.py::ok')] }),
  flaky: [],
  requiredTests: [],
};
const against = (over: Partial<Execution>, ...faults: EnvironmentFinding[]) => {
  const now = execution(over);
  return verdictOf(now, { faults, judgement: judge(baseline, now, MET) });
};
const error = { path: 'b.py', errorType: 'ModuleNotFoundError', message: 'x', trace: [] };

describe('verdictOf', () => {
  it('is green when all pass, some are skipped, or one fails as expected', () => {
    const tests = [test('a'), test('b', 'skipped'), test('c', 'xfailed')];
    expect(alone({ tests })).toEqual({ verdict: 'green', findings: [] });
  });

  it.each([
    ['a test fails', { tests: [test('a'), test('b', 'failed')] }],
    ['a test errs', { tests: [test('a'), test('b', 'error')] }],
    ['a file cannot be collected', { tests: [test('a')], collectionErrors: [error] }],
    ['it timed out', { status: 'timed-out', tests: [test('a')] }],
    ['it crashed', { status: 'crashed', tests: [test('a')] }],
  ] as const)('is red when %s', (_, over) => expect(alone(over).verdict).toBe('red'));

  it.each([
    ['no test was collected', []],
    ['every test was skipped', [test('a', 'skipped'), test('b', 'skipped')]],
    [
      'an async test was skipped for lack of a plug-in',
      [
        test('a'),
        test('b', 'skipped', { message: 'async def function and no async plugin installed (see warnings)' }),
      ],
    ],
  ])('is red, with a finding that says so, when %s', (_, tests) => {
    const { verdict, findings } = alone({ tests });
    expect(verdict).toBe('red');
    expect(findings).toMatchObject([{ kind: 'nothing-shown' }]);
  });

  it('is untrusted, never anything else, when the run is', () => {
    const told = alone(
      { status: 'untrusted', detail: 'The canary lives.', tests: [test('a')] },
      fault('a'),
      fault(),
    );
    expect(told.verdict).toBe('untrusted');
    expect(told.findings[0]).toMatchObject({ kind: 'untrusted', message: expect.stringContaining('canary') });
  });

  it('is an environment fault only when every failure is explained', () => {
    const tests = [test('t.py::a', 'failed'), test('t.py::b', 'failed')];
    expect(alone({ tests }, fault('t.py::a')).verdict).toBe('red');
    expect(alone({ tests }, fault('t.py::a', 't.py::b')).verdict).toBe('environment-fault');
    expect(alone({ tests: [test('a')] }, fault('x')).verdict).toBe('green');
  });

  it('is an environment fault when that is why it did not complete', () => {
    expect(alone({ status: 'environment-fault' }, fault()).verdict).toBe('environment-fault');
    expect(alone({ status: 'crashed' }, fault()).verdict).toBe('environment-fault');
    expect(alone({ status: 'crashed' }, fault('a')).verdict).toBe('red');
  });

  describe('against a baseline', () => {
    it('counts only what got worse', () => {
      const told = against({ tests: baseline.execution.tests });
      expect(told.verdict).toBe('green');
      expect(told.findings).toMatchObject([{ kind: 'already-failing', subject: 'a.py::bad' }]);
    });

    it('counts what is missing, and a new test that fails', () => {
      expect(against({ tests: baseline.execution.tests.slice(1) }).verdict).toBe('red');
      expect(against({ tests: [...baseline.execution.tests, test('c', 'failed')] }).verdict).toBe('red');
    });

    it('takes the missing tests of a file for explained by what keeps it from being collected', () => {
      const over = { tests: baseline.execution.tests.slice(0, 2), collectionErrors: [error] };
      expect(against(over).verdict).toBe('red');
      const full = { ...fault('b.py'), kind: 'disk-full' } as const;
      expect(against(over, full).verdict).toBe('environment-fault');
    });

    it('is red where the change did away with what the base had, or asks for what is not there', () => {
      const over = { tests: baseline.execution.tests.slice(0, 2), collectionErrors: [error] };
      const missing = { ...fault('b.py'), kind: 'missing-distribution' } as const;
      expect(against(over, missing).verdict).toBe('red');
    });

    it('is not green where nothing passes, though nothing got worse', () => {
      const before = { ...baseline, execution: execution({ tests: [test('a', 'failed')] }) };
      const now = execution({ tests: [test('a', 'failed')] });
      expect(verdictOf(now, { faults: [], judgement: judge(before, now, MET) }).verdict).toBe('red');
    });
  });
});
