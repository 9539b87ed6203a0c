import { describe, expect, it } from '@jest/globals';
import type { FunctionPlace } from '../../../src/domain/execution.js';
import { associationOf, type Association } from '../../../src/mine/association.js';
import { rootOf } from '../../../src/mine/components/boundary.js';
import { cutOut } from '../../../src/mine/cut/cut-out.js';
import { boundaryOf, lines, surveyOf, type RepositoryFiles } from '../../support/mined.js';

/** That each test entered some of these places. */
function seen(
  functions: readonly FunctionPlace[],
  entered: Readonly<Record<string, readonly number[]>>,
): Association {
  const tests = Object.entries(entered).map(([id, numbers]) => ({
    id,
    outcome: 'passed' as const,
    durationMs: 1,
    entered: numbers,
  }));
  return associationOf({ tests, functions });
}

function reaching(files: RepositoryFiles, name: string, association?: Association): readonly string[] {
  const { graph, tests, capabilities } = surveyOf(files, association);
  const capability = capabilities.find(one => one.name === name);
  if (capability === undefined) throw new Error(`the files offer no ${name}`);
  return tests.reaching(rootOf(graph, capability)).map(({ test }) => test.name);
}

const carried = (files: RepositoryFiles, name: string, association?: Association) =>
  boundaryOf(surveyOf(files, association), name).tests.map(({ test }) => test.name);

describe('a test that was seen in a function', () => {
  const files = {
    'shop.py': lines(
      '# Prices.',
      '',
      'def price(): return 3',
      'class Till:',
      '    def total(self): return 4',
    ),
    'tests/test_shop.py': lines(
      'import importlib',
      'def test_price(): assert getattr(importlib.import_module("sh" + "op"), "price")() == 3',
      'def test_other(): pass',
    ),
  };
  const association = seen(
    [
      ['shop.py', 3],
      ['shop.py', 5],
      ['gone.py', 1],
    ],
    { 'tests/test_shop.py::test_price': [0, 1, 2] },
  );

  it('reaches it, though no static analysis sees how', () => {
    expect(reaching(files, 'price')).toEqual([]);
    expect(reaching(files, 'price', association)).toEqual(['test_price']);
    expect(carried(files, 'shop.price', association)).toEqual(['test_price']);
  });

  it('reaches the class whose method it was in', () => {
    expect(reaching(files, 'Till', association)).toEqual(['test_price']);
  });
});

it('brings the fixtures along that a test was seen to use under a name that it worked out', () => {
  const files = {
    'shop.py': lines('def price(): return 3'),
    'tests/conftest.py': lines(
      'import pytest',
      '@pytest.fixture',
      'def cheap(): return 3',
      '@pytest.fixture',
      'def dear(): return 30',
    ),
    'tests/test_shop.py': lines(
      'from shop import price',
      'def test_price(request): assert price() == request.getfixturevalue("ch" + "eap")',
    ),
  };
  const suiteOf = (association?: Association) => {
    const surveyed = surveyOf(files, association);
    const cut = cutOut(surveyed.graph, surveyed.files, boundaryOf(surveyed, 'shop.price'));
    return cut.carriedTests.files.map(({ content }) => content).join('');
  };
  const id = 'tests/test_shop.py::test_price';
  expect(suiteOf()).not.toContain('def cheap');
  const text = suiteOf(seen([['tests/conftest.py', 2]], { [id]: [0] }));
  expect(text).toContain('def cheap');
  expect(text).not.toContain('def dear');
});

describe('of several tests that name a capability', () => {
  const files = {
    'shop.py': lines(
      'def price(table): return table.find(3)',
      'def names(): return "price"',
      'class Table:',
      '    def find(self, n): return n',
    ),
    'tests/test_shop.py': lines(
      'import shop',
      'from shop import price, Table',
      'def test_is_there(): assert callable(price)',
      'def test_price(): assert price(Table()) == 3',
    ),
  };
  const id = (name: string) => `tests/test_shop.py::${name}`;

  it('the one that fits is enough while nobody was seen in it', () => {
    expect(carried(files, 'shop.price')).toEqual(['test_is_there']);
  });

  it('one that was seen in it decides what is taken up', () => {
    const association = seen([['shop.py', 1]], { [id('test_is_there')]: [], [id('test_price')]: [0] });
    expect(carried(files, 'shop.price', association)).toEqual(['test_is_there', 'test_price']);
  });

  it('one that was not run counts as it did', () => {
    const association = seen([['shop.py', 1]], { [id('test_price')]: [0] });
    expect(carried(files, 'shop.price', association)).toEqual(['test_is_there']);
  });

  it('one that was seen in it and fits leaves it as it is', () => {
    const association = seen([['shop.py', 1]], { [id('test_is_there')]: [0], [id('test_price')]: [0] });
    expect(carried(files, 'shop.price', association)).toEqual(['test_is_there']);
  });
});
