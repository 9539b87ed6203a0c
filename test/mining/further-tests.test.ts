import { describe, expect, it } from '@jest/globals';
import type { Mutant } from '../../src/domain/validation.js';
import { FEW_TESTS, MOST_TESTS } from '../../src/mine/components/tests-inside.js';
import { mineRepository } from '../../src/mining/mine-repository.js';
import { createFakeClock } from '../fakes/fake-clock.js';
import { createFakeHarness } from '../fakes/fake-harness.js';
import { createFakeSandbox } from '../fakes/fake-sandbox.js';
import { createSilentProgress } from '../fakes/silent-progress.js';
import { lines, snapshotOf, texts } from '../support/mined.js';

const MUTANTS = 20;

/** Mutants of which no test notices any, or the fake's own. */
function unnoticed(path: string): readonly Mutant[] {
  return Array.from({ length: MUTANTS }, () => ({
    path,
    line: 1,
    operator: 'constant',
    reached: true,
    killer: null,
  }));
}

const FILES = {
  'shop/__init__.py': '',
  'shop/prices.py': lines('def price(n): return n * 2'),
  'shop/store.py': lines(
    'from shop.prices import price',
    'class Store:',
    '    def add(self, n): return price(n)',
  ),
  'tests/test_shop.py': lines(
    'from shop.prices import price',
    'from shop.store import Store',
    'def test_price(): assert price(1)',
    'def test_store(): assert Store().add(2) == 4',
  ),
};

async function mined(isWeak: (tests: number) => boolean, files: Readonly<Record<string, string>> = FILES) {
  const harness = createFakeHarness((request, passing) =>
    isWeak(passing.length) ? { trial: { mutants: unnoticed('shop/prices.py'), drawn: MUTANTS } } : {},
  );
  const services = {
    harness,
    sandbox: createFakeSandbox(),
    packageIndex: { distributionOf: async () => undefined },
    clock: createFakeClock(),
    progress: createSilentProgress(),
  };
  return mineRepository(services, snapshotOf(files));
}

describe('a component whose tests notice too little', () => {
  it('is tried with further tests, supported by what they need', async () => {
    const { admitted, excluded } = await mined(tests => tests === 1);
    const prices = admitted.find(({ interface: { module } }) => module === 'shop.prices');
    expect(prices?.carriedTests.tests.map(({ name }) => name)).toEqual(['test_price', 'test_store']);
    expect(Object.keys(texts(prices?.implementation ?? []))).toEqual(['shop/__init__.py', 'shop/prices.py']);
    expect(excluded.filter(({ name }) => name.includes('prices'))).toEqual([]);
  });

  it('is excluded when they do not notice more', async () => {
    const { admitted, excluded } = await mined(() => true);
    expect(admitted).toEqual([]);
    expect(excluded.find(({ name }) => name.endsWith('shop.prices.price'))?.kind).toBe('weak-tests');
  });
});

describe('a component with very many tests', () => {
  const names = Array.from({ length: MOST_TESTS + 50 }, (_, n) => `test_${n}`);
  const many = {
    'shop/prices.py': FILES['shop/prices.py'],
    'tests/test_shop.py': lines(
      'from shop.prices import price',
      ...names.map((name, n) => `def ${name}(): assert price(${n}) == ${2 * n}`),
    ),
  };

  it.each([
    ['a few of them, which say enough', 0, FEW_TESTS],
    ['many, where few notice too little', FEW_TESTS, MOST_TESTS],
  ])('comes with %s', async (_what, most, expected) => {
    const { admitted } = await mined(tests => tests <= most, many);
    expect(admitted.map(one => one.carriedTests.tests.length)).toEqual([expected]);
  });

  it('is excluded when as many as may come notice too little', async () => {
    const { admitted, excluded } = await mined(() => true, many);
    expect(admitted).toEqual([]);
    expect(excluded.map(({ kind }) => kind)).toEqual(['weak-tests']);
  });
});
