import { describe, expect, it } from '@jest/globals';
import { readModules } from '../../../src/mine/read/read-modules.js';
import type { Unit } from '../../../src/python/slicing/units.js';
import { lines, treeOfFiles } from '../../support/mined.js';

function unitsIn(text: string): readonly Unit[] {
  const [module] = readModules(treeOfFiles({ 'm.py': text })).modules;
  if (module === undefined) throw new Error('the text is no Python');
  return module.units;
}

describe('the units of a module', () => {
  it.each([
    ['"""About."""', 'docstring'],
    ['from __future__ import annotations', 'future'],
    ['import a, b', 'import'],
    ['if typing.TYPE_CHECKING:\n    from a import b', 'import'],
    ['if TYPE_CHECKING:\n    from a import b\n    T = 1', 'block'],
    ['if TYPE_CHECKING:\n    from a import b\nelse:\n    b = 1', 'block'],
    ['def f(): ...', 'definition'],
    ['@mark\nasync def f(): ...', 'definition'],
    ['class C: ...', 'definition'],
    ['type A = int', 'definition'],
    ['x: int = 1', 'assignment'],
    ['x += 1', 'assignment'],
    ['x.y = 1', 'effect'],
    ['x["y"] = 1', 'effect'],
    ['register(x)', 'effect'],
    ['assert x', 'effect'],
    ['try:\n    import a\nexcept ImportError:\n    a = None', 'block'],
    ['for x in y: pass', 'block'],
    ['if __name__ == "__main__":\n    main()', 'main'],
    ['del x', 'deletion'],
    ['import a; a.setup()', 'block'],
  ])('%j is of the kind %s', (text, kind) => {
    expect(unitsIn(`${text}\n`).map(unit => unit.kind)).toEqual([kind]);
  });

  it('know the names that they bind in the module, and no other', () => {
    const text = lines(
      'with a as (b, c):',
      '    d = [e for e in c]',
      '    def f(g): h = 1',
      '    class I:',
      '        j = 1',
      '    if (k := b): import l.m',
    );
    expect(unitsIn(text).map(({ binds }) => [...binds].sort())).toEqual([
      ['b', 'c', 'd', 'f', 'I', 'k', 'l'].sort(),
    ]);
  });

  it('own the comments right above them, but not the one that heads the file', () => {
    const text = lines(
      '# Copyright 2020 Acme',
      '# of x',
      'x = 1',
      '',
      '# apart',
      '',
      '# of y',
      'y = 2  # beside',
    );
    const parts = unitsIn(text).map(({ start, end }) => text.slice(start, end));
    expect(parts).toEqual(['x = 1\n', '# of y\ny = 2  # beside\n']);
  });

  it('leave a comment that touches the first statement with it when it says nothing of the file', () => {
    const text = lines('# of x', 'x = 1');
    expect(unitsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([text]);
  });

  it('never take a line of a string for a comment', () => {
    const text = lines('x = """', '# no comment', '"""', 'y = 2');
    expect(unitsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      lines('x = """', '# no comment', '"""'),
      'y = 2\n',
    ]);
  });
});
