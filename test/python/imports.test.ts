import { describe, expect, it } from '@jest/globals';
import { importStatements, readImport } from '../../src/python/imports.js';
import { parsePython } from '../../src/syntax/parse-python.js';

function readAll(text: string, place = { module: 'pkg.sub.mod', isPackage: false }) {
  const tree = parsePython(text);
  return importStatements(tree.root).flatMap(statement =>
    readImport(tree, statement, place).map(({ local, module, symbol, bindsWholePath, level }) => ({
      local,
      module,
      ...(symbol !== undefined && { symbol }),
      bindsWholePath,
      level,
    })),
  );
}

describe('import statements', () => {
  it.each([
    ['import a', [{ local: 'a', module: 'a', bindsWholePath: true, level: 0 }]],
    ['import a.b.c', [{ local: 'a', module: 'a.b.c', bindsWholePath: false, level: 0 }]],
    ['import a.b as c', [{ local: 'c', module: 'a.b', bindsWholePath: true, level: 0 }]],
    [
      'import a, b as c',
      [
        { local: 'a', module: 'a', bindsWholePath: true, level: 0 },
        { local: 'c', module: 'b', bindsWholePath: true, level: 0 },
      ],
    ],
    [
      'from a import (\n    b as c,\n)',
      [{ local: 'c', module: 'a', symbol: 'b', bindsWholePath: true, level: 0 }],
    ],
    ['from a import *', [{ local: '*', module: 'a', symbol: '*', bindsWholePath: true, level: 0 }]],
    ['from . import x', [{ local: 'x', module: 'pkg.sub', symbol: 'x', bindsWholePath: true, level: 1 }]],
    [
      'from ..other.deep import x',
      [{ local: 'x', module: 'pkg.other.deep', symbol: 'x', bindsWholePath: true, level: 2 }],
    ],
    ['from .... import x', []],
    ['from __future__ import annotations', []],
    [
      'def f():\n    try:\n        import a\n    except E: pass',
      [{ local: 'a', module: 'a', bindsWholePath: true, level: 0 }],
    ],
  ])('%j', (text, expected) => {
    expect(readAll(`${text}\n`)).toEqual(expected);
  });

  it('are relative to the package when they stand in its __init__', () => {
    expect(readAll('from .a import b\n', { module: 'pkg', isPackage: true })).toMatchObject([
      { module: 'pkg.a', symbol: 'b' },
    ]);
  });
});
