import { describe, expect, it } from '@jest/globals';
import type { Mapping } from '../../../src/domain/adaptation.js';
import type { ExportedSymbol, Parameter } from '../../../src/domain/signature.js';
import { enumerateMappings } from '../../../src/residents/exact/mappings/enumerate-mappings.js';
import { exportsOf } from '../../support/resident-requests.js';

/** Every mapping of a donor's stub to a target's, each in short: `f>g(a>x, b>y)`. */
function mappings(donor: string, target: string | readonly ExportedSymbol[]): readonly string[] {
  const required = typeof target === 'string' ? exportsOf(target) : target;
  return [...enumerateMappings({ module: 'd', exports: exportsOf(donor), behaviour: '' }, required)].map(
    short,
  );
}

function short({ exports }: Mapping): string {
  return exports
    .map(
      ({ from, to, parameters }) =>
        `${from}>${to}(${parameters.map(pair => `${pair.from}>${pair.to}`).join(', ')})`,
    )
    .join(' ');
}

/** What calls show: positional types, then keywords with theirs. */
function used(
  name: string,
  positional: readonly string[],
  keywords: Readonly<Record<string, string>>,
): ExportedSymbol {
  const parameters: Parameter[] = [
    ...positional.map((annotation): Parameter => ({ name: '', kind: 'positional-only', annotation })),
    ...Object.entries(keywords).map(([key, annotation]): Parameter => ({
      name: key,
      kind: 'keyword-only',
      annotation,
    })),
  ];
  return { name, kind: 'function', signature: { isInferred: true, isAsync: false, parameters } };
}

describe('parameters are mapped', () => {
  it.each([
    [
      'by position first, then swapped, where nothing tells them apart',
      'def f(attempt: int, base_seconds: float, cap_seconds: float, *, factor: float = 2.0) -> float: ...\n',
      'def g(attempt: int, limit: float, unit: float) -> float: ...\n',
      [
        'f>g(attempt>attempt, base_seconds>limit, cap_seconds>unit)',
        'f>g(attempt>attempt, cap_seconds>limit, base_seconds>unit)',
      ],
    ],
    [
      'by alike names before position',
      'def f(first: str, second: str): ...\n',
      'def g(second_one: str, first_one: str): ...\n',
      ['f>g(second>second_one, first>first_one)', 'f>g(first>second_one, second>first_one)'],
    ],
    ['by the same name always', 'def f(a, b): ...\n', 'def g(b, a): ...\n', ['f>g(b>b, a>a)']],
    [
      'within compatible types only',
      'def f(a: int, b: str, c: float): ...\n',
      'def g(x: str, y: int, z: int): ...\n',
      ['f>g(b>x, a>y, c>z)', 'f>g(b>x, c>y, a>z)'],
    ],
    [
      'past extra ones that have a default',
      'def f(a: str, b: int = 1, *rest: int, **more: int): ...\n',
      'def g(x: str): ...\n',
      ['f>g(a>x)'],
    ],
    ['to none when a caller gives too little', 'def f(a, b): ...\n', 'def g(x): ...\n', []],
    ['to none when a caller gives too much', 'def f(a): ...\n', 'def g(x, y): ...\n', []],
    ['to none when the types differ', 'def f(a: int): ...\n', 'def g(x: str): ...\n', []],
    ['to none when the result differs', 'def f(a) -> str: ...\n', 'def g(x) -> int: ...\n', []],
    ['to none when only one is async', 'async def f(a): ...\n', 'def g(x): ...\n', []],
    ['without any for a constant', 'LIMIT = 1\n', 'MOST = 2\n', ['LIMIT>MOST()']],
  ])('%s', (_, donor, target, expected) => {
    expect(mappings(donor, target)).toEqual(expected);
  });

  it('by use: unnamed arguments keep the donor’s names, a keyword may name one of them', () => {
    const donor =
      'def slugify(text: str, separator: str = "-", max_words: Optional[int] = None) -> str: ...\n';
    expect(mappings(donor, [used('make', ['str'], { word_limit: 'int', joiner: 'str' })])[0]).toBe(
      'slugify>make(text>text, max_words>word_limit, separator>joiner)',
    );
    expect(mappings('def f(a: int, b: int): ...\n', [used('g', ['int', 'int'], { most: 'int' })])).toEqual([
      'f>g(a>a, b>most)',
      'f>g(b>b, a>most)',
      'f>g(a>most, b>b)',
      'f>g(b>most, a>a)',
    ]);
  });

  it('at most 64 ways for one pairing of exports, in the same order each time', () => {
    const donor = `def f(${'abcdefg'.split('').join(', ')}): ...\n`;
    const target = `def g(${'hijklmn'.split('').join(', ')}): ...\n`;
    const all = mappings(donor, target);
    expect(all).toHaveLength(64);
    expect(new Set(all).size).toBe(64);
    expect(all[0]).toBe('f>g(a>h, b>i, c>j, d>k, e>l, f>m, g>n)');
    expect(mappings(donor, target)).toEqual(all);
  });
});

describe('exports are paired', () => {
  it('by name, docstring and shape', () => {
    const donor = [
      'def parse(text: str) -> int:\n    """Read an amount of money."""',
      'def render(text: str) -> int:\n    """Count the words of a page."""',
      '',
    ].join('\n');
    expect(mappings(donor, 'def parse_amount(text: str) -> int: ...\n')).toEqual([
      'parse>parse_amount(text>text)',
      'render>parse_amount(text>text)',
    ]);
    const target = 'def words(text: str) -> int:\n    """Count how many words a page has."""\n';
    expect(mappings(donor, target)[0]).toBe('render>words(text>text)');
  });

  it('each with another one', () => {
    const donor = 'def a(x: int): ...\ndef b(x: int): ...\n';
    expect(mappings(donor, 'def c(x: int): ...\ndef d(x: int): ...\n')).toEqual([
      'a>c(x>x) b>d(x>x)',
      'b>c(x>x) a>d(x>x)',
    ]);
    expect(mappings(donor, 'def c(x: int): ...\ndef d(x: int): ...\ndef e(x: int): ...\n')).toEqual([]);
  });

  it.each([
    ['a class for a function', 'class A:\n    def __init__(self, x): ...\n', 'def g(x): ...\n'],
    ['a function for a constant', 'def f(): ...\n', 'MOST = 1\n'],
    [
      'a class that lacks a method',
      'class A:\n    def get(self): ...\n',
      'class B:\n    def put(self): ...\n',
    ],
    [
      'a class whose method takes other arguments',
      'class A:\n    def get(self, a, b): ...\n',
      'class B:\n    def get(self, a): ...\n',
    ],
  ])('never %s', (_, donor, target) => {
    expect(mappings(donor, target)).toEqual([]);
  });

  it('with either kind where an import alone is known', () => {
    const unknown: ExportedSymbol = { name: 'thing', kind: 'function' };
    expect(mappings('class A:\n    def __init__(self, x): ...\n', [unknown])).toEqual(['A>thing()']);
    expect(mappings('def f(x): ...\n', [{ name: 'Thing', kind: 'class' }])).toEqual(['f>Thing()']);
  });
});
