import { describe, expect, it } from '@jest/globals';
import { commitChecks, type CommitCheck } from '../../src/domain/commit-checks.js';
import { testBaseId } from '../../src/domain/execution.js';
import { absentChecks, executionOfChecks, requiredChecks } from '../../src/execute/execution-of-checks.js';
import { judge } from '../../src/execute/judge.js';

const check = (name: string, outcome: CommitCheck['outcome'], detail = outcome as string): CommitCheck => ({
  name,
  outcome,
  detail,
  url: `https://ci.example/${name}`,
});
const executionOf = (...checks: readonly CommitCheck[]) =>
  executionOfChecks('c1', { ...commitChecks(checks), status: 'completed', detail: '', durationMs: 5 });

describe('executionOfChecks', () => {
  it('makes a test of each check that ended, with what it says and where', () => {
    const { driver, status, tests } = executionOf(
      check('docs', 'skipped'),
      check('lint', 'passed'),
      check('tests', 'failed', 'failure: 3 failed'),
      check('slow', 'pending'),
    );
    expect({ driver, status }).toEqual({ driver: 'ci', status: 'completed' });
    expect(tests).toEqual([
      { id: 'ci::docs', outcome: 'skipped', durationMs: 0, message: 'skipped (https://ci.example/docs)' },
      { id: 'ci::lint', outcome: 'passed', durationMs: 0 },
      {
        id: 'ci::tests',
        outcome: 'failed',
        durationMs: 0,
        errorType: 'CheckFailure',
        message: 'failure: 3 failed (https://ci.example/tests)',
      },
    ]);
  });

  it('keeps the legs of a matrix apart, whatever brackets are in their names', () => {
    const before = executionOf(check('test [3.11]', 'failed'), check('test [3.12]', 'passed'));
    const requiredTests = requiredChecks(before);
    expect(requiredTests).toEqual(['ci::test [3.11]']);
    expect(testBaseId('ci::test [3.11]')).toBe('ci::test [3.11]');
    const met = { isCovered: true, constraintsHold: true };
    const judged = (...now: readonly CommitCheck[]) =>
      judge({ execution: before, flaky: [], requiredTests }, executionOf(...now), met);
    expect(judged(check('test [3.11]', 'passed'), check('test [3.12]', 'passed')).green).toBe(true);
    expect(judged(check('test [3.11]', 'passed'))).toMatchObject({
      green: false,
      missing: ['ci::test [3.12]'],
    });
    expect(judged(check('test [3.11]', 'skipped'), check('test [3.12]', 'passed')).green).toBe(false);
  });
});

describe('absentChecks', () => {
  it('names those that ran before and not now', () => {
    const before = executionOf(check('deploy', 'passed'), check('tests', 'failed'));
    expect(absentChecks(before, executionOf(check('tests', 'passed')))).toMatchObject([
      { kind: 'absent-check', subject: 'ci::deploy' },
    ]);
    expect(absentChecks(before, { ...executionOf(), status: 'timed-out' })).toEqual([]);
  });
});
