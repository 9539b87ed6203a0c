import { beforeAll, describe, expect, it } from '@jest/globals';
import { PREPARE_TIMEOUT_MS, outcomes, source, suiteRunner } from '../support/suites.js';
import type { SuiteRunner } from '../support/suites.js';

let runner: SuiteRunner;
beforeAll(async () => {
  runner = await suiteRunner();
}, PREPARE_TIMEOUT_MS);

describe('a suite that takes too long', () => {
  it('in one test is stopped there, and that test has failed', async () => {
    const execution = await runner.run(
      {
        'test_slow.py': source(
          'import time',
          'def test_before(): pass',
          'def test_slow(): time.sleep(600)',
          'def test_after(): pass',
        ),
      },
      { testTimeoutMs: 1_500 },
    );
    expect(execution).toMatchObject({
      status: 'timed-out',
      detail: 'test_slow.py::test_slow did not end within 1.5 s.',
    });
    expect(outcomes(execution)).toEqual({
      'test_slow.py::test_before': 'passed',
      'test_slow.py::test_slow': 'failed',
      'test_slow.py::test_after': 'error',
    });
    expect(execution.tests.map(test => test.errorType)).toEqual([undefined, 'Timeout', 'NotRun']);
    expect(execution.durationMs).toBeLessThan(20_000);
  });

  it('in the import of a test file is stopped there', async () => {
    const execution = await runner.run(
      { 'test_slow.py': 'import time; time.sleep(600)\n' },
      { testTimeoutMs: 1_500 },
    );
    expect(execution).toMatchObject({
      status: 'timed-out',
      collectionErrors: [{ path: 'test_slow.py', errorType: 'Timeout' }],
    });
  });

  it('as a whole ends with what it had', async () => {
    const execution = await runner.run(
      {
        'test_long.py': source(
          'import time',
          'def test_before(): pass',
          'def test_long(): time.sleep(600)',
          'def test_after(): pass',
        ),
      },
      { testTimeoutMs: 600_000 },
      { wallTimeMs: 10_000 },
    );
    expect(execution).toMatchObject({
      status: 'timed-out',
      detail: 'test_long.py::test_long did not end within the time of the whole run.',
    });
    expect(outcomes(execution)).toEqual({
      'test_long.py::test_before': 'passed',
      'test_long.py::test_long': 'failed',
      'test_long.py::test_after': 'error',
    });
  });

  it('because a thread outlives it has timed out', async () => {
    const execution = await runner.run(
      {
        'test_thread.py': source(
          'import threading, time',
          'def test_thread(): threading.Thread(target=time.sleep, args=(600,)).start()',
        ),
      },
      { testTimeoutMs: 1_500 },
    );
    expect(execution).toMatchObject({ status: 'timed-out', detail: 'The process did not end within 1.5 s.' });
  });

  it('because a child of its own holds its output is not waited for', async () => {
    const execution = await runner.run({
      'test_child.py': source('import subprocess', 'def test_child(): subprocess.Popen(["sleep", "600"])'),
    });
    expect(execution).toMatchObject({ status: 'completed' });
    expect(execution.durationMs).toBeLessThan(20_000);
  });
});
