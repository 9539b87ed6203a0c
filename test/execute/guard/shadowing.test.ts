import { describe, expect, it } from '@jest/globals';
import { guardTree } from '../../../src/execute/guard/guard-tree.js';
import { treeOfTexts } from '../../support/values.js';

const BASE = {
  'src/target/__init__.py': 'answer = 2\n',
  'src/target/prices.py': '',
  'src/target/tax/__init__.py': '',
  'tests/test_target.py': 'import target, tests.helper\n',
  'tests/helper.py': 'A = 1\n',
  'tests/data/load.py': 'B = 1\n',
};

function guard(change: Readonly<Record<string, string | null>>, over: Readonly<Record<string, string>> = {}) {
  const before = { ...BASE, ...over };
  const after = Object.entries({ ...before, ...change }).filter(([, text]) => text !== null);
  return guardTree(treeOfTexts(before), treeOfTexts(Object.fromEntries(after)), { installed: new Set() });
}

describe('a new module', () => {
  it.each([
    ['a package beside a module of its name', 'tests/helper/__init__.py'],
    ['an extension beside a module', 'tests/helper.cpython-311-x86_64-linux-gnu.so'],
    ['an extension for Windows beside a module', 'tests/helper.pyd'],
    ['an extension beside a package file', 'src/target/tax/__init__.abi3.so'],
    ['a module beside a package', 'src/target/tax.py'],
    ['a module beside a folder that is a package without saying so', 'tests/data.py'],
    ['a package called as the folder of tests', 'src/tests/__init__.py'],
    ['a part of a package called as the folder of tests', 'src/tests/helper.py'],
    ['a module of the product in the folder of tests', 'tests/target.py'],
    ['a package of the product in the folder of tests', 'tests/target/__init__.py'],
    ['a product in another source root', 'target/__init__.py'],
  ])('is refused when it is %s', (_, path) => {
    const guarded = guard({ [path]: '' });
    expect(guarded.tree).toEqual(treeOfTexts(BASE));
    expect(guarded).toMatchObject({ refused: true, findings: [{ kind: 'refused', subject: path }] });
  });

  it('is refused beside tests that the change takes the package file away from', () => {
    const over = { 'quality/__init__.py': '', 'quality/test_b.py': '' };
    const change = { 'quality/__init__.py': null, 'quality/test_b.py': null, 'quality/target.py': '' };
    const guarded = guard(change, over);
    expect(guarded.refused).toBe(true);
    expect(guarded.tree.has('quality/target.py')).toBe(false);
  });

  it.each([
    ['a module turned into a package', { 'src/target/prices.py': null, 'src/target/prices/__init__.py': '' }],
    ['one more module', { 'src/target/rates.py': '' }],
    ['one more package', { 'src/other/__init__.py': '', 'src/other/helper.py': '' }],
    ['tests laid out as the product is', { 'tests/target/test_prices.py': '' }],
    ['a package file for tests', { 'tests/__init__.py': '' }],
    [
      'the product in another source root',
      Object.fromEntries(
        Object.keys(BASE).flatMap(path =>
          path.startsWith('src/')
            ? [
                [path, null],
                [path.slice('src/'.length), ''],
              ]
            : [],
        ),
      ),
    ],
  ])('is fine when it is %s', (_, change: Readonly<Record<string, string | null>>) => {
    expect(guard(change)).toMatchObject({ refused: false, findings: [] });
  });
});

describe('a plug-in', () => {
  it.each([
    ['in metadata with doubled brackets', 'hider-1.0.dist-info/entry_points.txt', '[[pytest11]]\na = b\n'],
    [
      'in metadata behind form feeds',
      'src/h.egg-info/entry_points.txt',
      '[x]\na = b\f[pytest11]\fh = target.h',
    ],
    ['in metadata of any other kind', 'h.dist-info/entry_points.txt', '[console_scripts]\na = b:c\n'],
    [
      'in new settings behind a form feed',
      'setup.cfg',
      '[metadata]\nname = x\f[tool:pytest]\faddopts = -p h',
    ],
    ['in new settings behind a line separator', 'docs/setup.cfg', '[a]\nb = 1\u2028[tool:pytest]\u2028c = 1'],
  ])('is refused %s', (_, path, text) => {
    const guarded = guard({ [path]: text });
    expect(guarded.tree).toEqual(treeOfTexts(BASE));
    expect(guarded).toMatchObject({ refused: true, findings: [{ kind: 'refused', subject: path }] });
  });

  it.each(['\f', '\v', '\x1c', '\x1d', '\x1e', '\x85', '\u2028', '\u2029', '\r'])(
    'hides in no changed setup.cfg behind %j',
    end => {
      const own = '[metadata]\nname = x\n';
      const hidden = `${own}version = 1${end}[tool:pytest]${end}addopts = -p target.h\n`;
      const guarded = guard({ 'setup.cfg': hidden }, { 'setup.cfg': own });
      expect(guarded.tree).toEqual(treeOfTexts({ ...BASE, 'setup.cfg': own }));
      expect(guarded.findings).toMatchObject([{ kind: 'restored', subject: 'setup.cfg' }]);
    },
  );
});
