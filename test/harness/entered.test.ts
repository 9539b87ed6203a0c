import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Execution } from '../../src/domain/execution.js';
import { PREPARE_TIMEOUT_MS, outcomes, source, suiteRunner, type SuiteRunner } from '../support/suites.js';

let runner: SuiteRunner;
beforeAll(async () => {
  runner = await suiteRunner();
}, PREPARE_TIMEOUT_MS);

const run = (files: Readonly<Record<string, string>>, options = {}) =>
  runner.run(files, { recordsFunctions: true, ...options });

/** By test, `path:line` of what it entered outside of the test files. */
const entered = (execution: Execution, kept = (path: string) => !path.startsWith('test_')) =>
  Object.fromEntries(
    execution.tests.map(({ id, entered: numbers }) => [
      id.split('::').slice(1).join('::'),
      numbers
        ?.flatMap(number => [execution.functions?.[number] ?? (['', 0] as const)])
        .filter(([path]) => kept(path))
        .map(([path, line]) => `${path}:${line}`),
    ]),
  );

const SHOP = source(
  'import functools, threading',
  'class Till:',
  '    total = 0',
  '    @property',
  '    @functools.lru_cache',
  '    def opened(self): return True',
  '    def lines(self):',
  '        yield 1',
  'def helper(): return 1',
  'def in_thread():',
  '    thread = threading.Thread(target=helper)',
  '    thread.start(); thread.join()',
  'async def later(): return helper()',
  'def never(): pass',
);

describe('what each test enters', () => {
  it('is told by the first lines of functions and methods, decorators included', async () => {
    const execution = await run({
      'shop.py': SHOP,
      'test_shop.py': source(
        'import asyncio, pytest',
        'def test_opened():',
        '    from shop import Till',
        '    assert Till().opened',
        'def test_lines():',
        '    import shop',
        '    assert list(shop.Till().lines()) == [1]',
        'def test_thread():',
        '    import shop',
        '    shop.in_thread()',
        'def test_later():',
        '    import shop',
        '    asyncio.run(shop.later())',
        'def test_nothing(): pass',
      ),
    });
    expect(execution.status).toBe('completed');
    expect(entered(execution)).toEqual({
      test_opened: ['shop.py:4'],
      test_lines: ['shop.py:7'],
      test_thread: ['shop.py:9', 'shop.py:10'],
      test_later: ['shop.py:9', 'shop.py:13'],
      test_nothing: [],
    });
  });

  it('holds what is entered for it before and after, and each run of a test has its own', async () => {
    const execution = await run({
      'shop.py': SHOP,
      'test_shop.py': source(
        'import pytest, shop',
        '@pytest.fixture',
        'def till():',
        '    yield shop.Till()',
        '    shop.helper()',
        '@pytest.mark.parametrize("name", ["till", None])',
        'def test_each(request, name):',
        '    if name: assert request.getfixturevalue(name).total == 0',
      ),
    });
    expect(entered(execution, () => true)).toEqual({
      'test_each[till]': ['shop.py:9', 'test_shop.py:2', 'test_shop.py:6'],
      'test_each[None]': ['test_shop.py:6'],
    });
  });

  it('is nothing of other folders, of compiled text, or of another process', async () => {
    const execution = await run({
      'shop.py': SHOP,
      'test_shop.py': source(
        'import json, subprocess, sys',
        'def test_elsewhere():',
        '    json.dumps({})',
        '    names = {}',
        '    exec(compile("def made(): return 1", "/elsewhere/shop.py", "exec"), names)',
        '    exec("def text(): return 1", names)',
        '    names["made"](), names["text"]()',
        '    subprocess.check_call([sys.executable, "-c", "import shop; shop.helper()"])',
      ),
    });
    expect(outcomes(execution)).toEqual({ 'test_shop.py::test_elsewhere': 'passed' });
    expect(entered(execution, () => true)).toEqual({ test_elsewhere: ['test_shop.py:2'] });
  });

  it('goes on after a test that takes the hooks for itself, whose outcome it does not change', async () => {
    const execution = await run({
      'shop.py': SHOP,
      'test_shop.py': source(
        'import sys, shop',
        'def test_takes():',
        '    calls = []',
        '    sys.setprofile(lambda frame, event, arg: calls.append(event))',
        '    shop.helper()',
        '    sys.setprofile(None)',
        '    assert "call" in calls',
        'def test_after(): shop.helper()',
      ),
    });
    expect(new Set(Object.values(outcomes(execution)))).toEqual(new Set(['passed']));
    expect(entered(execution)['test_after']).toEqual(['shop.py:9']);
  });

  it('is cut past a thousand functions, which is told', async () => {
    const functions = Array.from({ length: 1100 }, (_, number) => `def f${number}(): pass`);
    const execution = await run({
      'many.py': source(...functions),
      'test_many.py': source(
        'import many',
        'def test_all():',
        '    for number in range(1100): getattr(many, f"f{number}")()',
        'def test_one(): many.f1099()',
      ),
    });
    const [all, one] = execution.tests;
    expect([all?.entered?.length, all?.entersMore]).toEqual([1000, true]);
    expect([entered(execution)['test_one'], one?.entersMore]).toEqual([['many.py:1100'], undefined]);
  });

  it('is told of the tests that ended before one that crashed', async () => {
    const execution = await run({
      'shop.py': SHOP,
      'test_shop.py': source(
        'import os, shop',
        'def test_well(): shop.helper()',
        'def test_crash(): os._exit(3)',
      ),
    });
    expect(execution.status).toBe('crashed');
    expect(entered(execution)).toEqual({ test_well: ['shop.py:9'], test_crash: undefined });
  });

  it('is numbered over all files of a suite', async () => {
    const execution = await run({
      'shop.py': SHOP,
      'test_a.py': source('import shop', 'def test_a(): shop.in_thread()'),
      'test_b.py': source('import shop', 'def test_b(): shop.helper()'),
    });
    expect(execution.functions).toEqual([
      ['shop.py', 9],
      ['shop.py', 10],
      ['test_a.py', 2],
      ['test_b.py', 2],
    ]);
    expect(entered(execution)).toEqual({ test_a: ['shop.py:9', 'shop.py:10'], test_b: ['shop.py:9'] });
  });

  it('is left out when nobody asked', async () => {
    const execution = await runner.run({ 'test_a.py': source('def test_a(): pass') });
    expect([execution.functions, execution.tests[0]?.entered]).toEqual([undefined, undefined]);
  });
});
