import { beforeAll, describe, expect, it } from '@jest/globals';
import { PREPARE_TIMEOUT_MS, outcomes, source, suiteRunner } from '../support/suites.js';
import type { SuiteRunner } from '../support/suites.js';

let runner: SuiteRunner;
beforeAll(async () => {
  runner = await suiteRunner();
}, PREPARE_TIMEOUT_MS);

const FAILING = { 'test_ill.py': 'def test_ill(): assert False\n' };

describe('a suite that ends its own process', () => {
  it.each([
    ['os._exit(0)', 'The process ended with exit status 0'],
    ['os._exit(1)', 'The process ended with exit status 1'],
    ['os.kill(os.getpid(), 11)', 'The process was killed by SIGSEGV'],
  ])('by %s has crashed, and the test in flight is named', async (call, ending) => {
    const execution = await runner.run({
      'test_exit.py': source(
        'import os',
        'def test_before(): pass',
        `def test_exit(): ${call}`,
        'def test_after(): pass',
      ),
    });
    expect(execution).toMatchObject({
      status: 'crashed',
      detail: `${ending} while running test_exit.py::test_exit.`,
    });
    expect(outcomes(execution)).toEqual({
      'test_exit.py::test_before': 'passed',
      'test_exit.py::test_exit': 'failed',
      'test_exit.py::test_after': 'error',
    });
    expect(execution.tests[2]).toMatchObject({ errorType: 'NotRun' });
    expect(execution.tests[1]).toMatchObject({ errorType: 'Crash' });
  });

  it('while it is being collected has crashed, and the file is named', async () => {
    const execution = await runner.run({ 'test_exit.py': 'import os; os._exit(0)\n' });
    expect(execution).toMatchObject({
      status: 'crashed',
      collectionErrors: [{ path: 'test_exit.py', errorType: 'Crash' }],
    });
  });

  it('by breaking pytest has crashed, and no test file is blamed', async () => {
    const execution = await runner.run({
      'test_well.py': 'def test_well(): pass\n',
      'conftest.py': 'def pytest_collection_modifyitems(): 1 / 0\n',
    });
    expect(execution).toMatchObject({
      status: 'crashed',
      exitCode: 3,
      tests: [{ outcome: 'error', errorType: 'NotRun' }],
      collectionErrors: [],
    });
    expect(execution.output).toMatch(/ZeroDivisionError/);
  });

  it('before there is a session has crashed', async () => {
    const execution = await runner.run({ ...FAILING, 'conftest.py': 'import os; os._exit(0)\n' });
    expect(execution).toMatchObject({
      status: 'crashed',
      detail: 'The process ended with exit status 0 before the session began.',
      tests: [],
    });
  });

  it('before there is a session says what it printed last, which is why', async () => {
    const conftest = source('def pytest_configure(): raise RuntimeError("no such table")');
    const execution = await runner.run({ ...FAILING, 'conftest.py': conftest });
    expect(execution.detail).toBe(
      'The process ended with exit status 3 before the session began. It last printed: INTERNALERROR> RuntimeError: no such table',
    );
  });

  it('and the supervisor’s has crashed', async () => {
    const execution = await runner.run({
      'test_kill.py': source('import os', 'def test_kill(): os.kill(os.getppid(), 9)'),
    });
    expect(execution).toMatchObject({ status: 'crashed', tests: [], driver: 'process' });
  });
});

describe('a suite that is rough with its process', () => {
  it('is reported all the same', async () => {
    const execution = await runner.run({
      'test_rough.py': source(
        'import os, sys',
        'def test_moves(): os.chdir("/")',
        'def test_patches(monkeypatch):',
        '    monkeypatch.setattr(os, "write", None)',
        '    monkeypatch.setattr(os, "getpid", lambda: 1)',
        '    monkeypatch.setattr("json.JSONEncoder.encode", None)',
        '    assert False',
        'def test_forks():',
        '    if os.fork() == 0: return',
        '    os.wait()',
        'def test_strings():',
        '    raise ValueError("\\udc80 is no text")',
        'class Mute(Exception):',
        '    def __str__(self): raise RuntimeError',
        'def test_mute(): raise Mute',
        'def test_deep(): test_deep()',
        'def test_closes(capfd):',
        '    with capfd.disabled(): os.close(1)',
      ),
    });
    expect(execution.status).toBe('completed');
    expect(outcomes(execution)).toMatchObject({
      'test_rough.py::test_moves': 'passed',
      'test_rough.py::test_patches': 'failed',
      'test_rough.py::test_forks': 'passed',
      'test_rough.py::test_strings': 'failed',
      'test_rough.py::test_mute': 'failed',
      'test_rough.py::test_deep': 'failed',
    });
    const [deep] = execution.tests.filter(test => test.errorType === 'RecursionError');
    expect(deep?.trace?.length).toBeLessThanOrEqual(50);
  });

  it('and prints without end has its output’s head and tail kept', async () => {
    const execution = await runner.run({
      'pytest.ini': '[pytest]\naddopts = -s\n',
      'conftest.py': 'for number in range(200_000): print("line", number)\n',
      'test_well.py': 'def test_well(): pass\n',
    });
    expect(execution.status).toBe('completed');
    expect(execution.output).toMatch(/^line 0\nline 1\n/);
    expect(execution.output).toMatch(/\n\[\d+ bytes cut\]\n/);
    expect(execution.output).toMatch(/1 passed/);
    expect(Buffer.byteLength(execution.output)).toBeLessThanOrEqual(16 * 1024);
  });
});
