import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { callGraphOf } from '../../../src/python/call-graph/call-graph.js';

/** The callers of a program that call anything, with what they call. */
function callsOf(files: Readonly<Record<string, string>>): Record<string, readonly string[]> {
  const tree = new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]));
  return Object.fromEntries([...callGraphOf(tree).graph].filter(([, callees]) => callees.length > 0));
}

const of = (text: string) => callsOf({ 'm.py': text });

const FUNCTIONS = 'def f(): pass\ndef g(): pass\ndef h(): pass\n';

/** What the module's own code calls when this follows three functions. */
const called = (text: string) => (of(FUNCTIONS + text)['m'] ?? []).filter(name => /^m\.[fgh]$/.test(name));

describe('names', () => {
  it.each([
    ['a = f\na = g\na()', ['m.g']],
    ['a = b = f\nb()', ['m.f']],
    ['a = f\nif a: a = g\na()', ['m.f', 'm.g']],
    ['if f: a = f\nelse: a = g\na()', ['m.f', 'm.g']],
    ['a = f\nfor i in []:\n    a()\n    a = g', ['m.f', 'm.g']],
    ['try: a = f\nexcept E: a = g\na()', ['m.f', 'm.g']],
    ['def k():\n    raise E\na = f\nwhile a:\n    a = g\n    break\na()', ['m.f', 'm.g']],
    ['if (a := f): a()', ['m.f']],
    ['a = f if x else g\na()', ['m.f', 'm.g']],
    ['a = None or f\na()', ['m.f']],
    ['a = f\ndel a\na()', []],
    ['match f:\n    case a: a()', ['m.f']],
    ['match [f, g]:\n    case [a, *b]: b[0]()', ['m.g']],
  ])('%s', (text, expected) => {
    expect(called(text)).toEqual(expected);
  });
});

describe('unpacking', () => {
  it.each([
    ['a, (b, c) = f, (g, h)\nb()', ['m.g']],
    ['*a, b = f, g, h\na[1]()', ['m.g']],
    ['a, *b = [f, g, h]\nb[0]()', ['m.g']],
    ['(a), b = f, g\na()', ['m.f']],
    ['for a, b in [(f, g)]: b()', ['m.g']],
    ['a = b, c = f, g\nc()\na[0]()', ['m.f', 'm.g']],
  ])('%s', (text, expected) => {
    expect(called(text)).toEqual(expected);
  });
});

describe('containers', () => {
  it.each([
    ['d = {"a": f, "b": g}\nd["a"]()', ['m.f']],
    ['d = {"a": f}\nprint(1)\nd["a"] = g\nd["a"]()', ['m.g']],
    ['d = {"a": {"b": f}}\nd["a"]["b"]()', ['m.f']],
    ['d = {"a": f}\nd.get("a")()', ['m.f']],
    ['d = {"a": f}\nd.get("b", g)()', ['m.g']],
    ['d = {}\nd.setdefault("a", f)()', ['m.f']],
    ['d = {"a": f, "b": g}\nfor v in d.values(): v()', ['m.f', 'm.g']],
    ['d = {"a": f}\nfor k, v in d.items(): v()', ['m.f']],
    ['d = {"a": f, "b": g}\nfor k in ["a"]: d[k]()', ['m.f']],
    ['d = dict(a=f)\nd["a"]()', ['m.f']],
    ['d = {**{"a": f}, "b": g}\nd["a"]()', ['m.f']],
    ['d = {k: v for k, v in [("a", f)]}\nd["a"]()', ['m.f']],
    ['l = []\nl.append(f)\nl[0]()', ['m.f']],
    ['l = [f, g]\nl[-1]()', ['m.g']],
    ['l = [f, g, h]\nl[1:][0]()', ['m.g']],
    ['l = [f] + [g]\nfor i in l: i()', ['m.f', 'm.g']],
    ['l = [x for x in [f]]\nl[0]()', ['m.f']],
    ['l = [f]\nl.pop()()', ['m.f']],
    ['for i, x in enumerate([f]): x()', ['m.f']],
    ['for x, y in zip([f], [g]): y()', ['m.g']],
  ])('%s', (text, expected) => {
    expect(called(text)).toEqual(expected);
  });
});

describe('functions', () => {
  it.each([
    ['def k(a, b=g): b()\nk(f)', { 'm.k': ['m.g'] }],
    ['def k(*a): a[1]()\nk(f, g)', { 'm.k': ['m.g'] }],
    ['def k(**a): a["x"]()\nk(x=f, y=g)', { 'm.k': ['m.f'] }],
    ['def j(x): x()\ndef k(*a, **b): j(*a, **b)\nk(f)', { 'm.j': ['m.f'], 'm.k': ['m.j'] }],
    ['def j(x): x()\ndef k(**b): j(**b)\nk(x=f)', { 'm.j': ['m.f'], 'm.k': ['m.j'] }],
    ['def k():\n    a = f\n    def i(): a()\n    return i\nk()()', { 'm.k.i': ['m.f'] }],
    [
      'def k():\n    a = f\n    def i():\n        nonlocal a\n        a = g\n    i()\n    a()',
      { 'm.k': ['m.f', 'm.g', 'm.k.i'] },
    ],
    ['a = f\ndef k():\n    global a\n    a = g\nk()\na()', { m: ['m.f', 'm.g', 'm.k'] }],
    ['def k(): yield f\nfor i in k(): i()', { m: ['m.f', 'm.k'] }],
    ['def j(): yield f\ndef k(): yield from j()\nfor i in k(): i()', { m: ['m.f', 'm.k'], 'm.k': ['m.j'] }],
    ['async def k(): return f\nasync def j(): (await k())()', { 'm.j': ['m.f', 'm.k'] }],
    ['k = lambda a: a()\nk(f)', { m: ['m.<lambda1>'], 'm.<lambda1>': ['m.f'] }],
    ['l = [(lambda: x()) for x in [f]]\nl[0]()', { m: ['m.<lambda1>'], 'm.<lambda1>': ['m.f'] }],
    ['def k[T](a: T) -> T: return a\nk(f)()', { m: ['m.f', 'm.k'] }],
    [
      'from functools import partial\ndef k(a, b): b()\npartial(k, f)(g)',
      { m: ['functools.partial', 'm.k'], 'm.k': ['m.g'] },
    ],
  ])('%s', (text, expected) => {
    expect(of(FUNCTIONS + text)).toMatchObject(expected);
  });

  it('returned as they came are each caller’s own', () => {
    expect(called('def same(x): return x\na = same(f)\nb = same(g)\na()')).toEqual(['m.f']);
  });
});

describe('classes', () => {
  it.each([
    [
      'class A:\n    def p(self): pass\nclass B(A):\n    def p(self): super().p()\nB().p()',
      ['m.B.p'],
      { 'm.B.p': ['<builtin>.super', 'm.A.p'] },
    ],
    ['class A:\n    @property\n    def p(self): return f\nA().p()', ['m.A.p', 'm.f'], {}],
    ['class A:\n    @staticmethod\n    def p(x): x()\nA.p(f)', ['m.A.p'], { 'm.A.p': ['m.f'] }],
    [
      'class A:\n    @classmethod\n    def make(cls): return cls()\n    def p(self): pass\nA.make().p()',
      ['m.A.make', 'm.A.p'],
      {},
    ],
    ['class A:\n    def __call__(self): pass\nA()()', ['m.A.__call__'], {}],
    [
      'class A:\n    def __enter__(self): return f\n    def __exit__(self, *a): pass\nwith A() as x: x()',
      ['m.A.__enter__', 'm.A.__exit__', 'm.f'],
      {},
    ],
    ['class A:\n    def __add__(self, o): return f\n(A() + 1)()', ['m.A.__add__', 'm.f'], {}],
    ['class A:\n    k = f\nA.k()', ['m.f'], {}],
    ['class A:\n    def p(self): return self\n    def q(self): pass\nA().p().q()', ['m.A.p', 'm.A.q'], {}],
    ['class A: pass\na = A()\na.x = f\na.x = g\na.x()', ['m.g'], {}],
    ['class A:\n    def p(self): pass\ngetattr(A(), "p")()', ['<builtin>.getattr', 'm.A.p'], {}],
    ['class A(Exception): pass\nraise A()', [], {}],
  ])('%s', (text, expected, others) => {
    const { m = [], ...rest } = of(FUNCTIONS + text);
    expect(m).toEqual(expected);
    expect(rest).toMatchObject(others);
  });
});

describe('decorators', () => {
  it('with arguments, classes, and around a function that they call', () => {
    expect(
      of(
        'import functools\ndef by(n):\n    def dec(fn):\n        @functools.wraps(fn)\n        def inner(*a): return fn(*a)\n        return inner\n    return dec\n@by(1)\ndef f(): pass\nf()\n',
      ),
    ).toEqual({
      m: ['m.by', 'm.by.dec', 'm.by.dec.inner'],
      'm.by.dec': ['functools.wraps'],
      'm.by.dec.inner': ['m.f'],
    });
    expect(
      of(
        'class D:\n    def __init__(self, fn): self.fn = fn\n    def __call__(self): self.fn()\n@D\ndef f(): pass\nf()\n',
      ),
    ).toEqual({ m: ['m.D.__call__', 'm.D.__init__'], 'm.D.__call__': ['m.f'] });
  });
});

describe('imports', () => {
  const pkg = {
    'pkg/__init__.py': 'from .a import *\nfrom . import b as c\n__all__ = ["f"]\n',
    'pkg/a.py': 'def f(): pass\ndef _g(): pass\n',
    'pkg/b.py': 'from .a import f\nfrom ext import thing\ndef h():\n    f()\n    thing.part()\n',
  };
  it.each([
    ['import pkg\npkg.f()', ['pkg.a.f']],
    ['from pkg import *\nf()', ['pkg.a.f']],
    ['import pkg.b\npkg.b.h()', ['pkg.b.h']],
    ['from pkg import c\nc.h()', ['pkg.b.h']],
    ['import pkg.b as q\nq.f()', ['pkg.a.f']],
    ['import os.path\nos.path.join()', ['os.path.join']],
    ['from ext import *\nthing()', ['ext.thing']],
  ])('%s', (text, expected) => {
    expect(callsOf({ ...pkg, 'm.py': text })['m']).toEqual(expected);
  });

  it('in circles, and from a source root', () => {
    expect(
      callsOf({
        'src/p/__init__.py': '',
        'src/p/a.py': 'from p.b import g\ndef f(): g()\n',
        'src/p/b.py': 'from p import a\ndef g(): a.f()\n',
      }),
    ).toEqual({ 'src.p.a.f': ['src.p.b.g'], 'src.p.b.g': ['src.p.a.f'] });
  });
});

describe('a call graph', () => {
  it('has every module and function as a caller, but no class', () => {
    const tree = new Map([['m.py', new TextEncoder().encode('class A:\n    def p(self): pass\n')]]);
    expect([...callGraphOf(tree).graph.keys()]).toEqual(['m', 'm.A.p']);
  });

  it('names the files that it says nothing of', () => {
    const tree = new Map([['m.py', Uint8Array.of(0xff, 0xfe, 0)]]);
    expect(callGraphOf(tree).skipped).toMatchObject([{ path: 'm.py' }]);
  });

  it.each([
    ['deep', `x = ${'('.repeat(5000)}f()${')'.repeat(5000)}\n`],
    ['long', `x = ${'f() + '.repeat(5000)}f()\n`],
    ['a class of itself', 'class A(A): pass\nA().x()\n'],
    ['a list of itself', 'l = []\nl.append(l)\nfor i in l: i[0]()\n'],
    ['an attribute without end', 'from e import x\nwhile x: x = x.next()\n'],
    ['arguments without end', 'def f(*a): f(1, *a)\nf(2)\n'],
    [
      'a tuple of itself that is caught',
      'class E:\n    a = ()\n    a = (a, E)\nt = ()\nfor i in x: t = (t, E)\ntry: y\nexcept t as e: e()\n',
    ],
    ['no Python', 'def f(:\n  print "x"\n'],
  ])('ends for hostile programs: %s', (_name, text) => {
    expect(() => of(text)).not.toThrow();
  });

  it('does not depend on the order of the files', () => {
    const files = Object.entries({
      'a.py': 'from b import f, C\nf(C().p)\n',
      'b.py': 'import a\nclass C(D if x else object):\n    def p(self): pass\ndef f(g): g()\n',
      'c.py': 'from a import *\nf(lambda: C())\n',
    });
    const whole = callsOf(Object.fromEntries(files));
    fc.assert(
      fc.property(fc.shuffledSubarray(files, { minLength: 3 }), some => {
        expect(callsOf(Object.fromEntries(some))).toEqual(whole);
      }),
    );
  });
});

describe('programs without end', () => {
  it.each([
    ['an object that is called as one of its own class', 'class A: pass\nA.__call__ = A()\nA()()\nlen([])'],
    [
      'a partial of itself',
      'from functools import partial\np = len\nfor i in x: p = partial(p, p)\np()\nlen([])',
    ],
    [
      'operators that are called on each other',
      'class A:\n    __getitem__ = map\n    __call__ = map\na = A()\na[a](a)\nlen([])',
    ],
  ])('%s', (_, text) => {
    expect(of(text)['m']).toContain('<builtin>.len');
  });

  it('are no deeper than the stack', () => {
    const copies = Array.from({ length: 5000 }, (_, at) => `d${at + 1} = {**d${at}}`).join('\n');
    expect(called(`d0 = {}\n${copies}\ndef k():\n    d0["a"] = f\nk()\nd5000["a"]()`)).toContain('m.f');
    const classes = Array.from(
      { length: 60 },
      (_, at) =>
        `class B${at}(A${at}): pass\nclass C${at}(A${at}): pass\nclass A${at + 1}(B${at}, C${at}): pass`,
    );
    expect(called(`class A0:\n    def k(self): f()\n${classes.join('\n')}\nA30().k()\nf()`)).toContain('m.f');
    expect(called(`${'('.repeat(20000)}a${')'.repeat(20000)} = f\nf()`).length).toBeLessThan(2);
  });
});
