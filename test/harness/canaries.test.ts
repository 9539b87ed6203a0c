import { beforeAll, describe, expect, it } from '@jest/globals';
import { PREPARE_TIMEOUT_MS, outcomes, source, suiteRunner } from '../support/suites.js';
import type { SuiteRunner } from '../support/suites.js';

let runner: SuiteRunner;
beforeAll(async () => {
  runner = await suiteRunner();
}, PREPARE_TIMEOUT_MS);

const FAILING = source(
  'import pytest, unittest',
  'def test_assert(): assert 1 == 2',
  'def test_raises():',
  '    with pytest.raises(ValueError): pass',
  'class TestOld(unittest.TestCase):',
  '    def test_old(self): self.assertEqual(1, 2)',
);

describe('what hides failures hides those of the harness', () => {
  it.each<[string, readonly string[]]>([
    [
      'a hook that calls no test',
      ['@pytest.hookimpl(tryfirst=True)', 'def pytest_pyfunc_call(pyfuncitem): return True'],
    ],
    [
      'a hook that swallows what a test raises',
      [
        '@pytest.hookimpl(hookwrapper=True)',
        'def pytest_runtest_call(item):',
        '    (yield).force_result(None)',
      ],
    ],
    ['an assertion of unittest that asserts nothing', ['unittest.TestCase.assertEqual = print']],
    ['an expectation that expects nothing', ['pytest.raises = lambda *expected: contextlib.nullcontext()']],
    [
      'a fixture around every test that replaces what fails',
      [
        '@pytest.fixture(autouse=True)',
        'def quiet(monkeypatch): monkeypatch.setattr(unittest.TestCase, "assertEqual", print)',
      ],
    ],
    [
      'a report that is made to say passed',
      [
        '@pytest.hookimpl(hookwrapper=True)',
        'def pytest_runtest_makereport(item):',
        '    (yield).get_result().outcome = "passed"',
      ],
    ],
    [
      'a hook that skips them',
      [
        'def pytest_runtest_setup(item):',
        '    if "Old" not in item.nodeid: pytest.skip("no")',
        'unittest.TestCase.assertEqual = print',
      ],
    ],
  ])('%s', async (_, conftest) => {
    const execution = await runner.run({
      'conftest.py': source('import contextlib, pytest, unittest', ...conftest),
      'test_ill.py': FAILING,
    });
    expect(execution.status).toBe('untrusted');
    expect(execution.detail).toMatch(/^The report cannot be trusted: /);
  });
});

describe('an honest suite does not notice them', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    [
      'with strict settings',
      {
        'pytest.ini': source(
          '[pytest]',
          'filterwarnings = error',
          'addopts = --strict-markers --strict-config -p no:cacheprovider --tb=native',
        ),
      },
    ],
    [
      'with fixtures and hooks made for its own tests',
      {
        'conftest.py': source(
          'import pytest',
          '@pytest.fixture(autouse=True)',
          'def client(request): request.cls.client = request.module.NAME',
          'def pytest_runtest_setup(item):',
          '    if not item.get_closest_marker("filterwarnings"): pytest.skip("not marked")',
          'def pytest_runtest_makereport(item): item.cls.last = item.function.__name__',
        ),
      },
    ],
    [
      'with hooks that count and name tests',
      {
        'conftest.py': source(
          'seen = []',
          'def pytest_runtest_logreport(report): seen.append(report.nodeid)',
          'def pytest_exception_interact(): seen.append("failure")',
          'def pytest_sessionfinish(session):',
          '    assert set(seen) == {"test_well.py::TestShop::test_name"}, seen',
          '    assert session.testscollected == len(session.items) == 1',
        ),
      },
    ],
  ])('%s', async (_, files) => {
    const execution = await runner.run({
      'test_well.py': source(
        'import pytest, unittest',
        'NAME = "shop"',
        'class TestShop(unittest.TestCase):',
        '    client = NAME',
        '    @pytest.mark.filterwarnings("error")',
        '    def test_name(self): assert self.client == NAME',
      ),
      ...files,
    });
    expect([execution.status, execution.detail]).toEqual(['completed', '']);
    expect(outcomes(execution)).toEqual({ 'test_well.py::TestShop::test_name': 'passed' });
  });

  it('whose last test is blamed for what outlives it, once', async () => {
    const execution = await runner.run({
      'conftest.py': source(
        'import pytest',
        'UP = []',
        '@pytest.fixture(scope="session", autouse=True)',
        'def database():',
        '    UP.append(1)',
        '    yield',
        '    assert UP == [1], "set up again"',
        '    raise RuntimeError("still open")',
      ),
      'test_well.py': source('def test_one(): pass', 'def test_two(): pass'),
    });
    expect(execution).toMatchObject({ status: 'completed', exitCode: 1 });
    expect(outcomes(execution)).toEqual({
      'test_well.py::test_one': 'passed',
      'test_well.py::test_two': 'error',
    });
    expect(execution.tests[1]?.message).toBe('still open');
  });

  it('whose tests are all skipped', async () => {
    const execution = await runner.run({
      'conftest.py': source('import pytest', 'def pytest_runtest_setup(): pytest.skip("not here")'),
      'test_ill.py': FAILING,
    });
    expect(execution.status).toBe('completed');
    expect(new Set(execution.tests.map(test => test.outcome))).toEqual(new Set(['skipped']));
  });
});
