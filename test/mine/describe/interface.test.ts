import { describe, expect, it } from '@jest/globals';
import { interfaceOf, subjectOfBoundary } from '../../../src/mine/describe/interface.js';
import { mentionsOf } from '../../../src/mine/describe/mentions.js';
import { usageExamplesOf } from '../../../src/mine/describe/usage-examples.js';
import { boundaryOf, lines, surveyOf, treeOfFiles, type RepositoryFiles } from '../../support/mined.js';

const SHOP: RepositoryFiles = {
  'shop/__init__.py': 'from .prices import price\n',
  'shop/prices.py': lines(
    'class Unsold(Exception):',
    '    """Nobody wants it."""',
    '',
    '',
    'def price(cents, *, rate=1):',
    '    """Return the price.',
    '',
    '    >>> price(1)',
    '    1',
    '    """',
    '    if cents < 0:',
    '        raise Unsold',
    '    return cents * rate',
  ),
  'shop/till.py': lines(
    'from shop import price as cost',
    'from . import prices',
    '',
    '',
    'def total(items):',
    '    return sum(cost(one, rate=2) for one in items) + prices.price(len(")"))',
  ),
  'other/prices.py': lines('from elsewhere import price', '', 'price("not ours")'),
  'README.md': lines(
    '# Shop',
    '',
    'Call `price()` before you sell. Nothing else matters.',
    '',
    '```python',
    'from shop.prices import price',
    'assert price(3, rate=2) == 6',
    '```',
    '',
    '```js',
    'price(3)',
    '```',
  ),
  'CHANGELOG.md': 'Since 2.0 `price` is gone.\n',
  'docs/use.rst': lines('Use', '===', '', 'So::', '', '    cents = price(2)', '    print(cents)', ''),
  'tests/test_prices.py': lines(
    'import pytest',
    'from shop.prices import Unsold, price',
    '',
    'CENTS = 3',
    '',
    'def test_free_is_free():',
    '    text = """',
    '    as it stands',
    '    """',
    '    assert price(0) == 0',
    '    assert price(CENTS, rate=len(text)) > 0',
    '',
    '@pytest.mark.parametrize("cents", [1])',
    'def test_each(cents): assert price(cents) == cents',
    '',
    'def test_unsold():',
    '    with pytest.raises(Unsold):',
    '        price(-1)',
  ),
};

const surveyed = surveyOf(SHOP);
const mentions = mentionsOf(treeOfFiles(SHOP), surveyed.graph.project.modules);
const boundary = boundaryOf(surveyed, 'shop.prices.price');
const tests = boundary.tests;

describe('the interface of a component', () => {
  const described = interfaceOf(
    boundary,
    tests.map(({ test }) => test),
    mentions,
  );

  it('begins with the capability, and shows how others of its repository call it', () => {
    expect(described.module).toBe('shop.prices');
    expect(described.exports.map(({ name }) => name)).toEqual(['price', 'Unsold']);
    expect(described.exports[0]?.observedCalls).toEqual(
      ['prices.price(len(")"))', 'cost(one, rate=2)'].toSorted((a, b) => a.length - b.length),
    );
  });

  it('says the contract in words: purpose, exceptions, documentation, callers and tests', () => {
    expect(described.behaviour.split('\n')).toEqual([
      'price: Return the price.',
      'price raises Unsold when `cents < 0`.',
      'price in the documentation: Call `price()` before you sell.',
      'price is called as: cost(one, rate=2); prices.price(len(")"))',
      'Unsold: Nobody wants it.',
      'Tested: free is free; each; unsold.',
    ]);
  });
});

describe('usage examples', () => {
  const examples = usageExamplesOf(subjectOfBoundary(boundary), tests, { repository: surveyed, mentions });

  it('come from docstrings, then documents, then tests, each with the imports it needs', () => {
    expect(examples).toEqual([
      {
        origin: 'shop.prices.price',
        form: 'doctest',
        text: '>>> from shop.prices import price\n>>> price(1)\n1\n',
      },
      {
        origin: 'README.md:5',
        form: 'script',
        text: 'from shop.prices import price\nassert price(3, rate=2) == 6\n',
      },
      {
        origin: 'docs/use.rst:4',
        form: 'script',
        text: 'from shop.prices import price\ncents = price(2)\nprint(cents)\n',
      },
      {
        origin: 'tests/test_prices.py::test_free_is_free',
        form: 'script',
        text: lines(
          'from shop.prices import price',
          '',
          '',
          'CENTS = 3',
          '',
          'text = """',
          '    as it stands',
          '    """',
          'assert price(0) == 0',
          'assert price(CENTS, rate=len(text)) > 0',
        ),
      },
      {
        origin: 'tests/test_prices.py::test_unsold',
        form: 'script',
        text: lines(
          'import pytest',
          'from shop.prices import Unsold, price',
          '',
          'with pytest.raises(Unsold):',
          '    price(-1)',
        ),
      },
    ]);
  });

  it.each([
    ['takes a fixture', ['def test_it(tmp_path): assert f(tmp_path)']],
    ['is decorated', ['import functools', '@functools.cache', 'def test_it(): assert f(1)']],
    ['uses its class', ['class TestIt:', '    x = 1', '    def test_it(self): assert f(self.x)']],
    ['waits', ['async def test_it(): assert f(1)']],
    ['returns early', ['def test_it():', '    if f(1): return', '    assert False']],
  ])('are not made of a test that %s', (_title, text) => {
    const survey = surveyOf({
      'm.py': lines('def f(x): return x'),
      'test_m.py': lines('from m import f', '', ...text),
    });
    const around = boundaryOf(survey, 'm.f');
    expect(around.tests).toHaveLength(1);
    expect(usageExamplesOf(subjectOfBoundary(around), around.tests, { repository: survey })).toEqual([]);
  });

  it('are made of a method that does not need its object', () => {
    const survey = surveyOf({
      'm.py': lines('def f(x): return x'),
      'test_m.py': lines(
        'from m import f',
        '',
        'class TestIt:',
        '    def test_it(self):',
        '        assert f(1)',
      ),
    });
    const around = boundaryOf(survey, 'm.f');
    const [example] = usageExamplesOf(subjectOfBoundary(around), around.tests, { repository: survey });
    expect(example?.text).toBe('from m import f\n\nassert f(1)\n');
  });
});
