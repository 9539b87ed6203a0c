import { describe, expect, it } from '@jest/globals';
import { mineRepository } from '../../src/mining/mine-repository.js';
import { createFakeClock } from '../fakes/fake-clock.js';
import { createSilentProgress } from '../fakes/silent-progress.js';
import { lines, snapshotOf, type RepositoryFiles } from '../support/mined.js';
import { keptSandbox, PREPARE_TIMEOUT_MS, suiteRunner } from '../support/suites.js';

const KIT = {
  'pkg/__init__.py': '',
  'pkg/core.py': lines('def twice(n):', '    return n * 2'),
  'pkg/stock.py': lines(
    'from pkg import core',
    'class Stock:',
    '    def __init__(self, n):',
    '        self.n = core.twice(n)',
    '    def left(self, m):',
    '        return self.n - m',
  ),
};
const CHECK = ['def test_left():', '    assert stock.Stock(core.twice(2)).left(1) == 7'];

/** Serves functions of both modules as they are asked for; a type checker sees them imported. */
const LAZY = lines(
  'import importlib',
  'from typing import TYPE_CHECKING',
  'if TYPE_CHECKING:',
  '    from ._core import half, twice',
  '    from ._stock import Stock',
  'LAZY = {"twice": (__name__, "._core"), "half": (__name__, "._core"), "Stock": (__name__, "._stock")}',
  'def __getattr__(name):',
  '    if name not in LAZY:',
  '        raise AttributeError(name)',
  '    package, module = LAZY[name]',
  '    return getattr(importlib.import_module(module, package), name)',
);

async function admitted(test: readonly string[], files: RepositoryFiles = KIT): Promise<readonly string[]> {
  const sandbox = keptSandbox();
  const { harness } = await suiteRunner([], sandbox);
  const services = {
    harness,
    sandbox,
    packageIndex: { distributionOf: async () => undefined },
    clock: createFakeClock(),
    progress: createSilentProgress(),
  };
  const report = await mineRepository(
    services,
    snapshotOf({ ...files, 'tests/test_pkg.py': lines(...test) }),
  );
  expect(report.excluded).toEqual([]);
  return report.admitted.map(({ interface: { module } }) => module);
}

describe('tests that are supported, in a real sandbox', () => {
  it.each([
    ['modules from their package', ['from pkg import core, stock', ...CHECK]],
    ['modules by their paths', ['import pkg.core as core', 'import pkg.stock as stock', ...CHECK]],
    [
      'the package',
      [
        'import pkg.core, pkg.stock',
        'def test_left():',
        '    assert pkg.stock.Stock(pkg.core.twice(2)).left(1) == 7',
      ],
    ],
    [
      'names',
      [
        'from pkg.core import twice',
        'from pkg.stock import Stock',
        'def test_left():',
        '    assert Stock(twice(2)).left(1) == 7',
      ],
    ],
  ])(
    'import %s',
    async (_what, test) => {
      expect(await admitted(test)).toEqual(['pkg.core', 'pkg.stock']);
    },
    PREPARE_TIMEOUT_MS,
  );

  it(
    'ask a package for what it imports lazily, of the component and of its support',
    async () => {
      const files = {
        'pkg/__init__.py': LAZY,
        'pkg/_core.py': lines('def twice(n):', '    return n * 2', 'def half(n):', '    return n // 2'),
        'pkg/_stock.py': lines(
          'class Stock:',
          '    def __init__(self, n):',
          '        self.n = n',
          '    def left(self, m):',
          '        return self.n - m',
        ),
      };
      const test = [
        'import pkg',
        'from pkg import twice',
        'def test_left():',
        '    assert pkg.Stock(twice(4)).left(pkg.half(7)) == 5',
      ];
      expect([...new Set(await admitted(test, files))]).toEqual(['pkg._core', 'pkg._stock']);
    },
    PREPARE_TIMEOUT_MS,
  );
});
