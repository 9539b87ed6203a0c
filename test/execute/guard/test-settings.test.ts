import { describe, expect, it } from '@jest/globals';
import { decodeUtf8 } from '../../../src/domain/files.js';
import { guardTree } from '../../../src/execute/guard/guard-tree.js';
import { treeOfTexts } from '../../support/values.js';

const PRODUCT = {
  'target/__init__.py': 'from target.checks import check\n',
  'target/main.py': 'x = 1\n',
  'target/test_main.py': 'import target.main, json\n',
  'target/checks/__init__.py': 'check = 1\n',
  'target/checks/test_checks.py': 'import target.checks\n',
  'app/run.py': 'y = 1\n',
  'app/test_run.py': 'from run import y\n',
};

/** What becomes of a file when a change empties it. */
function isPutBack(path: string, texts: Readonly<Record<string, string>>): boolean {
  const before = { [path]: 'base = 1\n', ...PRODUCT, ...texts };
  const after = treeOfTexts({ ...before, [path]: '' });
  const { tree } = guardTree(treeOfTexts(before), after, { installed: new Set() });
  return decodeUtf8(tree.get(path) ?? new Uint8Array()) !== '';
}

const TEST = 'import target\nfrom helper import A\n';

describe('what lies beside the tests of the base commit', () => {
  it.each([
    ['in a folder called for unit tests', 'unit_tests/helper.py', { 'unit_tests/test_a.py': TEST }],
    ['in a folder called in capitals', 'Tests/helper.py', { 'Tests/test_a.py': TEST }],
    ['as data in such a folder', 'my_checks/data/a.json', { 'my_checks/test_a.py': TEST }],
    ['in a folder of any name that tests another', 'quality/helper.py', { 'quality/test_a.py': TEST }],
    [
      'in what a glob of testpaths finds',
      'parts/one/spec/helper.py',
      { 'pytest.ini': '[pytest]\ntestpaths = parts/*/spec\n' },
    ],
    [
      'as text with doctests',
      'docs/guide.rst',
      { 'tox.ini': '[pytest]\naddopts = "--doctest-glob=*.rst"\n' },
    ],
    [
      'as text that two words ask for',
      'a/b.md',
      { 'pytest.ini': '[pytest]\naddopts = --doctest-glob *.md\n' },
    ],
    ['as a plug-in', 'target/plug.py', { 'conftest.py': 'pytest_plugins = [\n  "target.plug",\n]\n' }],
    ['as the one plug-in', 'target/plug.py', { 'conftest.py': "pytest_plugins = 'target.plug'\n" }],
    [
      'as a plug-in of the settings',
      'target/plug.py',
      { 'pytest.ini': '[pytest]\naddopts = -q -p target.plug\n' },
    ],
    [
      'as part of a plug-in of a plug-in',
      'target/plug/part.py',
      {
        'pytest.ini': '[pytest]\naddopts = -ptarget.first\n',
        'target/first.py': 'pytest_plugins = ("target.plug",)\n',
        'target/plug/__init__.py': '',
      },
    ],
  ])('is put back %s', (_, path, texts: Readonly<Record<string, string>>) => {
    expect(isPutBack(path, texts)).toBe(true);
  });

  it.each([
    ['in the package that it tests', 'target/main.py', {}],
    ['in a package that other code imports', 'target/checks/__init__.py', {}],
    [
      'in a folder whose tests use other code too',
      'bill/pay.py',
      { 'bill/test_pay.py': 'import pay, target\n' },
    ],
    ['in a folder that tests itself', 'app/run.py', {}],
    [
      'where no plug-in is asked for',
      'target/plug.py',
      { 'pytest.ini': '[pytest]\naddopts = -p no:target.plug\n' },
    ],
    ['as text without tests', 'docs/guide.rst', {}],
  ])('is left to the change %s', (_, path, texts: Readonly<Record<string, string>>) => {
    expect(isPutBack(path, texts)).toBe(false);
  });
});
