import { beforeAll, describe, expect, it } from '@jest/globals';
import { PREPARE_TIMEOUT_MS, outcomes, source, suiteRunner } from '../support/suites.js';
import type { SuiteRunner } from '../support/suites.js';

let runner: SuiteRunner;
beforeAll(async () => {
  runner = await suiteRunner();
}, PREPARE_TIMEOUT_MS);

const TEST = { 'test_well.py': 'def test_well(): pass\n' };

describe('modules that must import', () => {
  it('let the suite run when they do', async () => {
    const execution = await runner.run(
      { ...TEST, 'retry/__init__.py': '', 'retry/delay.py': 'CAP = 1\n', 'shared/names.py': '' },
      { mustImport: ['retry', 'retry.delay', 'shared'] },
    );
    expect(execution).toMatchObject({ status: 'completed', collectionErrors: [] });
    expect(outcomes(execution)).toEqual({ 'test_well.py::test_well': 'passed' });
  });

  it('stop it with their own error when they do not', async () => {
    const execution = await runner.run(
      {
        ...TEST,
        'retry/__init__.py': '',
        'retry/delay.py': source('from retry.clock import now'),
        'retry/clock.py': source('def load():', '    raise LookupError("no clock\\nhere")', 'load()'),
      },
      { mustImport: ['retry', 'retry.delay', 'retry.absent'] },
    );
    expect(execution).toMatchObject({ status: 'completed', tests: [] });
    expect(execution.collectionErrors).toEqual([
      {
        path: 'retry/delay.py',
        errorType: 'LookupError',
        message: 'no clock',
        trace: [
          { path: 'retry/delay.py', line: 1, functionName: '<module>' },
          { path: 'retry/clock.py', line: 3, functionName: '<module>' },
          { path: 'retry/clock.py', line: 2, functionName: 'load' },
        ],
      },
      {
        path: 'retry/absent.py',
        errorType: 'ModuleNotFoundError',
        message: "No module named 'retry.absent'",
        trace: [],
      },
    ]);
  });

  it('must come from the tree: what the environment has installed does not stand in for a slice', async () => {
    const execution = await runner.run(TEST, { mustImport: ['pluggy'] });
    expect(execution.tests).toEqual([]);
    expect(execution.collectionErrors).toHaveLength(1);
    expect(execution.collectionErrors[0]).toMatchObject({ path: 'pluggy.py', errorType: 'ImportError' });
    expect(execution.collectionErrors[0]?.message).toMatch(
      /^module 'pluggy' was imported from .*pluggy.*, not from the tree$/,
    );
  });

  it('may be ones that pytest itself stands on', async () => {
    const execution = await runner.run(
      { 'lib/pluggy.py': 'broken = True\nraise RuntimeError("sliced too thin")\n', ...TEST },
      { mustImport: ['pluggy'], sourceRoots: ['lib'] },
    );
    expect(execution).toMatchObject({ status: 'completed', tests: [] });
    expect(execution.collectionErrors).toMatchObject([
      { path: 'lib/pluggy.py', errorType: 'RuntimeError', message: 'sliced too thin' },
    ]);
  });

  it('are blamed when they end the process or never end', async () => {
    const exits = await runner.run(
      { ...TEST, 'quits.py': 'import os; os._exit(0)\n' },
      { mustImport: ['quits'] },
    );
    expect(exits).toMatchObject({
      status: 'crashed',
      detail: 'The process ended with exit status 0 while importing quits.py.',
      tests: [],
      collectionErrors: [{ path: 'quits.py', errorType: 'Crash' }],
    });
    const hangs = await runner.run(
      { ...TEST, 'hangs.py': 'import time; time.sleep(600)\n' },
      { mustImport: ['hangs'], testTimeoutMs: 1_500 },
    );
    expect(hangs).toMatchObject({
      status: 'timed-out',
      detail: 'hangs.py did not end within 1.5 s.',
      collectionErrors: [{ path: 'hangs.py', errorType: 'Timeout' }],
    });
  });
});
