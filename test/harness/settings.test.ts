import { beforeAll, describe, expect, it } from '@jest/globals';
import { PREPARE_TIMEOUT_MS, outcomes, source, suiteRunner } from '../support/suites.js';
import type { SuiteRunner } from '../support/suites.js';

const WELL = { 'test_well.py': 'def test_well(): pass\n' };

describe('the project’s own settings', () => {
  let runner: SuiteRunner;
  beforeAll(async () => {
    runner = await suiteRunner();
  }, PREPARE_TIMEOUT_MS);

  it('hold', async () => {
    const execution = await runner.run({
      'pyproject.toml': source(
        '[tool.pytest.ini_options]',
        'addopts = ["-m", "not stress", "--strict-markers", "--ff"]',
        'markers = ["stress: long"]',
        'testpaths = ["checks"]',
        'python_files = ["check_*.py"]',
      ),
      'checks/check_all.py': source(
        'import pytest',
        'def test_short(): pass',
        '@pytest.mark.stress',
        'def test_long(): assert False',
      ),
      'tests/test_other.py': 'def test_other(): pass\n',
    });
    expect(execution.status).toBe('completed');
    expect(outcomes(execution)).toEqual({ 'checks/check_all.py::test_short': 'passed' });
  });

  it('may stop at the first failure, but what follows is run', async () => {
    const execution = await runner.run({
      'pytest.ini': '[pytest]\naddopts = -x\n',
      'test_both.py': source('def test_ill(): assert False', 'def test_well(): pass'),
    });
    expect(outcomes(execution)).toEqual({
      'test_both.py::test_ill': 'failed',
      'test_both.py::test_well': 'passed',
    });
  });

  it('that need a plugin which is not installed are the environment’s fault', async () => {
    const execution = await runner.run({
      ...WELL,
      'setup.cfg': '[tool:pytest]\naddopts = --cov=shop -n 2\n',
    });
    expect(execution).toMatchObject({ status: 'environment-fault', tests: [], collectionErrors: [] });
    expect(execution.detail).toBe(
      "The project's pytest settings use options that no installed plugin provides (--cov=shop -n): " +
        'declare pytest-cov and pytest-xdist among its test dependencies.',
    );
  });

  it.each([
    ['addopts = -p pytest_absent', /could not load a plugin: .*"pytest_absent"/],
    ['required_plugins = pytest-absent', /refused the project's settings: .*pytest-absent/],
    ['minversion = 999', /refused the project's settings: .*999/],
  ])('such as %s are too', async (setting, detail) => {
    const execution = await runner.run({ ...WELL, 'pytest.ini': `[pytest]\n${setting}\n` });
    expect(execution.status).toBe('environment-fault');
    expect(execution.detail).toMatch(detail);
  });
});

describe('plugins that the environment has', () => {
  let runner: SuiteRunner;
  beforeAll(async () => {
    runner = await suiteRunner(['pytest-cov==6.2.1', 'pytest-xdist==3.8.0', 'pytest-asyncio==1.1.0']);
  }, PREPARE_TIMEOUT_MS);

  it('are loaded, and neither spread the suite over processes nor decide its exit status', async () => {
    const execution = await runner.run({
      'setup.cfg': source(
        '[tool:pytest]',
        'addopts = --cov=shop --cov-fail-under=100 -n 2 --dist loadfile',
        'required_plugins = pytest-cov pytest-xdist',
      ),
      'shop.py': source('def never():', '    return 1'),
      'test_shop.py': source('import shop', 'def test_well(): pass', 'def test_too(): pass'),
    });
    expect(execution).toMatchObject({ status: 'completed', exitCode: 0 });
    expect(outcomes(execution)).toEqual({
      'test_shop.py::test_well': 'passed',
      'test_shop.py::test_too': 'passed',
    });
  });

  it('serve a suite that turns warnings into errors', async () => {
    const execution = await runner.run({
      'pytest.ini': source(
        '[pytest]',
        'filterwarnings = error',
        'asyncio_mode = auto',
        'asyncio_default_fixture_loop_scope = function',
      ),
      'test_async.py': source(
        'async def test_well(): pass',
        'async def test_ill(): raise NameError("name \'later\' is not defined")',
      ),
    });
    expect(execution.status).toBe('completed');
    expect(outcomes(execution)).toEqual({
      'test_async.py::test_well': 'passed',
      'test_async.py::test_ill': 'failed',
    });
    expect(execution.tests[1]).toMatchObject({
      errorType: 'NameError',
      message: "name 'later' is not defined",
    });
  });
});
