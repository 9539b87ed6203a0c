import { describe, expect, it } from '@jest/globals';
import { readModules } from '../../../src/mine/read/read-modules.js';
import { lines, treeOfFiles } from '../../support/mined.js';

describe('reading the Python of a repository', () => {
  it.each<readonly [string, string | Uint8Array, string]>([
    ['a syntax error', lines('x = 1', 'def f(x y):', '    pass'), 'line 2: not valid Python 3'],
    ['a print statement', lines('x = 1', 'print "x"'), 'line 2: a Python 2 print statement'],
    [
      'an old except clause',
      lines('try:', '    pass', 'except A, e:', '    pass'),
      'line 3: written for Python 2',
    ],
    ['an old octal number', 'x = 0777\n', 'line 1: written for Python 2'],
    ['a long number', 'x = 10L\n', 'line 1: written for Python 2'],
    ['backquotes', 'x = `y`\n', 'line 1: written for Python 2'],
    ['a tuple parameter', 'def f(a, (b, c)): pass\n', 'line 1: written for Python 2'],
    ['Latin-1', Buffer.from('x = "caf\xe9"\n', 'latin1'), 'it is not UTF-8; save it as UTF-8'],
    ['NUL bytes', 'x = 1\0\n', 'it contains NUL bytes, so it is not Python'],
    [
      'more than 1 MiB',
      `x = "${'y'.repeat(1024 * 1024)}"\n`,
      'it is larger than 1 MiB; split it or keep data out of Python',
    ],
    ['a sum of thousands', `x = ${'1 + '.repeat(3000)}1\n`, 'its code is nested too deeply to be read'],
    [
      'nesting without end',
      `x = ${'('.repeat(60_000)}${')'.repeat(60_000)}\n`,
      'its code is nested too deeply to be read',
    ],
  ])('skips %s with the reason and reads the rest', (_title, content, reason) => {
    const read = readModules(treeOfFiles({ 'bad.py': content, 'good.py': 'x = 1\n', 'README.md': '' }));
    expect(read.skipped).toEqual([{ name: 'bad.py', reason }]);
    expect(read.modules.map(({ path }) => path)).toEqual(['good.py']);
    expect(read.files).toBe(2);
  });

  it.each([
    ['numbers of today', 'x = [0, 00, 0o17, 0x1F, 0b1, 1_000, 1.0, 0.5, 07.5, 1j]\n'],
    ['a group of exceptions', lines('try:', '    pass', 'except (A, B) as e:', '    pass')],
    ['a byte-order mark', '\uFEFFx = 1\n'],
    ['nothing', ''],
  ])('reads %s', (_title, content) => {
    expect(readModules(treeOfFiles({ 'a.py': content })).skipped).toEqual([]);
  });

  it('names modules below src and the root, and counts their lines', () => {
    const { modules, lines: count } = readModules(
      treeOfFiles({
        'src/pkg/__init__.py': '',
        'src/pkg/core.py': 'x = 1\ny = 2',
        'tests/test_core.py': 'x = 1\n',
        'odd-name.py': '',
      }),
    );
    expect(
      modules.map(({ module, sourceRoot, isPackage, isTest }) => [module, sourceRoot, isPackage, isTest]),
    ).toEqual([
      ['odd-name.py', '', false, false],
      ['pkg', 'src', true, false],
      ['pkg.core', 'src', false, false],
      ['tests.test_core', '', false, true],
    ]);
    expect(count).toBe(3);
  });
});
