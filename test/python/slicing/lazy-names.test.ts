import { describe, expect, it } from '@jest/globals';
import { componentAround, lines, surveyOf, texts, type RepositoryFiles } from '../../support/mined.js';

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

describe('what a package offers by its __getattr__ alone', () => {
  const files = {
    'pkg/_part.py': lines('def wanted(): return 1', 'def _hidden(): return 2', 'def unwanted(): return 3'),
    'pkg/_other.py': lines('class Thing: pass', 'class Unnamed: pass'),
  };
  const offered = (...init: readonly string[]) =>
    surveyOf({ ...files, 'pkg/__init__.py': lines(...init) }).capabilities.map(({ name }) => name);

  it.each([
    [
      'a table of modules',
      [
        'import importlib',
        'LAZY = {"wanted": "._part", "Thing": "._other", "_hidden": "._part"}',
        'def __getattr__(name): return getattr(importlib.import_module(LAZY[name], __name__), name)',
      ],
    ],
    [
      'lazy_loader',
      [
        'import lazy_loader',
        '__getattr__, __dir__, __all__ = lazy_loader.attach(',
        '    __name__, submod_attrs={"_part": ["wanted"], "_other": ["Thing"]}',
        ')',
      ],
    ],
    [
      'its __all__',
      [
        'import importlib',
        '__all__ = ["wanted", "Thing"]',
        'def __getattr__(name):',
        '    for part in ("_part", "_other"):',
        '        module = importlib.import_module("." + part, __name__)',
        '        if hasattr(module, name): return getattr(module, name)',
        '    raise AttributeError(name)',
      ],
    ],
    [
      'imports inside it',
      [
        'def __getattr__(name):',
        '    if name == "wanted":',
        '        from ._part import wanted',
        '        return wanted',
        '    if name in {"Thing"}:',
        '        from . import _other',
        '        return getattr(_other, name)',
        '    raise AttributeError(name)',
      ],
    ],
  ])('is found by %s', (_, init) => {
    expect(offered(...init)).toEqual(['Thing', 'wanted']);
  });

  it('is nothing without one', () => {
    expect(offered('LAZY = {"wanted": "._part", "Thing": "._other"}')).toEqual([]);
  });

  it('comes by it where only a type checker sees an import', () => {
    const kept = sliceAround('pkg.use.use', {
      ...files,
      'pkg/__init__.py': lines(
        'import importlib',
        'from typing import TYPE_CHECKING',
        'if TYPE_CHECKING:',
        '    from ._part import wanted',
        'LAZY = {"wanted": "._part"}',
        'def __getattr__(name): return getattr(importlib.import_module(LAZY[name], __name__), name)',
      ),
      'pkg/use.py': lines('import pkg', 'def use(): return pkg.wanted()'),
    });
    expect(kept['pkg/__init__.py']).toContain('def __getattr__');
    expect(kept['pkg/_part.py']).toBe('def wanted(): return 1\n');
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
