import { describe, expect, it } from '@jest/globals';
import { CodefaceError } from '../../src/domain/errors.js';
import type { Execution, ExecutionStatus } from '../../src/domain/execution.js';
import {
  associatedBy,
  OWN_SUITE_LIMITS,
  ownEnvironment,
  withoutMissingWheel,
  type OwnSuite,
} from '../../src/mine/own-suite.js';

const ALONE = 'Its own suite told nothing, so that tests are tied to code by names and imports alone.';

function ended(status: ExecutionStatus, more: Partial<Execution> = {}): Execution {
  return {
    status,
    detail: status === 'completed' ? '' : 'It went wrong.',
    command: [],
    driver: 'fake',
    environment: 'e',
    digest: 'd',
    seeds: {},
    interpreter: '3.11.2',
    distributions: [],
    exitCode: 0,
    tests: [{ id: 't.py::test_a', outcome: 'passed', durationMs: 1, entered: [0] }],
    functions: [['shop.py', 1]],
    collectionErrors: [],
    output: '',
    durationMs: 1_000,
    ...more,
  };
}

describe('what a run of the suite tells', () => {
  it('is what its tests entered', () => {
    const { association, run } = associatedBy(ended('completed'));
    expect([...(association?.byTest.keys() ?? [])]).toEqual(['t.py::test_a']);
    expect(run).toEqual({ tests: 1, functions: 1, note: '' });
  });

  it.each(['crashed', 'timed-out'] as const)(
    'is what ended well when a file %s, with a word on it',
    status => {
      const { association, run } = associatedBy(ended(status));
      expect(association?.byTest.size).toBe(1);
      expect(run?.note).toBe('Not all of it could be run: It went wrong.');
    },
  );

  it.each(['untrusted', 'environment-fault'] as const)('is nothing when it is %s', status => {
    expect(associatedBy(ended(status))).toEqual({
      run: { tests: 0, functions: 0, note: `${ALONE} It went wrong.` },
    });
  });

  it('is nothing when its time was over, whatever it had come to by then', () => {
    const { association, run } = associatedBy(
      ended('timed-out', { durationMs: OWN_SUITE_LIMITS.wallTimeMs - 2_000 }),
    );
    expect(association).toBeUndefined();
    expect(run?.note).toBe(`${ALONE} It did not end within 120 s.`);
  });

  it('is nothing when no test passed', () => {
    const tests = [{ id: 't.py::test_a', outcome: 'failed' as const, durationMs: 1, entered: [0] }];
    expect(associatedBy(ended('completed', { tests })).run?.note).toBe(`${ALONE} No test of it passed.`);
  });

  it('is nothing where it could not be run, of which the first sentence is told', () => {
    const error = new CodefaceError(
      'sandbox',
      'Installing sphinx did not succeed. Last lines:\nCollecting sphinx',
    );
    expect(associatedBy(error).run?.note).toBe(`${ALONE} Installing sphinx did not succeed.`);
  });
});

describe('what is installed for it', () => {
  const wanted = { distributions: ['pytest', 'pytest_style~=2.3; python_version > "3"'] };
  const noWheel = (name: string) =>
    new CodefaceError(
      'sandbox',
      `Installing pytest, pytest_style~=2.3 did not succeed: ${name} has no wheel for this interpreter, and so on.`,
      { fault: 'no-wheel' },
    );

  it('is given up after five minutes at most', () => {
    const suite = (wallTimeMs?: number): OwnSuite => ({
      judge: 'sandbox',
      environment: { ...wanted, ...(wallTimeMs !== undefined && { wallTimeMs }) },
      sourceRoots: [],
      targets: [],
      arguments: [],
      environmentVariables: {},
    });
    expect(ownEnvironment(suite(), 'acme/shop')).toEqual({
      ...wanted,
      repository: 'acme/shop',
      wallTimeMs: 300_000,
    });
    expect(ownEnvironment(suite(600_000), 'acme/shop').wallTimeMs).toBe(300_000);
    expect(ownEnvironment(suite(1_000), 'acme/shop').wallTimeMs).toBe(1_000);
  });

  it('is less by what has no wheel', () => {
    expect(withoutMissingWheel(wanted, noWheel('pytest-style~=2.3'))).toEqual({ distributions: ['pytest'] });
  });

  it('is not less when something else is wrong, or what it needs itself has none', () => {
    expect(withoutMissingWheel(wanted, noWheel('inner==1'))).toBeUndefined();
    const other = new CodefaceError('sandbox', noWheel('pytest').message, { fault: 'disk-full' });
    expect(withoutMissingWheel(wanted, other)).toBeUndefined();
  });
});
