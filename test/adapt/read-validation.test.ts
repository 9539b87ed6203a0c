import { expect, it } from '@jest/globals';
import { readValidation } from '../../src/adapt/read-validation.js';
import type { Execution, TestResult } from '../../src/domain/execution.js';

function execution(tests: readonly Partial<TestResult>[], rest: Partial<Execution> = {}): Execution {
  return {
    status: 'completed',
    detail: '',
    command: [],
    driver: 'process',
    environment: 'e',
    digest: 'sha256:1',
    seeds: { PYTHONHASHSEED: '0' },
    interpreter: '3.11.2',
    distributions: [],
    exitCode: 0,
    tests: tests.map(test => ({ id: 't.py::test_a', outcome: 'passed', durationMs: 1, ...test })),
    collectionErrors: [],
    output: '',
    durationMs: 5,
    ...rest,
  };
}

const RETAINED = ['t.py::test_a'];

it('a component is valid when each retained test is there, none fails and one passes', () => {
  const log = readValidation(
    execution([{ id: 't.py::test_a[1]' }, { id: 't.py::test_a[2]', outcome: 'skipped' }]),
    RETAINED,
  );
  expect(log).toEqual({ passed: 1, failed: 0, errors: 0, skipped: 1, diagnostics: [], durationMs: 5 });
});

it.each([
  [
    'fails',
    execution([{ outcome: 'failed', errorType: 'AssertionError', message: 'assert 1 == 2' }]),
    't.py::test_a: AssertionError: assert 1 == 2',
  ],
  ['errs', execution([{ outcome: 'error' }]), 't.py::test_a: failed:'],
  ['is not there', execution([{ id: 't.py::test_b' }]), 't.py::test_a was not run'],
  ['only skips', execution([{ outcome: 'skipped' }]), 'No retained test passed'],
  [
    'does not finish',
    execution([{}], { status: 'timed-out', detail: 'after 180 s' }),
    'The tests did not finish: after 180 s',
  ],
  [
    'cannot be collected',
    execution([{}], {
      collectionErrors: [{ path: 't.py', errorType: 'ImportError', message: 'no x', trace: [] }],
    }),
    't.py could not be collected: ImportError: no x',
  ],
])('and invalid when one %s', (_, run, diagnostic) => {
  expect(readValidation(run, RETAINED).diagnostics).toContain(diagnostic);
});
