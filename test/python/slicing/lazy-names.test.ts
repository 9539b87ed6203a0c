import { describe, expect, it } from '@jest/globals';
import { componentAround, lines, texts, type RepositoryFiles } from '../../support/mined.js';

function sliceAround(name: string, files: RepositoryFiles): Readonly<Record<string, string>> {
  return texts(componentAround(files, name).implementation);
}

const PARTS = {
  'pkg/part.py': lines('class Wanted: pass', 'class Unwanted: pass'),
  'pkg/use.py': lines('import pkg', 'def use(): return pkg.Wanted()'),
};

describe('a name that __getattr__ serves', () => {
  it.each([
    ['a name for each module', 'LAZY = {"Wanted": ".part", "Unwanted": ".part"}'],
    ['a module for its names', 'LAZY = {"part": ["Wanted", "Unwanted"]}'],
    ['a whole name', 'LAZY = {"Wanted": "pkg.part:Wanted"}'],
    ['a module and an attribute', 'LAZY = {"Wanted": (".part", "Wanted")}'],
    ['nothing that can be read', 'LAZY = dict(read_table())'],
  ])('comes by a table of %s', (_, table) => {
    const kept = sliceAround('pkg.use.use', {
      ...PARTS,
      'pkg/__init__.py': lines(
        'import importlib',
        table,
        'def read_table(): return [("Wanted", "part")]',
        'def __getattr__(name):',
        '    return getattr(importlib.import_module(LAZY[name], __name__), name)',
      ),
    });
    expect(kept['pkg/__init__.py']).toContain('def __getattr__');
    expect(kept['pkg/part.py']).toBe('class Wanted: pass\n');
  });

  it('may be a module below', () => {
    const kept = sliceAround('pkg.use.use', {
      'pkg/__init__.py': lines(
        'import importlib',
        'def __getattr__(name):',
        '    return importlib.import_module("." + name, __name__)',
      ),
      'pkg/part.py': lines('def f(): return 1', 'def g(): return 2'),
      'pkg/use.py': lines('import pkg', 'def use(): return pkg.part.f()'),
    });
    expect(kept['pkg/__init__.py']).toContain('def __getattr__');
    expect(kept['pkg/part.py']).toBe('def f(): return 1\n');
  });
});

describe('an import hook', () => {
  it('comes with the module whose names it makes', () => {
    const kept = sliceAround('use.use', {
      'virtual/__init__.py': 'from . import _build\n',
      'virtual/_build.py': lines(
        'import sys',
        'class Finder:',
        '    def find_spec(self, name, path, target=None): return None',
        'sys.meta_path.insert(0, Finder())',
        'def unused(): return 1',
      ),
      'use.py': lines('import virtual', 'def use(): return virtual.made()'),
    });
    expect(kept['virtual/__init__.py']).toBe('from . import _build\n');
    expect(kept['virtual/_build.py']).toContain('sys.meta_path.insert');
    expect(kept['virtual/_build.py']).not.toContain('unused');
  });
});
