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

  it.each<[string, string]>([
    ['which closes it', 'os.closerange(3, 256)'],
    ['which floods it', 'for number in PIPES:\n        while True: os.write(number, b"x" * 65536)'],
    ['in a copy of the process, which lives on alone', 'if os.fork(): os._exit(0)'],
  ])('by a report %s is not believed', async (_, body) => {
    const execution = await runner.run({
      'test_forge.py': source(
        'import os, stat',
        'def is_pipe(number):',
        '    try: return stat.S_ISFIFO(os.fstat(number).st_mode)',
        '    except OSError: return False',
        'PIPES = [number for number in range(3, 64) if is_pipe(number)]',
        'def test_forge():',
        `    ${body}`,
      ),
    });
    expect(['crashed', 'untrusted']).toContain(execution.status);
    expect(outcomes(execution)).toEqual({ 'test_forge.py::test_forge': 'failed' });
  });

  it('by a last word at exit is not believed', async () => {
    const execution = await runner.run({
      'test_ill.py': source(
        'import atexit, os',
        'atexit.register(os._exit, 0)',
        'def test_ill(): assert False',
      ),
    });
    expect(execution).toMatchObject({
      status: 'untrusted',
      detail: 'The process ended with exit status 0, which is not how pytest ended it.',
    });
  });

  it('about the time is stopped by the clock outside', async () => {
    const execution = await runner.run(
      {
        'test_slow.py': source(
          'import time',
          'time.monotonic = time.time = time.perf_counter = lambda: 0.0',
          'def test_slow():',
          '    while True: pass',
        ),
      },
      { testTimeoutMs: 1_500 },
    );
    expect(execution.status).toBe('timed-out');
  });
});
