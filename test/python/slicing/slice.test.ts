import { describe, expect, it } from '@jest/globals';
import { componentAround, lines, texts } from '../../support/mined.js';

/** What is left of the files around one name. */
function sliceAround(
  name: string,
  files: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return texts(componentAround(files, name).implementation);
}

describe('what a slice keeps of a module', () => {
  it('keeps the helpers, constants and imports that are needed, and no other', () => {
    const kept = sliceAround('shop.total', {
      'shop.py': lines(
        'import json',
        'import re, os',
        'from decimal import Decimal, ROUND_UP',
        '',
        'RATE = Decimal("0.2")',
        'UNUSED = ROUND_UP',
        '',
        '',
        '# Doubles.',
        'def helper(x):',
        '    return re.sub("a", "b", x) if RATE else x',
        '',
        '',
        'def other():',
        '    return json',
        '',
        '',
        'def total(x):',
        '    return helper(x)',
      ),
    });
    expect(kept).toEqual({
      'shop.py': lines(
        'import re',
        'from decimal import Decimal',
        '',
        'RATE = Decimal("0.2")',
        '',
        '',
        '# Doubles.',
        'def helper(x):',
        '    return re.sub("a", "b", x) if RATE else x',
        '',
        '',
        'def total(x):',
        '    return helper(x)',
      ),
    });
  });

  it('keeps a licence header, future imports and the docstring', () => {
    const text = lines(
      '#!/usr/bin/env python',
      '# Copyright 2020 Acme',
      '"""About everything."""',
      '',
      'from __future__ import annotations',
      '',
      'def f(): ...',
    );
    expect(
      sliceAround('a.f', { 'a.py': text + lines('', 'x = 1', 'if __name__ == "__main__":', '    f()') }),
    ).toEqual({
      'a.py': text,
    });
  });

  it('keeps the line breaks of the file', () => {
    const kept = sliceAround('a.f', {
      'a.py': 'from b import x, y\r\n\r\ndef f():\r\n    return x\r\n',
      'b.py': 'x = 1\r\ny = 2\r\n',
    });
    expect(kept).toEqual({
      'a.py': 'from b import x\r\n\r\ndef f():\r\n    return x\r\n',
      'b.py': 'x = 1\r\n',
    });
  });

  it('takes a decorated, conditional or guarded definition as a whole', () => {
    const text = lines(
      'import functools',
      'import sys',
      '',
      'try:',
      '    from fast import speed',
      'except ImportError:',
      '    def speed(): return 1',
      '',
      'if sys.version_info >= (3, 9):',
      '    KIND = list',
      'else:',
      '    KIND = tuple',
      '',
      '@functools.lru_cache(maxsize=None)',
      'def f():',
      '    return KIND, speed()',
    );
    expect(sliceAround('a.f', { 'a.py': `${text}\nKIND2 = 1\n` })).toEqual({ 'a.py': text });
  });

  it('keeps every definition of a name, overloads too', () => {
    const text = lines(
      'from typing import overload',
      '@overload',
      'def f(x: int) -> int: ...',
      '@overload',
      'def f(x: str) -> str: ...',
      'def f(x): return x',
    );
    expect(sliceAround('a.f', { 'a.py': text })).toEqual({ 'a.py': text });
  });

  it('keeps base classes, decorators and what their class bodies read', () => {
    const kept = sliceAround('a.Child', {
      'a.py': lines(
        'limit = 3',
        'def mark(cls): return cls',
        'class Base: pass',
        'class Unrelated: pass',
        '@mark',
        'class Child(Base):',
        '    limit = limit',
      ),
    });
    expect(kept['a.py']).toBe(
      lines(
        'limit = 3',
        'def mark(cls): return cls',
        'class Base: pass',
        '@mark',
        'class Child(Base):',
        '    limit = limit',
      ),
    );
  });

  it('keeps a name that only functions assign, by the function that does', () => {
    const text = lines('def start():', '    global state', '    state = 1', 'def f():', '    return state');
    expect(sliceAround('a.f', { 'a.py': `${text}def g(): pass\n` })).toEqual({ 'a.py': text });
  });

  it('keeps blank lines before a statement, and what stands between two that stay', () => {
    const kept = sliceAround('a.f', {
      'a.py': lines('x = 1', '', '# apart', '', 'y = x', 'z = 1', '# apart too', '', '', 'def f(): return y'),
    });
    expect(kept['a.py']).toBe(lines('x = 1', '', '# apart', '', 'y = x', '', '', 'def f(): return y'));
  });

  it('drops __all__ and del, and keeps the rest of a line with several statements', () => {
    const kept = sliceAround('a.f', {
      'a.py': lines('__all__ = ["f", "g"]', 'x = 1; y = 2', 'def f(): return x', 'def g(): pass', 'del g'),
    });
    expect(kept['a.py']).toBe(lines('x = 1; y = 2', 'def f(): return x'));
  });
});

describe('what a slice keeps of types', () => {
  it('follows quoted annotations and TYPE_CHECKING imports', () => {
    const kept = sliceAround('pkg.a.f', {
      'pkg/__init__.py': '',
      'pkg/a.py': lines(
        'from typing import TYPE_CHECKING',
        '',
        'if TYPE_CHECKING:',
        '    from .b import Tree',
        '    from .c import Other',
        '',
        'def f(x: "list[Tree]"): ...',
      ),
      'pkg/b.py': lines('class Tree: pass', 'class Leaf: pass'),
      'pkg/c.py': lines('class Other: pass'),
    });
    expect(kept).toEqual({
      'pkg/__init__.py': '',
      'pkg/a.py': lines(
        'from typing import TYPE_CHECKING',
        '',
        'if TYPE_CHECKING:',
        '    from .b import Tree',
        '',
        'def f(x: "list[Tree]"): ...',
      ),
      'pkg/b.py': lines('class Tree: pass'),
    });
  });
});

describe('statements that are executed for what they do', () => {
  it('come with what they touch', () => {
    const kept = sliceAround('a.render', {
      'a.py': lines(
        'from functools import singledispatch',
        '',
        'REGISTRY = {}',
        'OTHER = {}',
        'REGISTRY["x"] = str',
        'OTHER["x"] = str',
        '',
        '@singledispatch',
        'def render(x): return REGISTRY',
        '',
        '@render.register(int)',
        'def _(x): return "int"',
        '',
        'render.__doc__ = "Renders."',
        '',
        'for kind in (str, bytes):',
        '    REGISTRY[kind.__name__] = kind',
        '',
        'print("loading")',
      ),
    });
    expect(kept['a.py']).toBe(
      lines(
        'from functools import singledispatch',
        '',
        'REGISTRY = {}',
        'REGISTRY["x"] = str',
        '',
        '@singledispatch',
        'def render(x): return REGISTRY',
        '',
        '@render.register(int)',
        'def _(x): return "int"',
        '',
        'render.__doc__ = "Renders."',
        '',
        'for kind in (str, bytes):',
        '    REGISTRY[kind.__name__] = kind',
      ),
    );
  });

  it('come with what the module imports from another one', () => {
    const kept = sliceAround('pkg.a.f', {
      'pkg/__init__.py': '',
      'pkg/a.py': lines(
        'import logging',
        'from .tables import TABLE, OTHER',
        'logging.captureWarnings(True)',
        'TABLE["x"] = 1',
        'OTHER["x"] = 1',
        'def f(): return TABLE, logging',
      ),
      'pkg/tables.py': lines('TABLE = {}', 'OTHER = {}'),
    });
    expect(kept['pkg/a.py']).toBe(
      lines(
        'import logging',
        'from .tables import TABLE',
        'logging.captureWarnings(True)',
        'TABLE["x"] = 1',
        'def f(): return TABLE, logging',
      ),
    );
  });

  it('come from the package above when they reach into a module that is kept', () => {
    const kept = sliceAround('pkg.a.f', {
      'pkg/__init__.py': lines('from .a import *', 'from .b import *', 'a._tables.fill()'),
      'pkg/a.py': lines('from . import tables as _tables', 'def f(): return _tables.TABLE'),
      'pkg/b.py': lines('def g(): pass'),
      'pkg/tables.py': lines('TABLE = {}', 'def fill(table=TABLE): table[1] = 2'),
    });
    expect(kept).toEqual({
      'pkg/__init__.py': lines('from . import a', 'a._tables.fill()'),
      'pkg/a.py': lines('from . import tables as _tables', 'def f(): return _tables.TABLE'),
      'pkg/tables.py': lines('TABLE = {}', 'def fill(table=TABLE): table[1] = 2'),
    });
  });
});

describe('how a slice follows imports', () => {
  it('follows re-exports, relative imports and aliases to the definition', () => {
    const kept = sliceAround('app.run', {
      'app.py': lines(
        'from pkg import build as make',
        'import pkg.deep.things as t',
        'def run(): return make(), t.ONE',
      ),
      'pkg/__init__.py': lines('"""All."""', 'from .core import build, destroy', 'from .deep import things'),
      'pkg/core.py': lines('from .deep.things import TWO', 'def build(): return TWO', 'def destroy(): pass'),
      'pkg/deep/__init__.py': '# nothing\n',
      'pkg/deep/things.py': lines('ONE = 1', 'TWO = 2', 'THREE = 3'),
    });
    expect(kept).toEqual({
      'app.py': lines(
        'from pkg import build as make',
        'import pkg.deep.things as t',
        'def run(): return make(), t.ONE',
      ),
      'pkg/__init__.py': lines('from .core import build'),
      'pkg/core.py': lines('from .deep.things import TWO', 'def build(): return TWO'),
      'pkg/deep/__init__.py': '',
      'pkg/deep/things.py': lines('ONE = 1', 'TWO = 2'),
    });
  });

  it('turns a star import into the names that are taken from it', () => {
    const kept = sliceAround('pkg.core.run', {
      'pkg/__init__.py': lines('from .a import *'),
      'pkg/core.py': lines('from .a import *', 'from .b import *', 'def run(): return one() + two()'),
      'pkg/a.py': lines('__all__ = ["one"]', 'def one(): return 1', 'def two(): return "hidden"'),
      'pkg/b.py': lines('def two(): return 2', 'def _private(): pass', 'def three(): pass'),
    });
    expect(kept['pkg/core.py']).toBe(
      lines('from .a import one', 'from .b import two', 'def run(): return one() + two()'),
    );
    expect(kept['pkg/a.py']).toBe(lines('def one(): return 1'));
    expect(kept['pkg/b.py']).toBe(lines('def two(): return 2'));
  });

  it('keeps a submodule of the package itself, not the name it is bound to', () => {
    const kept = sliceAround('pkg.cached', {
      'pkg/__init__.py': lines('from . import keys', 'def cached(key=keys.plain): return key'),
      'pkg/keys.py': lines('def plain(): pass', 'def typed(): pass'),
    });
    expect(kept['pkg/keys.py']).toBe(lines('def plain(): pass'));
  });

  it('keeps a submodule that a star import brings back into its own package', () => {
    const kept = sliceAround('pkg.a.f', {
      'pkg/__init__.py': lines('from .a import *'),
      'pkg/a.py': lines('from . import tables', 'def f(): return tables.ONE'),
      'pkg/tables.py': lines('ONE = 1', 'TWO = 2'),
    });
    expect(kept['pkg/tables.py']).toBe(lines('ONE = 1'));
  });

  it('prefers what a package defines to its submodule of the same name', () => {
    const kept = sliceAround('a.f', {
      'a.py': lines('from pkg import build', 'def f(): return build()'),
      'pkg/__init__.py': lines('from .core import build'),
      'pkg/build.py': lines('ONE = 1'),
      'pkg/core.py': lines('def build(): pass'),
    });
    expect(Object.keys(kept)).toEqual(['a.py', 'pkg/__init__.py', 'pkg/core.py']);
  });

  it('keeps all of a module that is used as a value', () => {
    const module = lines('"""Codecs."""', 'import json', '', 'def one(): return json', '', 'def two(): pass');
    const kept = sliceAround('a.f', {
      'a.py': lines('import codecs_', 'def f(): return vars(codecs_)'),
      'codecs_.py': module,
    });
    expect(kept['codecs_.py']).toBe(module);
  });

  it('keeps imports inside functions and what they need', () => {
    const kept = sliceAround('pkg.a.f', {
      'pkg/__init__.py': '',
      'pkg/a.py': lines(
        'def f():',
        '    from .b import g',
        '    import pkg.c',
        '    return g(), pkg.c.h()',
        'def z(): pass',
      ),
      'pkg/b.py': lines('def g(): pass', 'def x(): pass'),
      'pkg/c.py': lines('def h(): pass', 'def y(): pass'),
    });
    expect(kept['pkg/b.py']).toBe(lines('def g(): pass'));
    expect(kept['pkg/c.py']).toBe(lines('def h(): pass'));
  });

  it('keeps an import cycle together', () => {
    const files = {
      'pkg/__init__.py': '',
      'pkg/a.py': lines('def f(): return 1', '', 'from . import b', '', 'def g(): return b.h()'),
      'pkg/b.py': lines('from .a import f', 'def h(): return f()'),
    };
    expect(sliceAround('pkg.a.g', { ...files, 'pkg/c.py': 'x = 1\n' })).toEqual(files);
  });

  it('keeps what makes names as the module is loaded', () => {
    const text = lines(
      'def make(n): return lambda: n',
      'globals().update({n: make(n) for n in ("one", "two")})',
    );
    const kept = sliceAround('a.f', {
      'a.py': lines('from b import one', 'def f(): return one()'),
      'b.py': text,
    });
    expect(kept['b.py']).toBe(text);
  });

  it('asks the __getattr__ of a module for what it does not define', () => {
    const text = lines('def __getattr__(name): return name');
    const kept = sliceAround('a.f', {
      'a.py': lines('import b', 'def f(): return b.anything'),
      'b.py': `${text}x = 1\n`,
    });
    expect(kept['b.py']).toBe(text);
  });

  it('ends where star imports go in circles', () => {
    const kept = sliceAround('a.f', {
      'a.py': lines('from b import *', 'def f(): return g, missing'),
      'b.py': lines('from a import *', 'def g(): pass'),
    });
    expect(kept['b.py']).toBe(lines('def g(): pass'));
  });
});
