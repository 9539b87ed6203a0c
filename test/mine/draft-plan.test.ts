import { describe, expect, it } from '@jest/globals';
import { draftPlan, partsOf, shareOf } from '../../src/mine/draft-plan.js';
import type { Draft } from '../../src/mine/draft.js';
import { lines, surveyOf, type RepositoryFiles } from '../support/mined.js';

function draft(files: RepositoryFiles, ...names: readonly string[]) {
  const survey = surveyOf(files);
  const exports = names.map(name => {
    const found = survey.capabilities.find(one => one.name === name);
    if (found === undefined) throw new Error(`there is no ${name}`);
    return found;
  });
  const [first, ...others] = exports;
  if (first === undefined) throw new Error('a plan has an export');
  return { survey, ...draftPlan('acme/donor', survey, [first, ...others]) };
}

function namesOf(drafts: readonly Draft[]): readonly (readonly string[])[] {
  return drafts.map(({ cut }) => cut.boundary.exports.map(({ name }) => name));
}

/** So much else is in the package that nothing is a large share of it. */
const BALLAST = {
  'kit/ballast.py': lines(...Array.from({ length: 60 }, (_, index) => `X${index} = ${index}`)),
};
const PAIR = {
  ...BALLAST,
  'kit/__init__.py': '',
  'kit/pair.py': lines('def put(x):', '    return [x]', 'def take(x):', '    return x[0]'),
};

describe('a planned component', () => {
  it('is one draft with all its exports and the tests that need them together', () => {
    const { ready, excluded } = draft(
      {
        ...PAIR,
        'tests/test_pair.py': lines(
          'from kit.pair import put, take',
          'def test_both(): assert take(put(1)) == 1',
        ),
      },
      'put',
      'take',
    );
    expect(namesOf(ready)).toEqual([['put', 'take']]);
    expect([...(ready[0]?.cut.boundary.support ?? [])]).toEqual([]);
    expect(ready[0]?.cut.tests.map(({ test }) => test.name)).toEqual(['test_both']);
    expect(excluded).toEqual([]);
  });

  it('goes on without an export that no test reaches', () => {
    const { ready, excluded } = draft(
      { ...PAIR, 'tests/test_pair.py': lines('from kit.pair import put', 'def test_put(): assert put(1)') },
      'take',
      'put',
    );
    expect(namesOf(ready)).toEqual([['put']]);
    expect(excluded.map(({ name }) => name)).toEqual(['acme/donor/kit.pair.take']);
  });

  it('goes on without an export that cannot be taken out', () => {
    const { ready, excluded } = draft(
      {
        ...BALLAST,
        'kit/__init__.py': '',
        'kit/trio.py': lines(
          'import undeclared',
          'def one(): return 1',
          'def two(): return one() + 1',
          'def bad(): return undeclared.value',
        ),
        'tests/test_trio.py': lines(
          'from kit.trio import bad, one, two',
          'def test_one(): assert one() == 1',
          'def test_two(): assert two() == 2',
          'def test_bad(): assert bad()',
        ),
      },
      'bad',
      'one',
      'two',
    );
    expect(namesOf(ready)).toEqual([['one', 'two']]);
    expect(excluded.map(({ name }) => name)).toEqual(['acme/donor/kit.trio.bad']);
  });

  it('is divided when it would be most of its package and its exports need less', () => {
    const { ready } = draft(
      {
        'kit.py': lines('def put(x):', '    return [x]', 'def take(x):', '    return x[0]', 'OTHER = 1'),
        'test_kit.py': lines(
          'from kit import put, take',
          'def test_put(): assert put(1) == [1]',
          'def test_take(): assert take([1]) == 1',
        ),
      },
      'put',
      'take',
    );
    expect(namesOf(ready)).toEqual([['put'], ['take']]);
  });

  it('stays whole when each of its exports needs all of it', () => {
    const { survey, ready } = draft(
      {
        'kit.py': lines(
          'def even(n):',
          '    return n == 0 or odd(n - 1)',
          'def odd(n):',
          '    return n > 0 and even(n - 1)',
        ),
        'test_kit.py': lines('from kit import even', 'def test_even(): assert even(2)'),
      },
      'even',
      'odd',
    );
    expect(namesOf(ready)).toEqual([['even', 'odd']]);
    expect(ready.map(one => shareOf(survey, one))).toEqual([1]);
  });

  it('gives its exports alone when it failed together, with what was learnt', () => {
    const { survey, ready } = draft(
      {
        ...PAIR,
        'tests/test_pair.py': lines(
          'from kit.pair import put, take',
          'def test_put(): assert put(1) == [1]',
          'def test_take(): assert take([1]) == 1',
          'def test_both(): assert take(put(1)) == 1',
        ),
      },
      'put',
      'take',
    );
    const [whole] = ready;
    if (whole === undefined) throw new Error('it has a draft');
    const refused = new Map([['tests/test_pair.py::test_take', 'it fails alone']]);
    const parts = partsOf('acme/donor', survey, { ...whole, lessons: { added: [], refused } });
    expect(namesOf(parts.ready)).toEqual([['put'], ['take']]);
    const [, take] = parts.ready;
    expect(take?.cut.tests.map(({ test }) => test.name)).not.toContain('test_take');
  });
});

describe('a component that lies where the support of tests would', () => {
  it('is excluded: what is run has to be what is kept', () => {
    const { ready, excluded } = draft(
      {
        ...BALLAST,
        'carried_support/__init__.py': '',
        'carried_support/prices.py': lines('def price(n):', '    return n * 2'),
        'prices.py': lines('def twice(n):', '    return n * 2'),
        'tests/test_prices.py': lines(
          'import prices',
          'from carried_support.prices import price',
          'def test_both(): assert price(1) == prices.twice(1)',
        ),
      },
      'price',
    );
    expect(ready).toEqual([]);
    expect(excluded).toMatchObject([
      { kind: 'shadows', reason: expect.stringContaining('carried_support/prices.py') },
    ]);
  });
});
