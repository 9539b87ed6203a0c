import { describe, expect, it } from '@jest/globals';
import { analyseScopes, occurrencesOf, resolveName } from '../../../src/python/scopes/index.js';
import { parsePython } from '../../../src/syntax/parse-python.js';

/**
 * Where each occurrence of a name is bound, in source order: the kind and first line of the binding scope, or
 * `nowhere`.
 */
function bindings(source: string, name: string): readonly string[] {
  return analyseScopes(parsePython(source))
    .occurrences.filter(occurrence => occurrence.name === name)
    .sort((a, b) => a.start - b.start)
    .map(occurrence => {
      const scope = resolveName(name, occurrence.scope);
      return scope === undefined ? 'nowhere' : `${scope.kind}:${scope.node.startLine}`;
    });
}

const lines = (...text: readonly string[]) => `${text.join('\n')}\n`;

describe('where Python binds a name', () => {
  const cases: readonly (readonly [string, string, string, readonly string[]])[] = [
    ['a builtin is bound nowhere', 'print(len("a"))\n', 'len', ['nowhere']],
    [
      'a function without a binding reads the module',
      lines('x = 1', 'def f():', '    return x'),
      'x',
      ['module:1', 'module:1'],
    ],
    [
      'a binding anywhere in a function holds for the whole of it',
      lines('x = 1', 'def f():', '    print(x)', '    x = 2'),
      'x',
      ['module:1', 'function:2', 'function:2'],
    ],
    [
      'global reaches over the functions between',
      lines(
        'x = 1',
        'def f():',
        '    x = 2',
        '    def g():',
        '        global x',
        '        x = 3',
        '        return lambda: x',
      ),
      'x',
      ['module:1', 'function:2', 'module:1', 'module:1', 'module:1'],
    ],
    [
      'global makes the module bind a name that it never assigns',
      lines('def f():', '    global x', '    x = 1'),
      'x',
      ['module:1', 'module:1'],
    ],
    [
      'nonlocal is the nearest function, never a class between',
      lines(
        'def f():',
        '    x = 1',
        '    class C:',
        '        x = 2',
        '        def g(self):',
        '            nonlocal x',
        '            x = 3',
      ),
      'x',
      ['function:1', 'class:3', 'function:1', 'function:1'],
    ],
    [
      'methods do not see the names of their class',
      lines('x = 1', 'class C:', '    x = 2', '    def f(self, y=x):', '        return x'),
      'x',
      ['module:1', 'class:2', 'class:2', 'module:1'],
    ],
    [
      'a comprehension in a class sees only its first iterable there',
      lines('x = 1', 'class C:', '    x = [1]', '    y = [x for _ in x]'),
      'x',
      ['module:1', 'class:2', 'module:1', 'class:2'],
    ],
    [
      'a comprehension keeps its variable',
      lines('y = [x for x in range(3) if x]', 'print(x)'),
      'x',
      ['comprehension:1', 'comprehension:1', 'comprehension:1', 'nowhere'],
    ],
    [
      'the second iterable is evaluated inside',
      lines('x = 1', 'y = [a for x in b for a in x]'),
      'x',
      ['module:1', 'comprehension:2', 'comprehension:2'],
    ],
    [
      'a walrus in a comprehension binds outside of it',
      lines('def f(items):', '    any((x := item) for item in items)', '    return x'),
      'x',
      ['function:1', 'function:1'],
    ],
    [
      'a default is evaluated outside of the function',
      lines('x = 1', 'def f(x=x):', '    return x'),
      'x',
      ['module:1', 'function:2', 'module:1', 'function:2'],
    ],
    ['lambda has parameters of its own', 'f = lambda x, *y, z=1: (x, y, z)\n', 'x', ['lambda:1', 'lambda:1']],
    [
      'starred targets, loops, with and except bind',
      lines(
        '*a, b = c',
        'for d, (e, f) in g:',
        '    pass',
        'with h() as (i, j):',
        '    pass',
        'try:',
        '    pass',
        'except E as k:',
        '    pass',
      ),
      'k',
      ['module:1'],
    ],
    [
      'an attribute or a subscript in a target binds nothing',
      lines('def f():', '    x.y = 1', '    x[0] = 2', '    del x.z'),
      'x',
      ['nowhere', 'nowhere', 'nowhere'],
    ],
    ['del makes a name local', lines('x = 1', 'def f():', '    del x'), 'x', ['module:1', 'function:2']],
    ['an attribute is no name', 'a.x\n', 'x', []],
    ['a keyword argument is no name', 'f(x=1)\n', 'x', []],
    ['an import binds the first part only', lines('import a.b.c', 'a'), 'a', ['module:1', 'module:1']],
    ['an alias hides the name', 'import a.b as c\nfrom d import e as f\n', 'e', []],
    ['a future import binds its name', 'from __future__ import annotations\n', 'annotations', ['module:1']],
    [
      'names in an f-string are read, in format specifications too',
      lines('w = 1', 'x = 2', 'f"{x!r:{w}} {x=}"'),
      'w',
      ['module:1', 'module:1'],
    ],
    [
      'type parameters lie between a definition and what surrounds it',
      lines('T = 1', 'def f[T: int](x: T = T) -> T:', '    return T'),
      'T',
      [
        'module:1',
        'type-parameters:2',
        'type-parameters:2',
        'module:1',
        'type-parameters:2',
        'type-parameters:2',
      ],
    ],
    [
      'type parameters of a method see the class',
      lines('class C:', '    A = int', '    def f[T](self, x: A) -> T:', '        return A'),
      'A',
      ['class:1', 'class:1', 'nowhere'],
    ],
    ['a type alias binds its name', 'type A[T] = list[T]\n', 'T', ['type-parameters:1', 'type-parameters:1']],
    [
      'an attribute of type(self) is no type alias',
      lines('def f(self):', '    type(self).shared = self'),
      'self',
      ['function:1', 'function:1', 'function:1'],
    ],
    [
      'a bare name in a pattern captures',
      lines('match a:', '    case [x, *y]:', '        x', '    case {"k": z, **rest}:', '        pass'),
      'x',
      ['module:1', 'module:1'],
    ],
    [
      'soft keywords are names elsewhere',
      lines('match = 1', 'def f():', '    return match'),
      'match',
      ['module:1', 'module:1'],
    ],
  ];

  it.each(cases)('%s', (_title, source, name, expected) => {
    expect(bindings(source, name)).toEqual(expected);
  });

  it('captures, reads and skips the right parts of a pattern', () => {
    const source = lines(
      'match a:',
      '    case Point(x=px) | shapes.Dot(px) as whole if px > limit:',
      '        pass',
      '    case colours.RED:',
      '        pass',
    );
    const roles = analyseScopes(parsePython(source)).occurrences.map(({ name, role }) => `${role} ${name}`);
    expect(roles).toEqual([
      'read a',
      'read Point',
      'write px',
      'read shapes',
      'write px',
      'write whole',
      'read px',
      'read limit',
      'read colours',
    ]);
  });
});

describe('types that are written as strings', () => {
  const quoted = (source: string) =>
    analyseScopes(parsePython(source))
      .occurrences.filter(({ role }) => role === 'string')
      .map(({ name }) => name);

  it.each([
    ['a parameter', 'def f(x: "A", *y: "list[B]") -> "C | None": ...\n', ['A', 'list', 'B', 'C', 'None']],
    ['a variable', 'x: "A" = 1\n', ['A']],
    [
      'inside a type',
      'x: Optional["A"]\ny: t.List["B"]\nz: "C" | None\nw: Callable[["D"], "E"]\n',
      [...'ABCDE'],
    ],
    ['a dotted type gives its first name', 'x: "a.b.C"\n', ['a']],
    ['a literal is a value', 'x: Literal["a", "b"]\ny: t.Literal["c"]\nz: list[Literal["d"]]\n', []],
    ['only the first argument of Annotated is a type', 'x: Annotated["A", "some text"]\n', ['A']],
    ['cast and TypeVar take types', 'cast("A", x)\nt.TypeVar("T", bound="B")\n', ['A', 'B']],
    ['any other string is text', 'x = "A"\nf("B")\nx: Meta["k"] = {"C": "D"}\n', ['k']],
    ['an escape makes a string unreadable', 'x: "A\\n"\n', []],
  ])('%s', (_title, source, expected) => {
    expect(quoted(source)).toEqual(expected);
  });

  it('stands where the name stands', () => {
    const source = 'x: "list[Tree]"\n';
    const tree = analyseScopes(parsePython(source)).occurrences.find(({ name }) => name === 'Tree');
    expect(source.slice(tree?.start, tree?.end)).toBe('Tree');
  });
});

describe('occurrences of one binding', () => {
  it('are those that mean the name of that very scope', () => {
    const source = lines('x = 1', 'def f(x):', '    return x', 'print(x)');
    const scopes = analyseScopes(parsePython(source));
    expect(occurrencesOf(scopes, scopes.module, 'x').map(({ line }) => line)).toEqual([1, 4]);
  });
});
