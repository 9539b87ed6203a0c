import { beforeAll, describe, expect, it } from '@jest/globals';
import type { CollectionError, Execution } from '../../src/domain/execution.js';
import { PREPARE_TIMEOUT_MS, outcomes, source, suiteRunner } from '../support/suites.js';
import type { SuiteRunner } from '../support/suites.js';

const errorOf = (execution: Execution, path: string): CollectionError | undefined =>
  execution.collectionErrors.find(error => error.path === path);

// pytest changed how it wraps failing imports in each of these.
describe.each(['pytest==7.4.4', 'pytest==8.4.2', 'pytest>=9'])('what %s cannot collect', pytest => {
  let runner: SuiteRunner;
  beforeAll(async () => {
    runner = await suiteRunner([pytest]);
  }, PREPARE_TIMEOUT_MS);

  it('is told with the error that the import ended in, and the rest is run', async () => {
    const execution = await runner.run({
      'orderdesk/__init__.py': '',
      'orderdesk/money.py': source('def convert(amount): return amount'),
      'orderdesk/invoice.py': source('def load():', '    import orderdesk.ledger', 'load()'),
      'test_absent.py': source('from orderdesk.text import slug', 'def test_slug(): pass'),
      'test_name.py': source('from orderdesk.money import round_up', 'def test_up(): pass'),
      'test_attribute.py': source('import orderdesk', 'orderdesk.version', 'def test_version(): pass'),
      'test_behind.py': source('import orderdesk.invoice', 'def test_invoice(): pass'),
      'test_syntax.py': source('def test_syntax(:', '    pass'),
      'test_well.py': source('def test_well(): pass'),
      'test_elsewhere.py': source('import pytest', 'pytest.importorskip("no_such_thing")'),
    });
    expect(execution.status).toBe('completed');
    expect(outcomes(execution)).toEqual({ 'test_well.py::test_well': 'passed' });
    expect(execution.collectionErrors).toHaveLength(5);
    expect(errorOf(execution, 'test_absent.py')).toEqual({
      path: 'test_absent.py',
      errorType: 'ModuleNotFoundError',
      message: "No module named 'orderdesk.text'",
      trace: [{ path: 'test_absent.py', line: 1, functionName: '<module>' }],
    });
    expect(errorOf(execution, 'test_name.py')?.errorType).toBe('ImportError');
    expect(errorOf(execution, 'test_name.py')?.message).toMatch(
      /^cannot import name 'round_up' from 'orderdesk\.money' \(.*money\.py\)$/,
    );
    expect(errorOf(execution, 'test_attribute.py')).toMatchObject({
      errorType: 'AttributeError',
      message: "module 'orderdesk' has no attribute 'version'",
    });
    expect(errorOf(execution, 'test_behind.py')?.trace).toEqual([
      { path: 'test_behind.py', line: 1, functionName: '<module>' },
      { path: 'orderdesk/invoice.py', line: 3, functionName: '<module>' },
      { path: 'orderdesk/invoice.py', line: 2, functionName: 'load' },
    ]);
    expect(errorOf(execution, 'test_syntax.py')).toMatchObject({ errorType: 'SyntaxError' });
  });

  it('may be the root conftest, without which nothing runs', async () => {
    const execution = await runner.run({
      'conftest.py': 'import orderdesk.text\n',
      'test_well.py': 'def test_well(): pass\n',
    });
    expect(execution).toMatchObject({ status: 'completed', tests: [] });
    expect(execution.collectionErrors).toEqual([
      {
        path: 'conftest.py',
        errorType: 'ModuleNotFoundError',
        message: "No module named 'orderdesk'",
        trace: [{ path: 'conftest.py', line: 1, functionName: '<module>' }],
      },
    ]);
  });

  it('may be a conftest further down', async () => {
    const execution = await runner.run({
      'tests/api/conftest.py': 'from orderdesk import text\n',
      'tests/api/test_api.py': 'def test_api(): pass\n',
    });
    expect(errorOf(execution, 'tests/api/conftest.py')?.message).toBe("No module named 'orderdesk'");
  });

  it('may be a module of fixtures that a conftest names', async () => {
    const execution = await runner.run({
      'conftest.py': 'pytest_plugins = ["shop_fixtures"]\n',
      'shop_fixtures.py': 'import orderdesk\n',
      'test_well.py': 'def test_well(): pass\n',
    });
    expect(execution.status).toBe('completed');
    expect(execution.collectionErrors).toMatchObject([
      { errorType: 'ModuleNotFoundError', message: "No module named 'orderdesk'" },
    ]);
  });

  it('tells test outcomes as ever', async () => {
    const execution = await runner.run({
      'test_mixed.py': source(
        'import pytest, unittest',
        'def test_well(): pass',
        'def test_ill(): assert 1 == 2',
        '@pytest.mark.xfail(run=False, reason="hangs")',
        'def test_expected(): pass',
        'class Old(unittest.TestCase):',
        '    def test_old(self): self.assertEqual(1, 2)',
        '    def test_skip(self): self.skipTest("old")',
      ),
    });
    expect(execution.tests.map(test => [test.id, test.outcome, test.message])).toEqual([
      ['test_mixed.py::test_well', 'passed', undefined],
      ['test_mixed.py::test_ill', 'failed', 'assert 1 == 2'],
      ['test_mixed.py::test_expected', 'xfailed', '[NOTRUN] hangs'],
      ['test_mixed.py::Old::test_old', 'failed', '1 != 2'],
      ['test_mixed.py::Old::test_skip', 'skipped', 'old'],
    ]);
  });
});

describe('two test files of one base name', () => {
  let runner: SuiteRunner;
  beforeAll(async () => {
    runner = await suiteRunner();
  }, PREPARE_TIMEOUT_MS);
  const files = {
    'a/test_same.py': 'def test_one(): pass\n',
    'b/test_same.py': 'def test_two(): pass\n',
  };

  it('both run where their folders are no packages', async () => {
    const execution = await runner.run(files);
    expect(execution).toMatchObject({ status: 'completed', collectionErrors: [] });
    expect(outcomes(execution)).toEqual({
      'a/test_same.py::test_one': 'passed',
      'b/test_same.py::test_two': 'passed',
    });
  });

  it('both run where they are', async () => {
    const execution = await runner.run({ ...files, 'a/__init__.py': '', 'b/__init__.py': '' });
    expect(outcomes(execution)).toEqual({
      'a/test_same.py::test_one': 'passed',
      'b/test_same.py::test_two': 'passed',
    });
  });
});
