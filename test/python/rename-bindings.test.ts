import { describe, expect, it } from '@jest/globals';
import { applyEdits } from '../../src/python/edits.js';
import { renameBindings, type BindingRename } from '../../src/python/rename-bindings.js';
import { analyseScopes, type Scope } from '../../src/python/scopes/index.js';
import { parsePython } from '../../src/syntax/parse-python.js';

/** Renames parameters of `f`, or names of the module, `old to new` separated by commas. */
function rename(text: string, pairs: string, where: 'f' | 'module' = 'f', mayMove = true): string {
  const tree = parsePython(text);
  const scopes = analyseScopes(tree);
  const scope = where === 'module' ? scopes.module : functionScope(scopes.module, text);
  const renames = pairs.split(', ').map((pair): BindingRename => {
    const [from = '', to = ''] = pair.split(' to ');
    return { scope, from, to };
  });
  const renaming = renameBindings({ tree, scopes }, renames, () => mayMove);
  return 'refusal' in renaming ? `refused: ${renaming.refusal}` : applyEdits(text, renaming.edits);
}

function functionScope(scope: Scope, text: string): Scope {
  const all = (outer: Scope): readonly Scope[] => [outer, ...outer.children.flatMap(all)];
  const found = all(scope).find(
    inner => inner.kind === 'function' && /^(async )?def f\b/.test(text.slice(inner.node.start)),
  );
  if (found === undefined) throw new Error('the sample has no function f');
  return found;
}

describe('renaming a parameter follows Python, not text', () => {
  it.each([
    ['its uses', 'def f(a):\n    return a + a\n', 'def f(b):\n    return b + b\n'],
    [
      'a nested function that only reads it',
      'def f(a):\n    def g():\n        return a\n    return g\n',
      'def f(b):\n    def g():\n        return b\n    return g\n',
    ],
    [
      'a nested function with a parameter of the same name',
      'def f(a):\n    def g(a):\n        return a\n    return g(a)\n',
      'def f(b):\n    def g(a):\n        return a\n    return g(b)\n',
    ],
    [
      'a nested local of the same name',
      'def f(a):\n    def g():\n        a = 1\n        return a\n    return a, g()\n',
      'def f(b):\n    def g():\n        a = 1\n        return a\n    return b, g()\n',
    ],
    [
      'nonlocal',
      'def f(a):\n    def g():\n        nonlocal a\n        a += 1\n    g()\n    return a\n',
      'def f(b):\n    def g():\n        nonlocal b\n        b += 1\n    g()\n    return b\n',
    ],
    [
      'a global of the same name in a nested function',
      'a = 0\ndef f(a):\n    def g():\n        global a\n        a = 1\n    return a\n',
      'a = 0\ndef f(b):\n    def g():\n        global a\n        a = 1\n    return b\n',
    ],
    [
      'comprehension variables',
      'def f(a):\n    return [a for a in a] + [x for x in a if a]\n',
      'def f(b):\n    return [a for a in b] + [x for x in b if b]\n',
    ],
    ['lambdas', 'def f(a):\n    return (lambda a: a)(a)\n', 'def f(b):\n    return (lambda a: a)(b)\n'],
    [
      'a default that is evaluated outside',
      'a = 1\ndef f(a=a):\n    return a\n',
      'a = 1\ndef f(b=a):\n    return b\n',
    ],
    [
      'attributes and keywords of the same name',
      'def f(a):\n    return a.a(a=a)\n',
      'def f(b):\n    return b.a(a=b)\n',
    ],
    [
      'class attributes of the same name',
      'def f(a):\n    class K:\n        a = 1\n        c = a\n    return K.a + a\n',
      'def f(b):\n    class K:\n        a = 1\n        c = a\n    return K.a + b\n',
    ],
    [
      'f-strings',
      'def f(a):\n    return f"a {a!r} {a:>{a}}"\n',
      'def f(b):\n    return f"a {b!r} {b:>{b}}"\n',
    ],
    [
      'self-documenting f-strings, which go on printing the old name',
      'def f(a):\n    return f"{a=} {a + 1=:>3}"\n',
      'def f(b):\n    return f"a={b!r} a + 1={b + 1:>3}"\n',
    ],
    [
      'the walrus operator',
      'def f(a):\n    if (a := a + 1):\n        return [(a := x) for x in ()]\n    return a\n',
      'def f(b):\n    if (b := b + 1):\n        return [(b := x) for x in ()]\n    return b\n',
    ],
    [
      'match captures',
      'def f(a):\n    match a:\n        case {"k": a}:\n            return a\n        case A(a=a):\n            return a\n',
      'def f(b):\n    match b:\n        case {"k": b}:\n            return b\n        case A(a=b):\n            return b\n',
    ],
    [
      'del and for',
      'def f(a):\n    for a in a:\n        del a\n',
      'def f(b):\n    for b in b:\n        del b\n',
    ],
    ['star parameters', 'def f(*a, **k):\n    return a, k\n', 'def f(*b, **k):\n    return b, k\n'],
    [
      'strings and comments, which stay',
      'def f(a):  # a is first\n    return "a", a\n',
      'def f(b):  # a is first\n    return "a", b\n',
    ],
    ['CRLF and tabs, which stay', 'def f(a):\r\n\treturn  a\r\n', 'def f(b):\r\n\treturn  b\r\n'],
  ])('%s', (_, before, after) => {
    expect(rename(before, 'a to b')).toBe(after);
  });

  it('renames several at once, also crosswise', () => {
    expect(rename('def f(a, b):\n    return a - b\n', 'a to b, b to a')).toBe(
      'def f(b, a):\n    return b - a\n',
    );
  });
});

describe('a new name never captures an old one', () => {
  it.each([
    [
      'a local that is in the way moves',
      'def f(a):\n    b = 1\n    return a + b\n',
      'def f(b):\n    b_ = 1\n    return b + b_\n',
    ],
    [
      'a fresh name is fresh',
      'def f(a):\n    b, b_ = 1, 2\n    return a + b + b_\n',
      'def f(b):\n    b__, b_ = 1, 2\n    return b + b__ + b_\n',
    ],
    [
      'a comprehension variable that is in the way moves',
      'def f(a):\n    return [a + b for b in a]\n',
      'def f(b):\n    return [b + b_ for b_ in b]\n',
    ],
    [
      'an unrelated comprehension variable may keep its name',
      'def f(a):\n    return [b for b in a]\n',
      'def f(b):\n    return [b for b in b]\n',
    ],
    [
      'a global that the body reads moves',
      'b = 1\ndef f(a):\n    return a + b\n',
      'b_ = 1\ndef f(b):\n    return b + b_\n',
    ],
    [
      'an import that the body reads gets an alias',
      'from m import b\ndef f(a):\n    return a + b\n',
      'from m import b as b_\ndef f(b):\n    return b + b_\n',
    ],
    [
      'a global that only an annotation reads may keep its name',
      'from m import b\ndef f(a: b) -> b:\n    return a\n',
      'from m import b\ndef f(b: b) -> b:\n    return b\n',
    ],
  ])('%s', (_, before, after) => {
    expect(rename(before, 'a to b')).toBe(after);
  });

  it.each([
    ['a builtin that is used', 'def f(a):\n    return max(a)\n', 'a to max'],
    ['another parameter', 'def f(a, b):\n    return a + b\n', 'a to b'],
    [
      "a nested function's parameter",
      'def f(a):\n    def g(b):\n        return a + b\n    return g\n',
      'a to b',
    ],
    ['a dotted import', 'import b.c\ndef f(a):\n    return a + b.c.d\n', 'a to b'],
    ['what a star import may provide', 'from m import *\ndef f(a):\n    return a + b\n', 'a to b'],
    ['an f-string that cannot spell the old text', 'def f(a):\n    return f"{a[\'x\']=}"\n', 'a to b'],
  ])('refuses to hide %s', (_, before, pairs) => {
    expect(rename(before, pairs)).toMatch(/^refused: /);
  });

  it('refuses to move a global that others may know', () => {
    expect(rename('b = 1\ndef f(a):\n    return a + b\n', 'a to b', 'f', false)).toMatch(/^refused: /);
  });
});

describe('renaming a name of the module', () => {
  it('follows string annotations, and leaves literals and metadata alone', () => {
    const text =
      'class A:\n    def m(self, x: "list[A]", y: Literal["A"], z: Annotated[int, "A"]) -> "A": ...\n';
    expect(rename(text, 'A to B', 'module')).toBe(
      'class B:\n    def m(self, x: "list[B]", y: Literal["A"], z: Annotated[int, "A"]) -> "B": ...\n',
    );
  });

  it('moves a local that would hide it', () => {
    expect(rename('def g(): ...\ndef h():\n    k = g()\n    return k\n', 'g to k', 'module')).toBe(
      'def k(): ...\ndef h():\n    k_ = k()\n    return k_\n',
    );
  });

  it('refuses where a class attribute would hide it', () => {
    expect(rename('def g(): ...\nclass C:\n    k = 1\n    x = g()\n', 'g to k', 'module')).toMatch(
      /^refused: /,
    );
  });
});
