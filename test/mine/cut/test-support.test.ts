import { describe, expect, it } from '@jest/globals';
import { supportIn, withoutSupport } from '../../../src/domain/test-support.js';
import { componentAround, lines, texts } from '../../support/mined.js';

const SHOP = {
  'shop/__init__.py': lines('from shop.store import Store', 'from .prices import price'),
  'shop/prices.py': lines('RATE = 2', 'def price(n): return n * RATE', 'def discount(n): return n // 2'),
  'shop/store.py': lines(
    '"""Where things are."""',
    'from __future__ import annotations',
    'import json',
    'from . import prices',
    'from .prices import price',
    'class Store:',
    '    def __init__(self): self.items = json.loads("[]")',
    '    def add(self, n): self.items.append(price(n))',
    '    def total(self): return prices.discount(sum(self.items))',
  ),
};

function priced(test: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const files = { ...SHOP, ...more, 'tests/test_shop.py': lines(...test) };
  return componentAround(files, 'shop.prices.price');
}

describe('what tests need besides the component', () => {
  const component = priced([
    'from shop import Store',
    'def test_total():',
    '    store = Store()',
    '    store.add(4)',
    '    assert store.total() == 4',
  ]);
  const carried = texts(component.carriedTests.files);

  it('comes along in a package of its own, and is no part of the component', () => {
    expect(texts(component.implementation)).toEqual({
      'shop/__init__.py': '',
      'shop/prices.py': lines('RATE = 2', 'def price(n): return n * RATE'),
    });
    expect(Object.keys(carried).sort()).toEqual([
      'carried_support/shop/__init__.py',
      'carried_support/shop/prices.py',
      'carried_support/shop/store.py',
      'tests/test_shop.py',
    ]);
  });

  it('takes what the component has from the component', () => {
    expect(carried['carried_support/shop/prices.py']).toBe(
      lines(
        'import shop.prices as carried_component',
        'carried_modules = ()',
        'globals().update({name: value for name, value in vars(carried_component).items() if name not in {*globals(), *carried_modules}})',
        'def __getattr__(name):',
        '    if name in carried_modules:',
        '        raise AttributeError(name)',
        '    return getattr(carried_component, name)',
        'def discount(n): return n // 2',
      ),
    );
  });

  it('imports itself, below its docstring and its future imports', () => {
    expect(carried['carried_support/shop/store.py']?.split('\n').slice(0, 5)).toEqual([
      '"""Where things are."""',
      'from __future__ import annotations',
      'import json',
      'from carried_support.shop import prices',
      'from carried_support.shop.prices import price',
    ]);
    expect(carried['tests/test_shop.py']).toContain('from carried_support.shop import Store');
  });

  it('stays with the tests that need it', () => {
    const { tests, files } = withoutSupport(component.carriedTests, '');
    expect([tests, files]).toEqual([[], []]);
  });

  it('is nothing where a test fits', () => {
    const { carriedTests } = priced([
      'from shop import Store',
      'from shop.prices import price',
      'def test_price(): assert price(2) == 4',
      'def test_store(): assert Store().total() == 0',
    ]);
    expect(carriedTests.tests.map(({ name }) => name)).toEqual(['test_price']);
    expect(supportIn(carriedTests, '')).toEqual([]);
    expect(withoutSupport(carriedTests, '')).toEqual(carriedTests);
  });

  it.each(['tests/carried_support', 'carried_support'])('is not what a repository keeps in %s', folder => {
    const { carriedTests } = componentAround(
      {
        ...SHOP,
        [`${folder}/__init__.py`]: '',
        [`${folder}/test_price.py`]: lines(
          'from shop.prices import price',
          'def test_price(): assert price(2) == 4',
        ),
        'tests/test_shop.py': lines(
          'from shop import Store',
          'from shop.prices import price',
          'def test_store():',
          '    store = Store()',
          '    store.add(price(1))',
          '    assert store.total() == 2',
        ),
      },
      'shop.prices.price',
    );
    const own = carriedTests.tests.filter(({ path }) => path.startsWith(`${folder}/`));
    expect(own).not.toEqual([]);
    expect(withoutSupport(carriedTests, '').tests).toEqual(own);
    expect(withoutSupport(carriedTests, '').files.map(({ path }) => path)).toContain(
      `${folder}/test_price.py`,
    );
  });

  it('lies beside the component, wherever the modules that it is made of lay', () => {
    const { carriedTests } = componentAround(
      {
        'one/pyproject.toml': '',
        'one/src/prices.py': lines('def price(n): return n * 2'),
        'two/pyproject.toml': '',
        'two/src/stores.py': lines('def filled(n): return n + 1'),
        'one/tests/test_prices.py': lines(
          'from prices import price',
          'from stores import filled',
          'def test_both(): assert price(filled(1)) == 4',
        ),
      },
      'prices.price',
    );
    expect(supportIn(carriedTests, 'one/src').map(({ path }) => path)).toEqual([
      'one/src/carried_support/stores.py',
    ]);
  });

  it('has nothing again of the component where it needs a module as a value', () => {
    const { carriedTests } = priced(
      [
        'from shop.offers import priceOf, half',
        'from shop.prices import price',
        'def test_price(): assert priceOf("price")(2) + half(price(1)) == 5',
      ],
      {
        'shop/offers.py': lines(
          'from shop import prices',
          'def priceOf(name): return getattr(prices, name)',
          'def half(n): return prices.discount(n)',
        ),
      },
    );
    const supported = texts(carriedTests.files)['carried_support/shop/prices.py'];
    expect(supported).toContain('def discount(n)');
    expect(supported).not.toMatch(/def price\(|RATE =/);
  });
});
