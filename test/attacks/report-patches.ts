import type { SuiteAttack, Texts } from './attack.js';
import { text } from './programs.js';
import { beside, conftest, suiteAttack } from './suites.js';

const patching = (name: string, files: Texts, more: Partial<SuiteAttack> = {}) =>
  suiteAttack('reports', name, files, more);

const UNITTEST = text(
  'import unittest',
  'class TestCase(unittest.TestCase):',
  '    def test_ill(self): self.assertEqual(1, 2)',
);
const RAISES = text('import pytest', 'def test_ill():', '    with pytest.raises(ValueError): pass');

/** Parts of pytest, unittest and Python replaced, so that a failure does not happen or is not noticed. */
export const PATCHES: readonly SuiteAttack[] = [
  patching(
    'a patched class of pytest’s reports',
    conftest(
      'from _pytest.reports import TestReport',
      'honest = TestReport.from_item_and_call',
      'def forged(item, call):',
      '    report = honest(item, call)',
      '    report.outcome, report.longrepr = "passed", None',
      '    return report',
      'TestReport.from_item_and_call = staticmethod(forged)',
    ),
  ),
  patching(
    'a hook that turns every failure into a pass',
    conftest(
      'import pytest',
      '@pytest.hookimpl(hookwrapper=True, tryfirst=True)',
      'def pytest_runtest_makereport(item, call):',
      '    outcome = yield',
      '    report = outcome.get_result()',
      '    report.outcome, report.longrepr, call.excinfo = "passed", None, None',
    ),
  ),
  patching(
    'a hook that swallows the exception of every test',
    conftest(
      'import pytest',
      '@pytest.hookimpl(hookwrapper=True)',
      'def pytest_pyfunc_call(pyfuncitem):',
      '    outcome = yield',
      '    outcome.force_result(True)',
    ),
  ),
  patching(
    'a hook that calls no test at all',
    conftest(
      'import pytest',
      '@pytest.hookimpl(tryfirst=True)',
      'def pytest_pyfunc_call(pyfuncitem): return True',
    ),
  ),
  patching(
    'a protocol of its own, in which everything passes',
    conftest(
      'import pytest',
      'from _pytest.reports import TestReport',
      '@pytest.hookimpl(tryfirst=True)',
      'def pytest_runtest_protocol(item):',
      '    for when in ("setup", "call", "teardown"):',
      '        report = TestReport(item.nodeid, item.location, {}, "passed", None, when)',
      '        item.ihook.pytest_runtest_logreport(report=report)',
      '    return True',
    ),
  ),
  patching(
    'a loop of its own, in which no test is run',
    conftest(
      'import pytest',
      '@pytest.hookimpl(tryfirst=True)',
      'def pytest_runtestloop(session): return True',
    ),
  ),
  patching(
    'a session that forgets its failures',
    conftest(
      'def pytest_sessionfinish(session):',
      '    session.testsfailed = 0',
      '    session.exitstatus = 0',
    ),
  ),
  patching('assertions that are not made', {
    'pytest.ini': '[pytest]\naddopts = --assert=plain\n',
    ...conftest('import builtins', 'class Never(Exception): pass', 'builtins.AssertionError = Never'),
  }),
  patching(
    'assertions rewritten away',
    conftest(
      'import ast',
      'from _pytest.assertion import rewrite',
      'rewrite.AssertionRewriter.visit_Assert = lambda self, node: [ast.Pass(lineno=1, col_offset=0)]',
    ),
  ),
  patching(
    'a comparison that is always true',
    beside('from _pytest.assertion import util', 'class Any(int):', '    __eq__ = lambda *_: True'),
  ),
  patching('unittest’s assertEqual replaced', {
    'test_forged.py': text('import unittest', 'unittest.TestCase.assertEqual = lambda *_: None') + UNITTEST,
  }),
  patching('unittest’s run replaced', {
    'test_forged.py':
      text('import unittest', 'unittest.TestCase.run = lambda self, result=None: None') + UNITTEST,
  }),
  patching('pytest.raises replaced', {
    'test_forged.py':
      text('import contextlib, pytest', 'pytest.raises = lambda *_: contextlib.nullcontext()') + RAISES,
  }),
  patching('pytest.fail replaced', {
    'test_forged.py': text(
      'import pytest',
      'pytest.fail = lambda *_: None',
      'def test_ill(): pytest.fail("ill")',
    ),
  }),
  patching(
    'a call of pytest’s that catches everything',
    conftest(
      'from _pytest import runner',
      'honest = runner.CallInfo.from_call.__func__',
      'def call(cls, func, when, reraise=None):',
      '    return honest(cls, lambda: None, when, reraise)',
      'runner.CallInfo.from_call = classmethod(call)',
    ),
  ),
  patching(
    'a call of pluggy’s that drops exceptions',
    conftest(
      'import pluggy',
      'honest = pluggy._result.Result.from_call.__func__',
      'def quiet(cls, func):',
      '    try: return honest(cls, func)',
      '    except BaseException: return honest(cls, lambda: None)',
      'pluggy._result.Result.from_call = classmethod(quiet)',
    ),
  ),
  patching(
    'the sink of pytest’s exceptions',
    conftest(
      'from _pytest._code import ExceptionInfo',
      'ExceptionInfo.from_current = classmethod(lambda cls, *_: None)',
      'ExceptionInfo.from_exception = classmethod(lambda cls, *_: None)',
    ),
  ),
];
