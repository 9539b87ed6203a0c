import { expect, it } from '@jest/globals';
import type { FunctionPlace } from '../../../src/domain/execution.js';
import { associationOf } from '../../../src/mine/association.js';
import { pythonFilesOf, treeGraph } from '../../../src/mine/graph/tree-graph.js';
import { readOne } from '../../../src/python/outline/read-one.js';
import { edgesOf } from '../../support/graph-of.js';
import { lines, treeOfFiles } from '../../support/mined.js';

const FILES = treeOfFiles({
  'shop.py': lines(
    'import functools',
    '@functools.cache',
    'def price():',
    '    return [n for n in range(3)]',
    'class Till:',
    '    @property',
    '    def total(self):',
    '        def inner(): return 1',
    '        return inner()',
    'DOUBLE = lambda n: n',
  ),
  'test_shop.py': lines(
    'def helper(): pass',
    'class TestTill:',
    '    def test_total(self): pass',
    'def test_price(): pass',
  ),
});

/** The edges by execution, when each test enters some of these places. */
function executed(functions: readonly FunctionPlace[], entered: Readonly<Record<string, readonly number[]>>) {
  const tests = Object.entries(entered).map(([id, numbers]) => ({
    id,
    outcome: 'passed' as const,
    durationMs: 1,
    entered: numbers,
  }));
  const readings = pythonFilesOf(FILES).map(readOne);
  const { graph } = treeGraph(FILES, readings, associationOf({ tests, functions }));
  return edgesOf(graph).filter(edge => edge.includes(' executes '));
}

it('leads from a test to the functions and methods that it entered, by their first lines', () => {
  expect(
    executed(
      [
        ['shop.py', 2],
        ['shop.py', 6],
        ['shop.py', 8],
      ],
      { 'test_shop.py::test_price': [0], 'test_shop.py::TestTill::test_total': [1, 2] },
    ),
  ).toEqual([
    'test_shop:TestTill.test_total executes shop:Till.total 1',
    'test_shop:TestTill.test_total executes shop:Till.total.inner 1',
    'test_shop:test_price executes shop:price 1',
  ]);
});

it('weighs the share of the runs that entered', () => {
  const edges = executed([['shop.py', 2]], {
    'test_shop.py::test_price[1]': [0],
    'test_shop.py::test_price[2]': [],
    'test_shop.py::test_price[3]': [],
    'test_shop.py::test_price[4]': [],
  });
  expect(edges).toEqual(['test_shop:test_price executes shop:price 0.25']);
});

it('takes what lies inside of a function for it, and what lies in none for nothing', () => {
  const places: readonly FunctionPlace[] = [
    ['shop.py', 4],
    ['shop.py', 10],
    ['shop.py', 99],
    ['elsewhere.py', 1],
    ['test_shop.py', 1],
  ];
  expect(executed(places, { 'test_shop.py::test_price': [0, 1, 2, 3, 4] })).toEqual([
    'test_shop:test_price executes shop:price 1',
  ]);
});

it('is of the class where the method is inherited, and of nobody where the test is not known', () => {
  const entered = { 'test_shop.py::TestTill::test_inherited': [0], 'test_gone.py::test_it': [0] };
  expect(executed([['shop.py', 2]], entered)).toEqual(['test_shop:TestTill executes shop:price 1']);
});
