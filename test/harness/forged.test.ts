import { beforeAll, describe, expect, it } from '@jest/globals';
import { PREPARE_TIMEOUT_MS, outcomes, source, suiteRunner } from '../support/suites.js';
import type { SuiteRunner } from '../support/suites.js';

let runner: SuiteRunner;
beforeAll(async () => {
  runner = await suiteRunner();
}, PREPARE_TIMEOUT_MS);

const SWAP = source('def pytest_collection_modifyitems(items):', '    for i in items: i.obj = lambda: None');
const ILL = { 'tests/test_ill.py': 'def test_ill(): assert False\n' };

describe('settings that are not the suite’s own', () => {
  it('are not taken from beside a file that is named', async () => {
    const execution = await runner.run(
      {
        ...ILL,
        'tests/swap.py': SWAP,
        'tests/setup.cfg': '[tool:pytest]\naddopts = -p tests.swap\n',
      },
      { targets: ['tests/test_ill.py'] },
    );
    expect(execution.status).toBe('completed');
    expect(outcomes(execution)).toEqual({ 'tests/test_ill.py::test_ill': 'failed' });
  });

  it('cannot be left above the tree for the next file', async () => {
    const execution = await runner.run({
      'test_a.py': source(
        'import os',
        'def test_a():',
        '    for folder in ("..", "../.."):',
        '        with open(folder + "/pytest.ini", "w") as file: file.write("[pytest]\\naddopts = -k nothing\\n")',
        '        with open(folder + "/conftest.py", "w") as file: file.write("1 / 0")',
      ),
      'test_b.py': source(
        'import os',
        'def test_b(pytestconfig):',
        '    assert pytestconfig.inipath is None',
        '    assert not os.path.exists("../pytest.ini") and not os.path.exists("../../pytest.ini")',
      ),
    });
    expect(execution).toMatchObject({ status: 'completed', detail: '', collectionErrors: [] });
    expect(outcomes(execution)).toEqual({ 'test_a.py::test_a': 'passed', 'test_b.py::test_b': 'passed' });
  });

  it.each<[string, readonly string[]]>([
    ['setup.cfg', ['[tool:pytest]', 'python_functions = check_*']],
    ['pyproject.toml', ['[tool.pytest.ini_options]', 'python_functions = "check_*"']],
    ['pytest.ini', ['[pytest]', 'python_functions = check_*']],
  ])('are those of %s at the root, for a suite as for a file that is named', async (name, lines) => {
    const files = {
      [name]: source(...lines),
      'tests/test_all.py': source('def check_it(): pass', 'def test_it(): assert False'),
    };
    for (const targets of [[], ['tests/test_all.py']]) {
      const execution = await runner.run(files, { targets });
      expect(outcomes(execution)).toEqual({ 'tests/test_all.py::check_it': 'passed' });
    }
  });

  it('cannot turn the reporter off', async () => {
    const execution = await runner.run({
      ...ILL,
      'pytest.ini': '[pytest]\naddopts = -p no:codeface_reporter -p no:codeface_canaries\n',
    });
    expect(outcomes(execution)).toEqual({ 'tests/test_ill.py::test_ill': 'failed' });
  });
});

describe('what the tests are judged by', () => {
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['the body of every test', SWAP, ILL],
    [
      'the body of every test',
      source(
        'import functools',
        'def pytest_collection_modifyitems(items):',
        '    for i in items: i.obj = functools.wraps(i.obj)(lambda: None)',
      ),
      ILL,
    ],
    [
      'unittest.TestCase.assertIn',
      'import unittest\nunittest.TestCase.assertIn = lambda *_: None\n',
      {
        'test_case.py': source(
          'import unittest',
          'class TestIt(unittest.TestCase):',
          '    def test_ill(self): self.assertIn(1, [])',
        ),
      },
    ],
    [
      'doctest.OutputChecker.check_output',
      'import doctest\ndoctest.OutputChecker.check_output = lambda *_: True\n',
      {
        'pytest.ini': '[pytest]\naddopts = --doctest-modules\n',
        'shop.py': source('def one():', '    """', '    >>> one()', '    2', '    """', '    return 1'),
      },
    ],
    [
      'pytest.approx',
      'import pytest\nfrom unittest.mock import ANY\npytest.approx = lambda *_: ANY\n',
      { 'test_it.py': 'import pytest\ndef test_ill(): assert 1 == pytest.approx(2)\n' },
    ],
    [
      'asyncio.runners.Runner|asyncio.Runner.run',
      'import asyncio\nasyncio.Runner.run = lambda self, it: it.close()\n',
      {
        'test_it.py': source(
          'import asyncio',
          'async def ill(): assert False',
          'def test_ill():',
          '    with asyncio.Runner() as runner: runner.run(ill())',
        ),
      },
    ],
  ])('is no longer %s, so nothing is believed', async (name, conftest, files) => {
    const execution = await runner.run({ 'conftest.py': conftest, ...files });
    expect(execution.status).toBe('untrusted');
    expect(execution.detail).toMatch(new RegExp(`the suite replaced (${name})\\.$`));
  });

  it('may be wrapped, or replaced for a while', async () => {
    const execution = await runner.run({
      'conftest.py': source(
        'import functools, pytest, unittest',
        'def wrapped(body):',
        '    @functools.wraps(body)',
        '    def run(*args, **named): return body(*args, **named)',
        '    return run',
        'def pytest_collection_modifyitems(items):',
        '    for item in items: item.obj = wrapped(item.obj)',
      ),
      'test_well.py': source(
        'import asyncio, doctest, pytest, unittest',
        'def test_patch(monkeypatch):',
        '    monkeypatch.setattr(unittest.TestCase, "assertIn", print)',
        '    monkeypatch.setattr(pytest, "skip", print)',
        'class TestIt:',
        '    def test_method(self): pass',
        '    @staticmethod',
        '    def test_static(): pass',
        '    @pytest.mark.parametrize("number", [1, 2])',
        '    def test_more(self, number): pass',
        'class TestCase(unittest.IsolatedAsyncioTestCase):',
        '    async def test_case(self): pass',
      ),
    });
    expect([execution.status, execution.detail]).toEqual(['completed', '']);
    expect(new Set(Object.values(outcomes(execution)))).toEqual(new Set(['passed']));
    expect(execution.tests).toHaveLength(6);
  });
});
