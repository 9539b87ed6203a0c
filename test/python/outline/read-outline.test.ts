import { describe, expect, it } from '@jest/globals';
import {
  entitiesInWords,
  exportsInWords,
  importsInWords,
  outlineOf,
  textsInWords,
  usesInWords,
} from '../../support/outline-in-words.js';
import { lines } from '../../support/mined.js';

describe('what an outline says entities use', () => {
  it.each([
    ['a name of the module', ['x = 1', 'def f(): return x'], ['f reads global:x']],
    ['no parameter', ['x = 1', 'def f(x): return x'], []],
    ['no local variable', ['x = 1', 'def f():', '    y = x', '    x = 2'], []],
    ['a global that it sets', ['x = 1', 'def f():', '    global x', '    x = 2'], ['f writes global:x']],
    [
      'no nonlocal name',
      ['n = 0', 'def f():', '    n = 1', '    def g():', '        nonlocal n', '        n = 2'],
      [],
    ],
    [
      'past a class, whose names its methods do not see',
      ['x = 1', 'class C:', '    x = 2', '    def f(self): return x'],
      ['C.f reads global:x'],
    ],
    ['no variable of a comprehension', ['x = 1', 'y = [x for x in range(3)]'], []],
    ['what a comprehension runs over', ['x = 1', 'def f(): return [y for y in x]'], ['f reads global:x']],
    ['what a walrus takes', ['x = y = 1', 'def f():', '    if (y := x): return y'], ['f reads global:x']],
    ['no capture of a match', ['x = 1', 'def f(v):', '    match v:', '        case x: return x'], []],
    [
      'classes that a match names',
      ['class P: ...', 'def f(v):', '    match v:', '        case P(a=b): return b'],
      ['f reads global:P'],
    ],
    ['no type parameter (PEP 695)', ['class T: ...', 'def f[T](v: T) -> T: return v'], []],
    [
      'types, in strings too',
      ['class T: ...', 'def f(v: T) -> "list[T]": return v'],
      ['f annotated global:T 2'],
    ],
    [
      'base classes and metaclasses',
      ['import m', 'class C(m.B, metaclass=m.Meta): ...'],
      ['C inherits global:m.B', 'C reads global:m.Meta'],
    ],
    ['exceptions that it raises', ['class E(Exception): ...', 'def f(): raise E'], ['f raises global:E']],
    [
      'exceptions that it makes and raises',
      ['class E(Exception): ...', 'def f(): raise E(1)'],
      ['f raises global:E', 'f calls global:E'],
    ],
    [
      'exceptions that it catches',
      ['class E(Exception): ...', 'def f():', '    try: pass', '    except (E, ValueError) as e: raise'],
      ['f catches global:E'],
    ],
    ['decorators', ['def d(f): return f', '@d', 'def g(): ...'], ['g reads global:d']],
    ['calls, as often as they are made', ['def f(): ...', 'def g(): f(); f()'], ['g calls global:f 2']],
    ['calls in defaults', ['def f(a=g()): ...', 'def g(): ...'], ['f calls global:g']],
    ['calls through modules', ['import m', 'def f(): m.a.b(1)'], ['f calls global:m.a.b']],
    ['methods of what it does not know', ['def f(v): v.save()'], ['f calls unknown:save']],
    ['own methods', ['class C:', '    def a(self): self.b()', '    def b(self): ...'], ['C.a calls C.().b']],
    [
      'methods above in the MRO',
      ['class B: ...', 'class C(B):', '    def a(self): super().a()'],
      ['C inherits global:B', 'C.a calls C.^.a'],
    ],
    [
      'methods of what it made',
      ['class C: ...', 'def f():', '    c = C()', '    c.run()'],
      ['f calls global:C', 'f calls global:C.().run'],
    ],
    ['functions that it holds', ['def f(): ...', 'table = {"f": f}'], ['table reads global:f']],
    [
      'lambdas that it holds',
      ['k = lambda: g()', 'def g(): ...'],
      ['<lambda1> calls global:g', 'k reads <lambda1>'],
    ],
    ['what f-strings show, and how', ['x = 1', 'def f(): return f"{x!r:>{x}}"'], ['f reads global:x 2']],
    ['attributes that it sets', ['from m import a', 'def f(): a.b = 1'], ['f writes global:a.b']],
    ['no builtin', ['def f(v): return len(v)'], []],
  ])('%s', (_title, text, uses) => {
    expect([...usesInWords(outlineOf(lines(...text)))].sort()).toEqual([...uses].sort());
  });

  it('fixtures of tests, by parameters and by marks', () => {
    const text = lines(
      ...[
        'def test_a(db): ...',
        '@pytest.mark.usefixtures("one")',
        'def test_b(): ...',
        'def helper(db): ...',
      ],
    );
    const fixtures = usesInWords(outlineOf(text, 'tests/test_a.py')).filter(use => use.includes('fixture:'));
    expect(fixtures).toEqual(['test_a fixture fixture:db', 'test_b fixture fixture:one']);
  });
});

describe('what an outline says is imported', () => {
  it.each([
    ['a package', ['import a.b'], ['module: a.b as a (bindsTop)']],
    ['a module under another name', ['import a.b as c'], ['module: a.b as c']],
    ['a sibling', ['from . import a'], ['module: . a as a']],
    ['what lies above', ['from ..p import q as r'], ['module: ..p q as r']],
    ['all that is offered', ['from m import *'], ['module: m *']],
    ['several', ['from m import (a, b)'], ['module: m a as a', 'module: m b as b']],
    ['in a function', ['def f():', '    import a'], ['f: a as a (inner)']],
    [
      'if it is there',
      ['try:', '    import a', 'except ImportError:', '    a = None'],
      ['module: a as a (conditional)'],
    ],
    [
      'for type checkers',
      ['import typing', 'if typing.TYPE_CHECKING:', '    from m import T'],
      ['module: typing as typing', 'module: m T as T (conditional, typing)'],
    ],
  ])('%s', (_title, text, imports) => {
    expect(importsInWords(outlineOf(lines(...text)))).toEqual(imports);
  });
});

describe('what an outline says `__all__` is made of', () => {
  it.each([
    ['a list', ['__all__ = ["a", "b"]'], ['clear', 'add a', 'add b']],
    ['a tuple', ['__all__ = ("a",)'], ['clear', 'add a']],
    ['an annotated list', ['__all__: list[str] = ["a"]'], ['clear', 'add a']],
    ['augmentation', ['__all__ = []', '__all__ += ["a"]'], ['clear', 'add a']],
    [
      'calls of its methods',
      ['__all__ = ["a"]', '__all__.append("b")', '__all__.extend(["c"])', '__all__.remove("a")'],
      ['clear', 'add a', 'add b', 'add c', 'remove a'],
    ],
    [
      'that of another module, added',
      ['from . import m', '__all__ = ["a"] + m.__all__'],
      ['clear', 'add a', 'addAll m'],
    ],
    [
      'that of another module, spread',
      ['from . import m', '__all__ = [*m.__all__, "b"]'],
      ['clear', 'addAll m', 'add b'],
    ],
    ['nothing where it is not named', ['names = ["a"]'], []],
  ])('%s', (_title, text, exports) => {
    expect(exportsInWords(outlineOf(lines(...text)))).toEqual(exports);
  });
});

describe('which strings an outline keeps', () => {
  it.each([
    ['files', ['open("data/x.txt")'], ['<statement1>: data/x.txt']],
    ['dotted names', ['x = "pkg.mod.Class"'], ['x: pkg.mod.Class']],
    [
      'entry points, but no docstrings',
      ['def f():', '    """a.b"""', '    return "a.b:run"'],
      ['f: a.b:run'],
    ],
    ['no sentences', ['x = "a sentence. Or two."'], []],
    ['no plain words', ['x = "plain"'], []],
  ])('%s', (_title, text, texts) => {
    expect(textsInWords(outlineOf(lines(...text)))).toEqual(texts);
  });
});

describe('the entities of an outline', () => {
  it.each([
    [
      'functions and lambdas in functions',
      ['def f():', '    def g(): ...', '    return lambda: g'],
      ['function f', 'function f.g', 'lambda f.<lambda1>'],
    ],
    [
      'methods and inner classes, but no attributes',
      ['class C:', '    X = 1', '    def m(self): ...', '    class D: ...'],
      ['class C', 'method C.m', 'class C.D'],
    ],
    [
      'constants and statements',
      ['X = 1', 'x: int = 2', 'type A = int', 'for i in x: pass', 'print(X)'],
      ['constant X', 'constant x', 'constant A', 'statement <statement1>', 'statement <statement2>'],
    ],
    ['no tests outside of suites', ['async def test_a(): ...'], ['function test_a']],
  ])('%s', (_title, text, entities) => {
    expect(entitiesInWords(outlineOf(lines(...text)))).toEqual(entities);
  });

  it('tests, fixtures and their helpers in suites', () => {
    const text = lines(
      ...['@pytest.fixture', 'def db(): ...', 'def test_a(db): ...', 'def helper(): ...'],
      ...['class CaseB(unittest.TestCase):', '    def setUp(self): ...', '    def test_b(self): ...'],
    );
    expect(entitiesInWords(outlineOf(text, 'tests/test_a.py'))).toEqual([
      ...['fixture db', 'test test_a', 'function helper'],
      ...['class CaseB', 'method CaseB.setUp', 'test CaseB.test_b'],
    ]);
  });
});
