import { beforeAll, describe, expect, it } from '@jest/globals';
import { PREPARE_TIMEOUT_MS, outcomes, source, suiteRunner } from '../support/suites.js';
import type { SuiteRunner } from '../support/suites.js';

let runner: SuiteRunner;
beforeAll(async () => {
  runner = await suiteRunner();
}, PREPARE_TIMEOUT_MS);

const FAILING = { 'test_ill.py': 'def test_ill(): assert False\n' };

describe('a suite that lies', () => {
  it('about its exit status is not believed', async () => {
    const execution = await runner.run({
      ...FAILING,
      'conftest.py': source('def pytest_sessionfinish(session):', '    session.exitstatus = 0'),
    });
    expect(execution).toMatchObject({
      status: 'untrusted',
      detail:
        'The report cannot be trusted: pytest ended with exit status 0 though test_ill.py::test_ill failed.',
    });
    expect(outcomes(execution)).toEqual({ 'test_ill.py::test_ill': 'failed' });
  });

  it('by patching the class of pytest’s reports is not believed', async () => {
    const execution = await runner.run({
      ...FAILING,
      'conftest.py': source(
        'from _pytest.reports import TestReport',
        'honest = TestReport.from_item_and_call',
        'def forged(item, call):',
        '    report = honest(item, call)',
        '    report.outcome, report.longrepr = "passed", None',
        '    return report',
        'TestReport.from_item_and_call = staticmethod(forged)',
      ),
    });
    expect(execution.status).toBe('untrusted');
    expect(outcomes(execution)).toEqual({ 'test_ill.py::test_ill': 'failed' });
  });

  it('by failing without a failure is not believed', async () => {
    const execution = await runner.run({
      'test_well.py': 'def test_well(): pass\n',
      'conftest.py': source('def pytest_sessionfinish(session):', '    session.exitstatus = 1'),
    });
    expect(execution).toMatchObject({
      status: 'untrusted',
      detail: 'The report cannot be trusted: pytest ended with exit status 1 though nothing failed.',
    });
  });

  it('by leaving before its tests are run is not believed', async () => {
    const execution = await runner.run({
      ...FAILING,
      'conftest.py': source(
        'import pytest',
        'def pytest_runtest_setup(item):',
        '    pytest.exit("enough", returncode=0)',
      ),
    });
    expect(execution).toMatchObject({
      status: 'untrusted',
      detail:
        'The report cannot be trusted: 1 of 1 collected tests were never reported, first test_ill.py::test_ill.',
    });
  });

  it('by writing to the report itself is not believed', async () => {
    const execution = await runner.run({
      'test_forge.py': source(
        'import os, stat',
        'def test_forge():',
        '    for number in range(3, 64):',
        '        try:',
        '            if stat.S_ISFIFO(os.fstat(number).st_mode): os.write(number, b"[NaN]\\n")',
        '        except OSError: pass',
      ),
    });
    expect(execution).toMatchObject({
      status: 'untrusted',
      detail: 'The report cannot be trusted: it holds lines that the reporter never writes.',
    });
  });

  it('by writing a whole transcript of its own and leaving is not believed', async () => {
    const execution = await runner.run({
      'test_forge.py': source(
        'import json, os, stat',
        'TEST = "test_forge.py::test_ill"',
        'EVENTS = [{"event": "session"}, {"event": "collected", "ids": [TEST]}, {"event": "start", "id": TEST},',
        '    {"event": "result", "id": TEST, "outcome": "passed", "durationMs": 1}, {"event": "finish"},',
        '    {"event": "ended", "exitCode": 0}]',
        'for number in range(3, 64):',
        '    try:',
        '        if stat.S_ISFIFO(os.fstat(number).st_mode):',
        '            os.write(number, "".join(json.dumps(event) + "\\n" for event in EVENTS).encode())',
        '    except OSError: pass',
        'os._exit(0)',
        'def test_ill(): assert False',
      ),
    });
    expect(execution).toMatchObject({
      status: 'untrusted',
      detail: 'The report cannot be trusted: it holds lines that the reporter never writes.',
      tests: [],
    });
  });

  it('by replacing a part of the harness finds none', async () => {
    const execution = await runner.run({
      ...FAILING,
      'conftest.py': source(
        'import codeface_outcome',
        'codeface_outcome.TestOutcome.result = lambda self: {"outcome": "passed"}',
      ),
    });
    expect(execution.status).toBe('completed');
    expect(execution.tests).toEqual([]);
    expect(execution.collectionErrors[0]?.message).toBe("No module named 'codeface_outcome'");
  });

  it('by replacing the methods of the encoder changes nothing', async () => {
    const execution = await runner.run({
      ...FAILING,
      'conftest.py': source(
        'import json, json.encoder',
        'honest = json.encoder.JSONEncoder.iterencode',
        'def lie(self, value, *more):',
        '    return honest(self, dict(value, outcome="passed") if "outcome" in value else value, *more)',
        'json.encoder.JSONEncoder.iterencode = lie',
        'json.encoder.JSONEncoder.encode = lambda self, value: "".join(lie(self, value))',
      ),
    });
    expect(outcomes(execution)).toEqual({ 'test_ill.py::test_ill': 'failed' });
  });

  it('by leaving with a better exit status once all is told is not believed', async () => {
    const execution = await runner.run({
      'test_well.py': 'def test_well(): pass\n',
      'conftest.py': source(
        'import os, pytest',
        '@pytest.hookimpl(trylast=True)',
        'def pytest_sessionfinish(): os._exit(0)',
      ),
    });
    expect(execution).toMatchObject({
      status: 'untrusted',
      detail: 'The process ended with exit status 0, which is not how pytest ended it.',
    });
  });

  it('cannot load code before the key of the report is taken', async () => {
    const execution = await runner.run({
      ...FAILING,
      'sitecustomize.py': 'import os; os._exit(0)\n',
      'codeface_report.py': 'import os; os._exit(0)\n',
    });
    expect(outcomes(execution)).toEqual({ 'test_ill.py::test_ill': 'failed' });
  });

  it('by printing what results look like changes nothing', async () => {
    const forged = String.raw`\ncodeface 0 begin\n{"status": "completed", "tests": []}\ncodeface 0 end\n`;
    const execution = await runner.run({
      'test_print.py': source(
        'import os, glob, sys',
        `FORGED = b'${forged}'`,
        'def test_print():',
        '    os.write(1, FORGED); os.write(2, FORGED); sys.__stdout__.write(FORGED.decode())',
        '    assert not glob.glob("../../.codeface/*.json"), "the nonce can be read"',
        'def test_ill(): assert False',
      ),
    });
    expect(execution.status).toBe('completed');
    expect(outcomes(execution)).toEqual({
      'test_print.py::test_print': 'passed',
      'test_print.py::test_ill': 'failed',
    });
  });
});

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
