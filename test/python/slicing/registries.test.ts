import { describe, expect, it } from '@jest/globals';
import { componentAround, lines, texts, type RepositoryFiles } from '../../support/mined.js';

function sliceAround(name: string, files: RepositoryFiles): Readonly<Record<string, string>> {
  return texts(componentAround(files, name).implementation);
}

const REGISTRY = lines(
  'HANDLERS = {}',
  'def register(name):',
  '    def keep(handler):',
  '        HANDLERS[name] = handler',
  '        return handler',
  '    return keep',
  'def handle(name, x): return HANDLERS[name](x)',
  'def unrelated(): return 1',
);

describe('a registry that is looked up', () => {
  it('brings what other modules register by a decorator, and the import that loads them', () => {
    const kept = sliceAround('pkg.registry.handle', {
      'pkg/__init__.py': lines('from .registry import handle', 'from . import plugins', 'import os'),
      'pkg/registry.py': REGISTRY,
      'pkg/plugins.py': lines(
        'from .registry import register',
        'def _upper(x): return x.upper()',
        '@register("upper")',
        'def upper(x): return _upper(x)',
        'def other(): return 2',
      ),
    });
    expect(kept).toEqual({
      'pkg/__init__.py': 'from . import plugins\n',
      'pkg/plugins.py': lines(
        'from .registry import register',
        'def _upper(x): return x.upper()',
        '@register("upper")',
        'def upper(x): return _upper(x)',
      ),
      'pkg/registry.py': REGISTRY.replace('def unrelated(): return 1\n', ''),
    });
  });

  it('brings nothing to what only registers', () => {
    const kept = sliceAround('pkg.plugins.upper', {
      'pkg/__init__.py': 'from . import plugins, more\n',
      'pkg/registry.py': REGISTRY,
      'pkg/plugins.py': lines(
        'from .registry import register',
        '@register("upper")',
        'def upper(x): return x',
      ),
      'pkg/more.py': lines('from .registry import register', '@register("lower")', 'def lower(x): return x'),
    });
    expect(Object.keys(kept)).toEqual(['pkg/__init__.py', 'pkg/plugins.py', 'pkg/registry.py']);
  });

  it('is an object with a method too, filled by decorators, by calls and by items', () => {
    const kept = sliceAround('pkg.core.run', {
      'pkg/__init__.py': lines('from . import core', 'from .extra import added, called'),
      'pkg/core.py': lines(
        'class Registry(dict):',
        '    def add(self, f): self[f.__name__] = f; return f',
        'registry = Registry()',
        'def run(name): return registry[name]()',
      ),
      'pkg/extra.py': lines(
        'from pkg import core as kernel',
        '@kernel.registry.add',
        'def added(): return 1',
        'def called(): return 2',
        'kernel.registry.add(called)',
        'def item(): return 3',
        'kernel.registry["item"] = item',
        'def unused(): return 4',
      ),
    });
    expect(kept['pkg/extra.py']).not.toContain('unused');
    expect(kept['pkg/extra.py']).toMatch(/def added[^]*def called[^]*\.add\(called\)[^]*\["item"\] = item/);
    expect(kept['pkg/__init__.py']).toContain('from . import extra');
  });

  it('is filled by what a package loads from its own folder', () => {
    const loop = lines(
      'for part in pkgutil.iter_modules(__path__):',
      '    importlib.import_module(f"{__name__}.{part.name}")',
    );
    const kept = sliceAround('pkg.registry.handle', {
      'pkg/__init__.py': lines('from . import parts'),
      'pkg/registry.py': REGISTRY,
      'pkg/parts/__init__.py': `${lines('import pkgutil, importlib')}${loop}`,
      'pkg/parts/one.py': lines(
        'from ..registry import register',
        '@register("one")',
        'def one(x): return x',
      ),
    });
    expect(kept['pkg/__init__.py']).toBe('from . import parts\n');
    expect(kept['pkg/parts/__init__.py']).toContain(loop);
    expect(kept['pkg/parts/one.py']).toContain('def one');
  });

  it('is no part of what uses it when most of a package registers there', () => {
    const parts = Array.from({ length: 13 }, (_, index) => `p${index}`);
    const kept = sliceAround('pkg.registry.handle', {
      'pkg/__init__.py': lines(`from . import ${parts.join(', ')}`),
      'pkg/registry.py': REGISTRY,
      ...Object.fromEntries(
        parts.map(part => [
          `pkg/${part}.py`,
          lines('from .registry import register', `@register("${part}")`, `def ${part}(x): return x`),
        ]),
      ),
    });
    expect(Object.keys(kept)).toEqual(['pkg/__init__.py', 'pkg/registry.py']);
  });

  it('may be a generic function with implementations in other modules', () => {
    const files = {
      'pkg/__init__.py': 'from . import core, dates\n',
      'pkg/core.py': lines(
        'from functools import singledispatch',
        '@singledispatch',
        'def show(x): return str(x)',
        'def line(x): return show(x)',
      ),
      'pkg/dates.py': lines(
        'import datetime',
        'from .core import show',
        '@show.register',
        'def _(x: datetime.date): return x.isoformat()',
      ),
    };
    expect(sliceAround('pkg.core.line', files)['pkg/dates.py']).toContain('isoformat');
    expect(sliceAround('pkg.core.show', files)).not.toHaveProperty('pkg/dates.py');
  });
});

describe('a class that keeps account of its subclasses', () => {
  const files = (...base: readonly string[]) => ({
    'pkg/__init__.py': 'from . import shapes\n',
    'pkg/base.py': lines(...base),
    'pkg/shapes.py': lines(
      'from .base import Base',
      'class Square(Base): sides = 4',
      'class Small(Square): pass',
      'class Other: pass',
    ),
  });
  const brought = lines(
    'from .base import Base',
    'class Square(Base): sides = 4',
    'class Small(Square): pass',
  );

  it('brings them when it looks them up in what __init_subclass__ stores', () => {
    const kept = sliceAround(
      'pkg.base.make',
      files(
        'class Base:',
        '    known = {}',
        '    def __init_subclass__(cls): cls.known[cls.__name__] = cls',
        'def make(name): return Base.known[name]()',
      ),
    );
    expect(kept).toMatchObject({
      'pkg/shapes.py': brought,
      'pkg/__init__.py': 'from . import shapes\n',
    });
  });

  it('brings them when its metaclass stores them', () => {
    const kept = sliceAround(
      'pkg.base.Base',
      files(
        'class Meta(type):',
        '    known = []',
        '    def __init__(cls, *rest): Meta.known.append(cls)',
        '    def all(cls): return list(cls.known)',
        'class Base(metaclass=Meta): pass',
      ),
    );
    expect(kept['pkg/shapes.py']).toBe(brought);
  });

  it('brings them to whoever asks for __subclasses__', () => {
    const kept = sliceAround(
      'pkg.base.count',
      files('class Base: pass', 'def count(): return len(Base.__subclasses__())'),
    );
    expect(kept['pkg/shapes.py']).toBe(brought);
  });

  it('does not bring them when nothing looks them up', () => {
    const kept = sliceAround(
      'pkg.base.Base',
      files('class Base:', '    known = {}', '    def __init_subclass__(cls): cls.known[cls.__name__] = cls'),
    );
    expect(kept).not.toHaveProperty('pkg/shapes.py');
  });
});
