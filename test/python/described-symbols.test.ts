import { describe, expect, it } from '@jest/globals';
import type { ExportedSymbol } from '../../src/domain/signature.js';
import { describedSymbol } from '../../src/python/described-symbols.js';
import { parsePython } from '../../src/syntax/parse-python.js';
import { lines } from '../support/mined.js';

function described(...text: readonly string[]): ExportedSymbol {
  const tree = parsePython(lines(...text));
  const statement = tree.root.children.at(-1);
  const symbol = statement && describedSymbol(tree, statement);
  if (symbol === undefined) throw new Error('the last statement defines nothing');
  return symbol;
}

describe('types that no annotation states', () => {
  it('come from the docstring, then from the default', () => {
    const { signature } = described(
      'def read(path, limit=10, *, mode="r", hook=None, size: int = 1):',
      '    """Read.',
      '',
      '    :param pathlib.Path path: where',
      '    :param str size: not what the annotation says',
      '    """',
    );
    expect(signature?.parameters.map(({ name, inferredType }) => [name, inferredType])).toEqual([
      ['path', 'pathlib.Path'],
      ['limit', 'int'],
      ['mode', 'str'],
      ['hook', undefined],
      ['size', undefined],
    ]);
  });

  it.each([
    ['a literal', ['return 1'], 'int'],
    ['several', ['if a:', '    return "x"', 'return b"y"'], 'bytes | str'],
    ['nothing at the end', ['if a:', '    return [1]'], 'list | None'],
    ['all branches', ['if a:', '    return 1', 'else:', '    raise ValueError'], 'int'],
    ['nothing at all', ['a.b = 1'], 'None'],
    ['values one by one', ['yield 1', 'return 2'], 'Iterator'],
    ['membership', ['return a in b'], 'bool'],
    ['what operands decide', ['return a < b'], undefined],
    ['what is called', ['return a()'], undefined],
    ['a way out that is not plain', ['try:', '    return 1', 'finally:', '    a()'], undefined],
    ['nothing yet', ['raise NotImplementedError'], undefined],
    ['only what an inner function returns', ['def inner():', '    return 1', 'inner()'], 'None'],
  ])('come from return statements: %s', (_title, body, returns) => {
    const text = body.map(line => `    ${line}`);
    expect(described('def f(a, b):', ...text).signature?.inferredReturns).toBe(returns);
  });

  it('are not asked for where an annotation stands', () => {
    expect(described('def f() -> float:', '    return 1').signature).not.toHaveProperty('inferredReturns');
  });
});

describe('exceptions', () => {
  it('are those of the own body that can be reached and are not caught, with their conditions', () => {
    const { raises } = described(
      'def f(a, error):',
      '    def inner():',
      '        raise KeyError',
      '    if a < 1:',
      '        raise ValueError("small")',
      '    elif a > 9:',
      '        raise ValueError("large")',
      '    try:',
      '        raise LookupError',
      '    except LookupError as caught:',
      '        raise errors.NotFound(a) from caught',
      '    for one in a:',
      '        if one:',
      '            pass',
      '        else:',
      '            raise TypeError',
      '    raise error',
      '    raise RuntimeError',
    );
    expect(raises).toEqual([
      { name: 'ValueError', condition: 'a < 1 or a > 9' },
      { name: 'errors.NotFound' },
      { name: 'TypeError', condition: 'not (one)' },
    ]);
  });

  it('are also those that the docstring names', () => {
    const { raises } = described(
      'def f(a):',
      '    """Do.',
      '',
      '    Raises:',
      '        OSError: when the disk is full',
      '        ValueError: for a wrong a',
      '    """',
      '    if not a:',
      '        raise ValueError',
    );
    expect(raises).toEqual([
      { name: 'ValueError', condition: 'not a', description: 'for a wrong a' },
      { name: 'OSError', description: 'when the disk is full' },
    ]);
  });
});

describe('preconditions', () => {
  it('are the guards and assertions before anything is done', () => {
    const { preconditions } = described(
      'def f(a, b):',
      '    """Do."""',
      '    size = len(a)',
      '    assert size > 1, "too few"',
      '    if b < 0:',
      '        raise ValueError(b)',
      '    elif b > size:',
      '        raise IndexError',
      '    go()',
      '    assert a',
    );
    expect(preconditions).toEqual([
      '`size > 1` must hold',
      '`b < 0` raises ValueError',
      '`b > size` raises IndexError',
    ]);
  });

  it('are none where a branch does something else', () => {
    expect(described('def f(a):', '    if a:', '        return 1', '    assert a')).not.toHaveProperty(
      'preconditions',
    );
  });
});

describe('classes', () => {
  it('offer their public methods as they are bound, and say what they stand on', () => {
    const { bases, methods, signature } = described(
      'class Box(Base, Generic[T], metaclass=Meta):',
      '    def __init__(self, size=3):',
      '        """:param size: how many"""',
      '    @property',
      '    def size(self) -> int: return self._size',
      '    @size.setter',
      '    def size(self, value): self._size = value',
      '    @classmethod',
      '    def of(cls, *items): return cls(len(items))',
      '    @staticmethod',
      '    def empty(size): return 0',
      '    def put(self, item):',
      '        """Put it in."""',
      '        if item is None:',
      '            raise ValueError',
      '    def _hidden(self): pass',
    );
    expect(bases).toEqual(['Base', 'Generic[T]']);
    expect(signature?.parameters.map(({ name }) => name)).toEqual(['size']);
    expect(
      methods?.map(method => [method.name, method.binding, method.signature.parameters.map(one => one.name)]),
    ).toEqual([
      ['size', 'property', []],
      ['of', 'class', ['items']],
      ['empty', 'static', ['size']],
      ['put', undefined, ['item']],
    ]);
    expect(methods?.at(-1)).toMatchObject({
      docstring: 'Put it in.',
      raises: [{ name: 'ValueError', condition: 'item is None' }],
    });
  });

  it.each([
    [
      'a data class',
      [
        '@dataclasses.dataclass(frozen=True)',
        'class A:',
        '    x: int',
        '    tags: list = field(default_factory=list)',
        '    total: ClassVar[int] = 0',
        '    cache: dict = field(init=False)',
        '    _: KW_ONLY',
        '    y: "str" = "a"',
      ],
      'x: int, tags: list = list(), *, y: "str" = "a"',
    ],
    ['a named tuple', ['class A(NamedTuple):', '    x: int', '    y: int = 2'], 'x: int, y: int = 2'],
    ['a class of attrs', ['@attr.s', 'class A:', '    x = attr.ib(default=1)', '    other = 3'], 'x = 1'],
    [
      'a data class above a data class',
      [
        '@dataclass',
        'class P:',
        '    x: int',
        '    y: int',
        '@dataclass',
        'class A(P):',
        '    y: str',
        '    z: int',
      ],
      'x: int, y: str, z: int',
    ],
    [
      'a class whose base has a constructor',
      ['class P:', '    def __init__(self, x): pass', 'class A(P):', '    pass'],
      'x',
    ],
    ['a class that is its own base', ['class A(A):', '    pass'], undefined],
  ])('are constructed by the fields or the base of %s', (_title, text, expected) => {
    const parameters = described(...text).signature?.parameters;
    let isKeywordOnly = false;
    const shown = parameters?.flatMap(({ name, kind, annotation, defaultValue }) => {
      const star = kind === 'keyword-only' && !isKeywordOnly ? ['*'] : [];
      isKeywordOnly ||= kind === 'keyword-only';
      return [
        ...star,
        `${name}${annotation ? `: ${annotation}` : ''}${defaultValue ? ` = ${defaultValue}` : ''}`,
      ];
    });
    expect(shown?.join(', ')).toBe(expected);
  });
});
