import { beforeAll, describe, expect, it } from '@jest/globals';
import { PREPARE_TIMEOUT_MS, outcomes, source, suiteRunner, type SuiteRunner } from '../support/suites.js';

let runner: SuiteRunner;
beforeAll(async () => {
  runner = await suiteRunner();
}, PREPARE_TIMEOUT_MS);

describe("a component's modules", () => {
  it('are its own when every process loads them from its folder', async () => {
    const execution = await runner.run(
      {
        'lib/shop/__init__.py': '',
        'lib/shop/price.py': 'def price(): return 1\n',
        'test_price.py': source('from shop.price import price', 'def test_price(): assert price() == 1'),
      },
      {
        targets: ['test_price.py'],
        sourceRoots: ['lib'],
        ownModules: ['shop', 'shop.price'],
        mustImport: ['shop'],
      },
    );
    expect(execution).toMatchObject({ status: 'completed', collectionErrors: [], isolation: 'forked' });
  });

  it('are not when a test gets one from elsewhere, though all pass', async () => {
    const execution = await runner.run(
      {
        'colorsys.py': 'def rgb_to_hsv(*_): raise AssertionError("never called")\n',
        'test_colour.py': source(
          'import os, sys',
          'sys.path.insert(0, os.path.dirname(os.__file__))',
          'import colorsys',
          'def test_colour(): assert colorsys.rgb_to_hsv(0, 0, 0) == (0.0, 0.0, 0)',
        ),
      },
      { targets: ['test_colour.py'], ownModules: ['colorsys'] },
    );
    expect(outcomes(execution)).toEqual({ 'test_colour.py::test_colour': 'passed' });
    expect(execution.collectionErrors).toMatchObject([{ path: 'colorsys.py', errorType: 'ImportError' }]);
    expect(execution.collectionErrors[0]?.message).toMatch(
      /^module 'colorsys' was imported from \/.*colorsys\.py, not from the tree$/,
    );
  });

  it.each([
    ['works', 'from _pluggy_copy import *\n'],
    ['is sliced too thin for pytest', 'class PluginManager: pass\n'],
    ['does not even import', 'raise RuntimeError("sliced too thin")\n'],
  ])('are not judged by a pytest that runs on them: a pluggy that %s', async (_, pluggy) => {
    const execution = await runner.run(
      {
        'pluggy.py': pluggy,
        '_pluggy_copy.py': 'class PluginManager: pass\n',
        'test_pluggy.py': source('import pluggy', 'def test_there(): assert pluggy.PluginManager'),
      },
      { targets: ['test_pluggy.py'], ownModules: ['pluggy', '_pluggy_copy'] },
    );
    expect(execution).toMatchObject({ status: 'completed', isolation: 'cold', tests: [] });
    expect(execution.collectionErrors[0]).toMatchObject({
      path: 'pluggy.py',
      errorType: 'ImportedByRunner',
      message: "pytest itself imports 'pluggy', so that it would run on the code that it judges",
    });
  });

  it('that share a name with a module pytest has imported run in fresh interpreters', async () => {
    const tests = {
      'test_shop.py': source(
        'import shop, os',
        'def test_shop(): assert shop.name() == "shop" and "zygote" not in " ".join(__import__("sys").orig_argv)',
      ),
    };
    const execution = await runner.run(
      { 'shop.py': 'def name(): return "shop"\n', 'iniconfig/notes.txt': 'no module\n', ...tests },
      { targets: ['test_shop.py'], ownModules: ['shop'] },
    );
    expect(execution).toMatchObject({ status: 'completed', isolation: 'cold', collectionErrors: [] });
    expect(outcomes(execution)).toEqual({ 'test_shop.py::test_shop': 'passed' });
  });
});

it('runs every process of a suite cold when it is asked to', async () => {
  const execution = await runner.run(
    { 'shop.py': '', 'test_shop.py': source('import shop', 'def test_shop(): pass') },
    { targets: ['test_shop.py'], isCold: true, ownModules: ['shop'] },
  );
  expect(execution).toMatchObject({ status: 'completed', isolation: 'cold' });
});
