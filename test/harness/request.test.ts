import { beforeAll, describe, expect, it } from '@jest/globals';
import { PREPARE_TIMEOUT_MS, outcomes, source, suiteRunner } from '../support/suites.js';
import type { SuiteRunner } from '../support/suites.js';

let runner: SuiteRunner;
beforeAll(async () => {
  runner = await suiteRunner();
}, PREPARE_TIMEOUT_MS);

describe('words of the project’s own command', () => {
  const files = {
    'shop.py': source('def test_connection():', '    """', '    >>> 1 + 1', '    3', '    """'),
    'tests/test_a.py': source('def test_one(): pass', 'def test_two(): pass'),
    'more/test_b.py': 'def test_one(): pass\n',
  };

  it('choose tests and paths', async () => {
    const execution = await runner.run(files, { arguments: ['-k', 'one', 'tests'] });
    expect(outcomes(execution)).toEqual({ 'tests/test_a.py::test_one': 'passed' });
    expect(execution.command.slice(-3)).toEqual(['-k', 'one', 'tests']);
  });

  it('may ask for doctests, whose files hold no other tests', async () => {
    const execution = await runner.run(files, { arguments: ['--doctest-modules'] });
    expect(outcomes(execution)).toEqual({
      'more/test_b.py::test_one': 'passed',
      'shop.py::shop.test_connection': 'failed',
      'tests/test_a.py::test_one': 'passed',
      'tests/test_a.py::test_two': 'passed',
    });
  });
});

it('sets the variables of the project, and keeps those that it sets itself', async () => {
  const files = {
    'test_a.py': source(
      'import os',
      'def test_a():',
      '    assert (os.environ["SETTINGS"], os.environ["PYTHONHASHSEED"]) == ("test", "0")',
    ),
  };
  const environmentVariables = { SETTINGS: 'test', PYTHONHASHSEED: '7', HOME: '/' };
  expect((await runner.run(files, { environmentVariables })).exitCode).toBe(0);
});

it('shows a project’s metadata as if it were installed, entry points too', async () => {
  const metadata = new Map([
    ['shop-1.2.dist-info/METADATA', Buffer.from('Metadata-Version: 2.1\nName: shop\nVersion: 1.2\n')],
    ['shop-1.2.dist-info/entry_points.txt', Buffer.from('[pytest11]\nshop = shop_plugin\n')],
  ]);
  const execution = await runner.run(
    {
      'shop_plugin.py': source('import pytest', '@pytest.fixture', 'def price(): return 3'),
      'test_shop.py': source(
        'import importlib.metadata, subprocess, sys',
        'def test_version(): assert importlib.metadata.version("shop") == "1.2"',
        'def test_plugin(price): assert price == 3',
        'def test_child():',
        '    program = "import importlib.metadata as m; print(m.version(\'shop\'))"',
        '    assert subprocess.check_output([sys.executable, "-c", program]) == b"1.2\\n"',
      ),
    },
    { metadata },
  );
  expect(execution.detail).toBe('');
  expect(new Set(Object.values(outcomes(execution)))).toEqual(new Set(['passed']));
});

describe('executed lines', () => {
  const files = {
    'shop.py': source('def price():', '    return 3', '', 'def never():', '    return 4'),
    'test_shop.py': source(
      'import shop',
      'def test_price():',
      '    assert shop.price() == 3',
      'def test_nothing(): pass',
    ),
  };

  it(
    'are told by test and file, where the environment has coverage',
    async () => {
      const covered = await suiteRunner(['coverage']);
      const execution = await covered.run(files, { recordsLines: true });
      expect(execution.tests.map(({ id, lines }) => [id, lines])).toEqual([
        [
          'test_shop.py::test_price',
          [
            { path: 'shop.py', ranges: [[2, 2]] },
            { path: 'test_shop.py', ranges: [[3, 3]] },
          ],
        ],
        ['test_shop.py::test_nothing', [{ path: 'test_shop.py', ranges: [[4, 4]] }]],
      ]);
    },
    PREPARE_TIMEOUT_MS,
  );

  it('are left out where the tree is that of coverage itself, and nothing else changes', async () => {
    const execution = await runner.run({ ...files, 'coverage.py': '' }, { recordsLines: true });
    expect(execution.status).toBe('completed');
    expect(execution.tests.map(({ outcome, lines }) => [outcome, lines])).toEqual([
      ['passed', undefined],
      ['passed', undefined],
    ]);
  });
});

it('runs a suite of what the harness has loaded in a process that has not', async () => {
  const execution = await runner.run({
    'pdb.py': 'NAME = "another"\n',
    'test_pdb.py': source(
      'import os, pdb, random, sys, __main__',
      'def test_own(): assert pdb.NAME == "another"',
      'def test_main(): assert __main__.__spec__.name == "pytest.__main__"',
    ),
    'pytest.ini': source('[pytest]', 'addopts = -p no:debugging'),
  });
  expect(execution.tests.filter(test => test.outcome !== 'passed')).toEqual([]);
});

it('gives a fork the surroundings of a process of its own', async () => {
  const execution = await runner.run({
    'test_here.py': source(
      'import multiprocessing, os, subprocess, sys, __main__',
      'def test_arguments(): assert sys.argv[0].endswith(os.path.join("pytest", "__main__.py"))',
      'def test_main(): assert __main__.__spec__.name == "pytest.__main__"',
      'def test_leads(): assert os.getsid(0) == os.getpid() == os.getpgrp()',
      'def test_input(): assert os.read(0, 1) == b""',
      'def test_reads_itself(): open("/proc/self/environ").read()',
      'def test_path(): assert sys.path[0] == os.getcwd()',
      'def test_no_harness():',
      '    assert not [name for name in sys.modules if name.startswith("codeface")]',
      'def test_spawn():',
      '    process = multiprocessing.get_context("spawn").Process(target=print)',
      '    process.start(); process.join(); assert process.exitcode == 0',
      'def test_child(): subprocess.run([sys.executable, "-c", "import test_here"], check=True)',
    ),
  });
  expect(execution.tests.filter(test => test.outcome !== 'passed')).toEqual([]);
  expect(execution.tests).toHaveLength(9);
});
