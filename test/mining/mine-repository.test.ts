import { describe, expect, it } from '@jest/globals';
import { CodefaceError } from '../../src/domain/errors.js';
import type { TestResult } from '../../src/domain/execution.js';
import { mineRepository, type MineServices } from '../../src/mining/mine-repository.js';
import type { PackageIndex } from '../../src/ports/package-index.js';
import { createFakeClock } from '../fakes/fake-clock.js';
import { createFakeHarness } from '../fakes/fake-harness.js';
import { createFakeSandbox } from '../fakes/fake-sandbox.js';
import { createSilentProgress } from '../fakes/silent-progress.js';
import { lines, snapshotOf, texts, type RepositoryFiles } from '../support/mined.js';

const packageIndex: PackageIndex = {
  distributionOf: async name => ({ yaml: 'PyYAML', numpy: 'numpy' })[name],
};

function services(overrides: Partial<MineServices> = {}) {
  return {
    harness: createFakeHarness(),
    sandbox: createFakeSandbox(),
    packageIndex,
    clock: createFakeClock(),
    progress: createSilentProgress(),
    ...overrides,
  };
}

const SHOP: RepositoryFiles = {
  'shop.py': lines(
    'import os',
    'import subprocess',
    '',
    'RATE = os.environ.get("SHOP_RATE")',
    '',
    '',
    'def price(cents: int, *, rate=RATE) -> int:',
    '    """Return the price.',
    '',
    '    With tax.',
    '',
    '    >>> price(1)',
    '    1',
    '    """',
    '    subprocess.run(["git", "status"])',
    '    return cents',
    '',
    '',
    'class Basket:',
    '    """Holds things."""',
    '',
    '    def __init__(self, limit: int = 3):',
    '        self.limit = limit',
    '',
    '    def total(self, *prices: int) -> int:',
    '        return sum(price(one) for one in prices)',
  ),
  'tests/test_shop.py': lines(
    'from shop import Basket, price',
    '',
    'def test_price_is_right(): assert price(1) == 1',
    '',
    'def test_empty_basket(): assert Basket().total() == 0',
  ),
};

describe('what an admitted component becomes', () => {
  it('keeps the terms and the origin of code that was adapted into the repository', async () => {
    const adapted = lines(
      '# Adapted from acme/kit @ 0123456789ab, kit/slugs.py (primitive cf-0123456789ab).',
      '# SPDX-License-Identifier: Apache-2.0',
      'def slug(text):',
      '    return text.lower()',
    );
    const test = lines('from shop.handles import slug', '', 'def test_slug(): assert slug("A") == "a"');
    const files = { 'shop/__init__.py': '', 'shop/handles.py': adapted, 'tests/test_handles.py': test };
    const { admitted } = await mineRepository(services(), { ...snapshotOf(files), visibility: 'private' });
    expect(admitted.map(({ provenance }) => provenance)).toEqual([
      expect.objectContaining({
        channel: 'harvested',
        derivedFrom: 'cf-0123456789ab',
        licence: 'Apache-2.0',
        visibility: 'private',
      }),
    ]);
  });

  it('is a primitive with all its parts', async () => {
    const report = await mineRepository(services(), snapshotOf(SHOP));
    expect(report.excluded).toEqual([]);
    expect(report.admitted.map(({ name }) => name)).toEqual([
      'acme/donor/shop.price',
      'acme/donor/shop.Basket',
    ]);
    const [price, basket] = report.admitted;
    expect(price).toMatchObject({
      id: expect.stringMatching(/^cf-[0-9a-f]{12}$/),
      sourceRoot: '',
      interface: {
        module: 'shop',
        exports: [
          {
            name: 'price',
            kind: 'function',
            signature: {
              parameters: [
                { name: 'cents', kind: 'positional-or-keyword', annotation: 'int' },
                { name: 'rate', kind: 'keyword-only', defaultValue: 'RATE' },
              ],
              returns: 'int',
            },
          },
        ],
        behaviour: 'price: Return the price.\nTested: price is right.',
      },
      dependencies: {
        distributions: [],
        standardLibrary: ['os', 'subprocess'],
        environmentVariables: ['SHOP_RATE'],
        systemTools: ['git'],
      },
      carriedTests: {
        tests: [
          {
            id: 'tests/test_shop.py::test_price_is_right',
            path: 'tests/test_shop.py',
            name: 'test_price_is_right',
          },
          {
            id: 'tests/test_docs_shop.py::test_examples_of_price',
            path: 'tests/test_docs_shop.py',
            name: 'test_examples_of_price',
          },
        ],
      },
      provenance: {
        repository: 'acme/donor',
        commit: 'c'.repeat(40),
        ranges: [{ path: 'shop.py', startLine: 1, endLine: 16 }],
        licence: 'MIT',
        usageExample: '>>> from shop import price\n>>> price(1)\n1\n',
        channel: 'mined',
      },
    });
    expect(price?.provenance.licenceText).toContain('Permission is hereby granted');
    expect(
      basket?.interface.exports.map(({ name, methods }) => [name, methods?.map(one => one.name)]),
    ).toEqual([
      ['Basket', ['total']],
      ['price', undefined],
    ]);
    expect(basket?.carriedTests.tests).toHaveLength(3);
  });

  it('keeps its id when a commit does not touch it, and changes it when one does', async () => {
    const idsOf = async (files: RepositoryFiles, commit: string) => {
      const report = await mineRepository(services(), { ...snapshotOf(files), commit });
      return new Map(report.admitted.map(({ name, id }) => [name.split('.').at(-1), id]));
    };
    const before = await idsOf(SHOP, '1'.repeat(40));
    const moved = await idsOf(
      { ...SHOP, 'shop.py': `${String(SHOP['shop.py'])}\n\nx = 1\n` },
      '2'.repeat(40),
    );
    expect(moved).toEqual(before);
    const changed = await idsOf(
      { ...SHOP, 'shop.py': String(SHOP['shop.py']).replace('limit: int = 3', 'limit: int = 4') },
      '1'.repeat(40),
    );
    expect(changed.get('price')).toBe(before.get('price'));
    expect(changed.get('Basket')).not.toBe(before.get('Basket'));
  });

  it('is run in a folder with nothing but itself', async () => {
    const harness = createFakeHarness();
    await mineRepository(
      services({ harness }),
      snapshotOf({
        'src/pkg/__init__.py': '',
        'src/pkg/core.py': 'def f(): return 1\n',
        'src/pkg/other.py': 'def g(): return 1\n',
        'tests/test_core.py': lines('from pkg.core import f', 'def test_f(): assert f()'),
      }),
    );
    expect(harness.requests).toHaveLength(1);
    expect(harness.requests[0]).toMatchObject({
      sourceRoots: ['src'],
      targets: ['tests/test_core.py'],
      mustImport: ['pkg.core'],
    });
    expect([...(harness.requests[0]?.files.keys() ?? [])]).toEqual([
      'src/pkg/__init__.py',
      'src/pkg/core.py',
      'tests/test_core.py',
    ]);
  });

  it('is counted, timed and shown', async () => {
    const progress = createSilentProgress();
    const clock = createFakeClock();
    const harness = createFakeHarness(() => {
      clock.advance(500);
      return {};
    });
    const report = await mineRepository(services({ progress, clock, harness }), snapshotOf(SHOP));
    expect(report).toMatchObject({
      files: 2,
      components: 1,
      durationMs: { parse: 0, graph: 0, components: 0, validate: 1000, total: 1000 },
    });
    expect(report.lines).toBe(26 + 5);
    expect(report.entities).toBeGreaterThanOrEqual(9);
    expect(report.edges.call).toBeGreaterThan(0);
    expect(report.edges.data).toBeGreaterThan(0);
    expect(report.edges.struct).toBeGreaterThan(0);
    expect(progress.steps.map(({ title, total, ending }) => [title, total, ending?.text])).toEqual([
      ['Reading acme/donor', undefined, '2 Python files, 1 components'],
      ['Drawing components', 1, '2 ready, 0 excluded'],
      ['Running components alone', 2, '2 admitted, 0 excluded'],
    ]);
  });
});

describe('what is not admitted', () => {
  it.each<readonly [string, RepositoryFiles, string]>([
    ['an empty repository', {}, 'it has no Python file that could be read'],
    [
      'a repository without Python',
      { 'main.go': 'package main' },
      'it has no Python file that could be read',
    ],
    [
      'a repository of scripts',
      { 'setup.py': 'def f(): ...\n', 'a.py': 'x = 1\n' },
      'it has no public function or class outside of its tests, documentation and set-up files',
    ],
  ])('%s gives a report that says so', async (_title, files, reason) => {
    const report = await mineRepository(services(), snapshotOf(files));
    expect(report).toMatchObject({
      admitted: [],
      excluded: [{ name: 'acme/donor', reason, kind: 'nothing-offered' }],
    });
  });

  it("without a licence every primitive is its owner's alone", async () => {
    const report = await mineRepository(services(), {
      ...snapshotOf(SHOP),
      files: new Map([...snapshotOf(SHOP).files].filter(([path]) => path.endsWith('.py'))),
    });
    expect(report.admitted.length).toBeGreaterThan(0);
    for (const { provenance } of report.admitted)
      expect(provenance).toMatchObject({ licence: 'LicenseRef-Owner', licenceText: '' });
  });

  it('without tests every component is excluded with what to do', async () => {
    const report = await mineRepository(services(), snapshotOf({ 'a.py': 'def f(): ...\n' }));
    expect(report.excluded).toEqual([
      {
        name: 'acme/donor/a.f',
        reason: 'no test of the repository reaches it; add one that calls it',
        kind: 'no-test',
      },
    ]);
  });

  it('what cannot be read is skipped and the rest mined', async () => {
    const report = await mineRepository(services(), snapshotOf({ ...SHOP, 'old.py': 'print "x"\n' }));
    expect(report.skippedFiles).toEqual([{ name: 'old.py', reason: 'line 1: a Python 2 print statement' }]);
    expect(report.admitted).toHaveLength(2);
  });

  it('a component whose test fails is excluded with the failure', async () => {
    const harness = createFakeHarness((_request, passing) => ({
      tests: passing.map((test): TestResult =>
        test.id.endsWith('test_empty_basket')
          ? { ...test, outcome: 'failed', errorType: 'AssertionError', message: 'assert 1 == 0' }
          : test,
      ),
    }));
    const report = await mineRepository(services({ harness }), snapshotOf(SHOP));
    expect(report.admitted.map(({ name }) => name)).toEqual(['acme/donor/shop.price']);
    expect(report.excluded).toEqual([
      {
        name: 'acme/donor/shop.Basket',
        reason:
          'none of its tests can leave the repository (tests/test_shop.py::test_empty_basket: it fails when it is run alone: AssertionError: assert 1 == 0)',
        kind: 'fails-alone',
      },
    ]);
  });

  it('a suite that times out, or skips everything, excludes its component', async () => {
    const told = [
      { status: 'timed-out', detail: 'test_f did not end within 45 s.' },
      { tests: [{ id: 'tests/test_a.py::test_f', outcome: 'skipped', durationMs: 1 }] },
    ] as const;
    for (const [index, [kind, reason]] of [
      ['not-judged', 'its tests timed out when run alone: test_f did not end within 45 s.'] as const,
      ['no-test', 'none of its tests passes when run alone: all are skipped'] as const,
    ].entries()) {
      const harness = createFakeHarness(() => told[index] ?? {});
      const files = {
        'a.py': 'def f(): ...\n',
        'tests/test_a.py': 'from a import f\ndef test_f(): assert f()\n',
      };
      const report = await mineRepository(services({ harness }), snapshotOf(files));
      expect(report.excluded).toEqual([{ name: 'acme/donor/a.f', reason, kind }]);
    }
  });

  it('are definitions that need each other, as if they were two: they are one component', async () => {
    const report = await mineRepository(
      services(),
      snapshotOf({
        'a.py': lines(
          'def even(n): return n == 0 or odd(n - 1)',
          'def odd(n): return n != 0 and even(n - 1)',
        ),
        'tests/test_a.py': lines('from a import even, odd', 'def test_both(): assert even(2) and odd(1)'),
      }),
    );
    expect(report.admitted.map(({ name }) => name)).toEqual(['acme/donor/a.even']);
    expect(report.excluded).toEqual([]);
  });
});

describe('components that one test tries together', () => {
  it('are admitted each with what it needs, and no more', async () => {
    const report = await mineRepository(
      services(),
      snapshotOf({
        'a.py': lines('def inner(): return 1', 'def outer(): return inner()', 'def beside(): return 2'),
        'tests/test_a.py': lines('import a', 'def test_all(): assert a.outer() < a.beside()'),
      }),
    );
    expect(report.admitted.map(({ implementation }) => texts(implementation)['a.py'])).toEqual([
      lines('def inner(): return 1', 'def outer(): return inner()'),
      'def beside(): return 2\n',
      'def inner(): return 1\n',
    ]);
  });
});

describe('components of the same code in two modules', () => {
  const files: RepositoryFiles = {
    'pkg/__init__.py': '',
    'pkg/a.py': lines('from . import b', 'def f(n): return n and b.g(n - 1)'),
    'pkg/b.py': lines('from . import a', 'def g(n): return n and a.f(n - 1)'),
    'tests/test_a.py': lines('from pkg.a import f', 'def test_f(): assert f(2) == 0'),
  };

  it('are both admitted when each needs the other', async () => {
    const report = await mineRepository(services(), snapshotOf(files));
    expect(report.admitted.map(({ interface: { module } }) => module)).toEqual(['pkg.a', 'pkg.b']);
    expect(new Set(report.admitted.map(({ id }) => id)).size).toBe(2);
  });

  it('are both admitted, each as much as it needs, when only one needs the other', async () => {
    const report = await mineRepository(
      services(),
      snapshotOf({ ...files, 'pkg/b.py': 'def g(n): return n\n' }),
    );
    expect(
      report.admitted.map(({ name, implementation }) => [name, implementation.map(({ path }) => path)]),
    ).toEqual([
      ['acme/donor/pkg.a.f', ['pkg/__init__.py', 'pkg/a.py', 'pkg/b.py']],
      ['acme/donor/pkg.b.g', ['pkg/__init__.py', 'pkg/b.py']],
    ]);
  });
});

describe('what components need from outside', () => {
  const files = (dependencies: string): RepositoryFiles => ({
    'pyproject.toml': lines(
      '[project]',
      'name = "donor"',
      'license = "MIT"',
      `dependencies = [${dependencies}]`,
      '[project.optional-dependencies]',
      'test = ["freezegun>=1"]',
    ),
    'a.py': lines(
      'import yaml',
      'try:',
      '    import orjson',
      'except ImportError:',
      '    orjson = None',
      'def f(): return yaml, orjson',
      'def g(): return 1',
    ),
    'tests/test_a.py': lines(
      'import freezegun',
      'import pytest',
      'from a import f, g',
      'def test_f(): assert freezegun and f()',
      'def test_g(): assert g()',
    ),
  });

  it('is what the repository declares, for the code and for its tests apart', async () => {
    const sandbox = createFakeSandbox();
    const report = await mineRepository(services({ sandbox }), snapshotOf(files('"PyYAML>=6", "orjson"')));
    expect(report.admitted.map(({ dependencies }) => dependencies)).toMatchObject([
      { distributions: ['PyYAML>=6', 'orjson'], testDistributions: ['freezegun>=1'] },
      { distributions: [] },
    ]);
    expect(report.admitted[1]?.dependencies).not.toHaveProperty('testDistributions');
    expect(sandbox.prepared).toEqual([['PyYAML>=6', 'freezegun>=1', 'orjson']]);
  });

  it('must be declared: nothing is installed on a guess', async () => {
    const sandbox = createFakeSandbox();
    const report = await mineRepository(services({ sandbox }), snapshotOf(files('')));
    expect(report.admitted.map(({ name }) => name)).toEqual(['acme/donor/a.g']);
    expect(report.excluded).toEqual([
      {
        name: 'acme/donor/a.f',
        reason:
          'it imports yaml, which the repository does not declare; add it to the dependencies in pyproject.toml',
        kind: 'undeclared-distribution',
      },
    ]);
    expect(sandbox.prepared).toEqual([[]]);
  });

  it('excludes only the components for which it cannot be installed', async () => {
    const sandbox = createFakeSandbox(new Set(['orjson']));
    const report = await mineRepository(services({ sandbox }), snapshotOf(files('"PyYAML>=6", "orjson"')));
    expect(report.admitted.map(({ name }) => name)).toEqual(['acme/donor/a.g']);
    expect(report.excluded).toEqual([
      {
        name: 'acme/donor/a.f',
        reason: 'what it needs could not be installed: orjson cannot be installed',
        kind: 'not-installable',
      },
    ]);
  });

  it('leaves out a test that needs what nobody declares', async () => {
    const report = await mineRepository(
      services(),
      snapshotOf({
        'a.py': 'def f(): return 1\n',
        'tests/test_a.py': lines('import numpy', 'from a import f', 'def test_f(): assert numpy and f()'),
      }),
    );
    expect(report.excluded).toEqual([
      {
        name: 'acme/donor/a.f',
        reason:
          'none of its tests can leave the repository (tests/test_a.py::test_f: it imports numpy, which the repository does not declare among its test dependencies)',
        kind: 'no-test',
      },
    ]);
  });
});

describe('refining a boundary', () => {
  const files: RepositoryFiles = {
    'pkg/__init__.py': '',
    'pkg/core.py': lines('import pkg.lazy', 'def f(name): return getattr(pkg.lazy, name)()'),
    'pkg/lazy.py': lines('def found(): return 1', 'def other(): return 2'),
    'pkg/words.txt': 'a\n',
    'tests/test_core.py': lines(
      'from pkg.core import f',
      'def test_found(): assert f("found")',
      'def test_other(): assert f("other")',
    ),
  };

  it('takes in what a failure names, until all is there', async () => {
    const harness = createFakeHarness((request, passing) => {
      const text = Buffer.from(request.files.get('pkg/lazy.py') ?? []).toString();
      return {
        tests: passing.map((test): TestResult => {
          const name = test.id.endsWith('test_found') ? 'found' : 'other';
          return text.includes(`def ${name}`)
            ? test
            : {
                ...test,
                outcome: 'failed',
                errorType: 'AttributeError',
                message: `module 'pkg.lazy' has no attribute '${name}'`,
              };
        }),
      };
    });
    // The dynamic access makes mining keep the whole module; a slice by hand stands for a missed name.
    const sliced = {
      ...files,
      'pkg/core.py': lines(
        'import importlib',
        'def f(name):',
        '    return importlib.import_module("pkg." + "lazy").__dict__[name]()',
      ),
    };
    const report = await mineRepository(services({ harness }), snapshotOf(sliced));
    const [core] = report.admitted;
    expect(core?.name).toBe('acme/donor/pkg.core.f');
    expect(texts(core?.implementation ?? [])['pkg/lazy.py']).toBe(String(files['pkg/lazy.py']));
    expect(harness.requests).toHaveLength(2);
  });

  it.each([
    ['a missing module', 'ModuleNotFoundError', "No module named 'pkg.lazy'", 'pkg/lazy.py'],
    [
      'a missing file',
      'FileNotFoundError',
      "[Errno 2] No such file or directory: '/x/y/pkg/words.txt'",
      'pkg/words.txt',
    ],
    [
      'a name that cannot be imported',
      'ImportError',
      "cannot import name 'found' from 'pkg.lazy' (x)",
      'pkg/lazy.py',
    ],
  ])('takes in %s', async (_title, errorType, message, path) => {
    const plain = { ...files, 'pkg/core.py': 'def f(name): return name\n' };
    const harness = createFakeHarness((request, passing) => ({
      tests: passing.map((test): TestResult =>
        request.files.has(path) ? test : { ...test, outcome: 'error', errorType, message },
      ),
    }));
    const report = await mineRepository(services({ harness }), snapshotOf(plain));
    expect(report.admitted[0]?.implementation.map(file => file.path)).toContain(path);
  });

  it('leaves a test behind whose fixture or data does not travel', async () => {
    const plain = { ...files, 'pkg/core.py': 'def f(name): return name\n' };
    const harness = createFakeHarness((_request, passing) => ({
      tests: passing.map((test): TestResult =>
        test.id.endsWith('test_other')
          ? { ...test, outcome: 'error', errorType: 'Failed', message: "fixture 'mocker' not found" }
          : test,
      ),
    }));
    const report = await mineRepository(services({ harness }), snapshotOf(plain));
    expect(report.admitted.map(({ carriedTests }) => carriedTests.tests.map(({ name }) => name))).toEqual([
      ['test_found'],
    ]);
    expect(report.admitted[0]?.carriedTests.files[0]?.content).not.toContain('test_other');
  });

  it('excludes a component of which no test is left, and one that does not import', async () => {
    const plain = { ...files, 'pkg/core.py': 'def f(name): return name\n' };
    const fixture = createFakeHarness((_request, passing) => ({
      tests: passing.map((test): TestResult => ({
        ...test,
        outcome: 'error',
        errorType: 'Failed',
        message: "fixture 'mocker' not found",
      })),
    }));
    const noTest = await mineRepository(services({ harness: fixture }), snapshotOf(plain));
    expect(noTest.admitted).toEqual([]);
    expect(noTest.excluded.at(-1)?.reason).toBe(
      "none of its tests can leave the repository (tests/test_core.py::test_found: it lacks something that does not travel: Failed: fixture 'mocker' not found; tests/test_core.py::test_other: it lacks something that does not travel: Failed: fixture 'mocker' not found)",
    );
    const broken = createFakeHarness(() => ({
      tests: [],
      collectionErrors: [
        {
          path: 'pkg/core.py',
          errorType: 'ModuleNotFoundError',
          message: "No module named '_speed'",
          trace: [],
        },
      ],
    }));
    const noImport = await mineRepository(services({ harness: broken }), snapshotOf(plain));
    expect(noImport.excluded.at(-1)?.reason).toBe(
      'pkg/core.py imports _speed as it runs, which is not installed; declare what provides it among the dependencies',
    );
  });

  it('ends when a component does not settle', async () => {
    let count = 0;
    const many = Array.from({ length: 12 }, (_, index) => `test_t${index}`);
    const harness = createFakeHarness((_request, passing) => ({
      tests: passing.map((test, index): TestResult =>
        index === 0
          ? { ...test, outcome: 'error', errorType: 'Failed', message: `fixture 'x${count++}' not found` }
          : test,
      ),
    }));
    const report = await mineRepository(
      services({ harness }),
      snapshotOf({
        'a.py': 'def f(): return 1\n',
        'tests/test_a.py': lines('from a import f', ...many.map(name => `def ${name}(): assert f()`)),
      }),
    );
    expect(report.excluded).toEqual([
      {
        name: 'acme/donor/a.f',
        reason:
          "its boundary did not settle within 6 rounds of validation: tests/test_a.py::test_t5: it lacks something that does not travel: Failed: fixture 'x5' not found",
        kind: 'unsettled',
      },
    ]);
  });
});

describe('a sandbox that fails', () => {
  it('ends the mining', async () => {
    const failing = new CodefaceError('sandbox', 'The engine was stopped.');
    const progress = createSilentProgress();
    const harness = {
      ...createFakeHarness(),
      runEach: async () => {
        throw failing;
      },
    };
    await expect(mineRepository(services({ harness, progress }), snapshotOf(SHOP))).rejects.toBe(failing);
    expect(progress.steps.at(-1)?.ending?.kind).toBe('failed');
  });

  it('is told from distributions that cannot be installed', async () => {
    const sandbox = createFakeSandbox(new Set(['*']));
    await expect(mineRepository(services({ sandbox }), snapshotOf(SHOP))).rejects.toMatchObject({
      code: 'sandbox',
    });
  });
});

describe('code that reaches for what judges it', () => {
  const mined = async (extra: string, test = '') =>
    mineRepository(
      services(),
      snapshotOf({
        'kit.py': lines('import os', 'import sys', '', 'def add(a, b):', `    ${extra}`, '    return a + b'),
        'test_kit.py': lines(
          'from kit import add',
          'def test_add():',
          `    ${test || 'pass'}`,
          '    assert add(1, 2) == 3',
        ),
      }),
    );

  it.each([
    ['os._exit(0)', '_exit'],
    ['getattr(os, "_exit")(0)', '_exit'],
    ['sys.modules.get("codeface_outcome")', 'codeface_'],
    ['sys.modules["pytest"].main = None', 'sys.modules["pytest"]'],
    ['os.write(3, b"")', 'os.write'],
    ['import _pytest.reports', '_pytest'],
    ['import ctypes', 'ctypes'],
    ['sys._getframe(1)', '_getframe'],
    ['import gc; gc.get_objects()', 'get_objects'],
    ['os.listdir("/proc/self/fd")', '/proc/self/fd'],
  ])('is excluded for %s', async (statement, name) => {
    const { admitted, excluded } = await mined(statement);
    expect(admitted).toEqual([]);
    expect(excluded).toEqual([
      {
        name: 'acme/donor/kit.add',
        reason: `kit.py uses ${name}, which reaches into the process that judges its tests`,
        kind: 'reaches-machinery',
      },
    ]);
  });

  it('is excluded when its test does so', async () => {
    const { excluded } = await mined('pass', 'import os; os._exit(0)');
    expect(excluded[0]?.reason).toMatch(/test_kit\.py::test_add: it uses _exit, which reaches/);
  });

  it('is tested without the test that does so, where there are others', async () => {
    const another = ['assert add', '', 'def test_exit():', '    assert add', '    import os; os._exit(0)'];
    const { admitted } = await mined('pass', [...another, '', 'def test_sum():'].join('\n'));
    const [kit] = admitted;
    expect(kit?.carriedTests.tests.map(({ name }) => name)).toEqual(['test_add', 'test_sum']);
    expect(kit?.carriedTests.files[0]?.content).not.toContain('_exit');
  });

  it.each([
    ['with os.fdopen(os.open("x", os.O_WRONLY)) as file: file.write("")', ''],
    ['sys.modules[__name__]', ''],
    ['sys.stdout.write("_pytest_like codefaces")', ''],
    ['pass', 'import sys; sys._getframe(0)'],
    ['pass', 'from _pytest.monkeypatch import MonkeyPatch'],
  ])('leaves ordinary code alone: %s; %s', async (statement, test) => {
    expect((await mined(statement, test)).excluded).toEqual([]);
  });
});
