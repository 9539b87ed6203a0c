import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Execution } from '../../src/domain/execution.js';
import { PREPARE_TIMEOUT_MS, outcomes, source, suiteRunner } from '../support/suites.js';
import type { SuiteRunner } from '../support/suites.js';

let runner: SuiteRunner;
beforeAll(async () => {
  runner = await suiteRunner();
}, PREPARE_TIMEOUT_MS);

const testOf = (execution: Execution, name: string) =>
  execution.tests.find(test => test.id === `tests/test_orders.py::${name}`);

describe('a suite of every kind of test', () => {
  let execution: Execution;
  beforeAll(async () => {
    execution = await runner.run({
      'orders.py': source('def total(lines):', '    return sum(lines) / len(lines)'),
      'tests/test_orders.py': source(
        'import unittest',
        'import pytest',
        'from orders import total',
        '',
        'def test_passes():',
        '    assert total([2]) == 2',
        'def test_fails():',
        '    assert total([1, 3]) == 4',
        'def test_raises():',
        '    total([])',
        '@pytest.fixture',
        'def broken():',
        '    raise ValueError("no orders\\nat all")',
        'def test_setup(broken): pass',
        '@pytest.fixture',
        'def leaking():',
        '    yield',
        '    raise KeyError("open")',
        'def test_teardown(leaking): pass',
        'def test_no_fixture(nowhere): pass',
        '@pytest.mark.skip(reason="not today")',
        'def test_skipped(): assert False',
        '@pytest.mark.xfail(reason="known")',
        'def test_expected(): assert False',
        '@pytest.mark.xfail',
        'def test_unexpected(): pass',
        '@pytest.mark.xfail(strict=True)',
        'def test_strict(): pass',
        '@pytest.mark.parametrize("price", [1, -1], ids=["one", "a b[c]"])',
        'def test_price(price): assert price > 0',
        'class TestTotals:',
        '    class TestEmpty:',
        '        def test_none(self): assert total([0]) == 0',
        'class OldTotals(unittest.TestCase):',
        '    def test_equal(self): self.assertEqual(total([1]), 2)',
        '    def test_skip(self): self.skipTest("old")',
        '    @unittest.expectedFailure',
        '    def test_expected(self): self.fail()',
        '    def test_each(self):',
        '        for price in (1, 2):',
        '            with self.subTest(price=price): self.assertEqual(price, 1)',
      ),
    });
  });

  it('tells the outcome of each', () => {
    expect(execution).toMatchObject({ status: 'completed', detail: '', exitCode: 1, collectionErrors: [] });
    expect(outcomes(execution)).toEqual({
      'tests/test_orders.py::test_passes': 'passed',
      'tests/test_orders.py::test_fails': 'failed',
      'tests/test_orders.py::test_raises': 'failed',
      'tests/test_orders.py::test_setup': 'error',
      'tests/test_orders.py::test_teardown': 'error',
      'tests/test_orders.py::test_no_fixture': 'error',
      'tests/test_orders.py::test_skipped': 'skipped',
      'tests/test_orders.py::test_expected': 'xfailed',
      'tests/test_orders.py::test_unexpected': 'xpassed',
      'tests/test_orders.py::test_strict': 'failed',
      'tests/test_orders.py::test_price[one]': 'passed',
      'tests/test_orders.py::test_price[a b[c]]': 'failed',
      'tests/test_orders.py::TestTotals::TestEmpty::test_none': 'passed',
      'tests/test_orders.py::OldTotals::test_equal': 'failed',
      'tests/test_orders.py::OldTotals::test_skip': 'skipped',
      'tests/test_orders.py::OldTotals::test_expected': 'xfailed',
      'tests/test_orders.py::OldTotals::test_each': 'failed',
    });
  });

  it('tells where a failure came from, outermost frame first and without the machinery', () => {
    expect(testOf(execution, 'test_raises')).toMatchObject({
      errorType: 'ZeroDivisionError',
      message: 'division by zero',
      trace: [
        { path: 'tests/test_orders.py', line: 10, functionName: 'test_raises' },
        { path: 'orders.py', line: 2, functionName: 'total' },
      ],
    });
    expect(testOf(execution, 'OldTotals::test_equal')?.trace).toEqual([
      { path: 'tests/test_orders.py', line: 35, functionName: 'test_equal' },
    ]);
  });

  it('keeps the first line of a message', () => {
    expect(testOf(execution, 'test_fails')).toMatchObject({
      errorType: 'AssertionError',
      message: 'assert 2.0 == 4',
    });
    expect(testOf(execution, 'test_setup')).toMatchObject({ errorType: 'ValueError', message: 'no orders' });
    expect(testOf(execution, 'test_no_fixture')?.message).toBe("fixture 'nowhere' not found");
    expect(testOf(execution, 'test_skipped')?.message).toBe('not today');
    expect(testOf(execution, 'test_expected')?.message).toBe('known');
    expect(testOf(execution, 'OldTotals::test_each')?.message).toBe('2 != 1');
  });

  it('says what ran where', () => {
    expect(execution.driver).toBe('process');
    expect(execution.command.slice(0, 3)).toEqual(['python', '-m', 'pytest']);
    expect(execution.distributions.some(name => name.startsWith('pytest=='))).toBe(true);
    expect(execution.durationMs).toBeGreaterThan(0);
  });
});

describe('sources', () => {
  it('are run as their bytes are: CRLF, Latin-1 with its declaration, a byte-order mark', async () => {
    const latin1 = Buffer.from(source('# -*- coding: latin-1 -*-', 'NAME = "Köln"'), 'latin1');
    const execution = await runner.run({
      'city.py': latin1,
      'unix.py': '\ufeffWORD = "x"\r\nOTHER = """a\r\nb"""\r\n',
      'test_city.py': source(
        'import city, unix',
        'def test_city(): assert city.NAME == "K\\xf6ln"',
        'def test_other(): assert unix.OTHER == "a\\nb"',
      ).replaceAll('\n', '\r\n'),
    });
    expect(outcomes(execution)).toEqual({
      'test_city.py::test_city': 'passed',
      'test_city.py::test_other': 'passed',
    });
  });

  it('are found below the source roots', async () => {
    const execution = await runner.run(
      {
        'src/shop/__init__.py': '',
        'src/shop/cart.py': 'SIZE = 3\n',
        'tests/test_cart.py': source('from shop.cart import SIZE', 'def test_size(): assert SIZE == 3'),
      },
      { sourceRoots: ['src'], mustImport: ['shop.cart'] },
    );
    expect(outcomes(execution)).toEqual({ 'tests/test_cart.py::test_size': 'passed' });
  });
});

describe('targets', () => {
  const files = {
    'test_a.py': source('def test_one(): pass', 'def test_two(): pass'),
    'test_b.py': source('def test_three(): pass'),
  };

  it('narrow the suite to files and node ids', async () => {
    const execution = await runner.run(files, { targets: ['test_b.py', 'test_a.py::test_two'] });
    expect(outcomes(execution)).toEqual({
      'test_b.py::test_three': 'passed',
      'test_a.py::test_two': 'passed',
    });
  });

  it('that are not there are collection errors', async () => {
    const execution = await runner.run(files, { targets: ['test_a.py::test_four', 'test_b.py'] });
    expect(execution.status).toBe('completed');
    expect(outcomes(execution)).toEqual({ 'test_b.py::test_three': 'passed' });
    expect(execution.collectionErrors).toEqual([
      {
        path: 'test_a.py::test_four',
        errorType: 'UsageError',
        message: 'not found: test_a.py::test_four',
        trace: [],
      },
    ]);
  });
});

it('completes with no tests where there are none', async () => {
  const execution = await runner.run({ 'orders.py': '' });
  expect(execution).toMatchObject({ status: 'completed', exitCode: 5, tests: [], collectionErrors: [] });
});
