import { beforeAll, expect, it } from '@jest/globals';
import type { Trial } from '../../src/domain/validation.js';
import { PREPARE_TIMEOUT_MS, source, suiteRunner, type SuiteRunner } from '../support/suites.js';

let runner: SuiteRunner;
beforeAll(async () => {
  runner = await suiteRunner();
}, PREPARE_TIMEOUT_MS);

async function tried(implementation: string, tests: string): Promise<Trial> {
  const trial = {
    orders: [1],
    implementation: ['shop.py'],
    home: 'shop.py',
    seed: 'shop',
    mutants: 40,
    examples: [],
  };
  const execution = await runner.run(
    { 'shop.py': implementation, 'test_shop.py': tests },
    { targets: ['test_shop.py'], ownModules: ['shop'], mustImport: ['shop'], trial },
  );
  expect([execution.status, execution.detail, execution.trial?.detail]).toEqual(['completed', '', '']);
  if (execution.trial === undefined) throw new Error(JSON.stringify(execution));
  return execution.trial;
}

const killed = ({ mutants }: Trial) => mutants?.filter(({ killer }) => killer !== null).length;

const SLUG = source('def slug(text):', '    return text.lower().replace(" ", "-")');

it.each([
  [
    'cases',
    [
      'import pytest',
      'from shop import slug',
      '@pytest.mark.parametrize("text, expected", [(t, slug(t)) for t in ("A B", "c")])',
      'def test_slug(text, expected): assert slug(text) == expected',
    ],
  ],
  [
    'a table',
    [
      'from shop import slug',
      'EXPECTED = {text: slug(text) for text in ("A B", "c")}',
      'def test_slug(): assert {text: slug(text) for text in EXPECTED} == EXPECTED',
    ],
  ],
])('takes %s that the component itself made for no proof', async (_what, tests) => {
  const trial = await tried(SLUG, source(...tests));
  expect(trial.mutants?.length).toBeGreaterThan(3);
  expect(killed(trial)).toBe(0);
  expect(trial.dummies?.nothing).toEqual(trial.passing);
  expect(trial.dummies?.raises).toEqual(trial.passing);
});

it('believes a test that says what is made as its file is imported', async () => {
  const trial = await tried(
    source(
      'class Table:',
      '    def __init__(self, size): self.size = size',
      '    def room(self): return self.size * 2',
    ),
    source(
      'from shop import Table',
      'TABLE = Table(3)',
      'def test_size(): assert TABLE.size == 3',
      'def test_room(): assert TABLE.room() == 6',
    ),
  );
  expect(trial.mutants?.filter(({ killer }) => killer === null)).toEqual([]);
  expect(trial.dummies).toEqual({ raises: [], nothing: [] });
});

it('asks of all when one of the first is not noticed again', async () => {
  const good = Array.from({ length: 8 }, (_, n) => `def f${n}(a): return a + ${n + 1}`);
  const trial = await tried(
    source(...good, 'def slug(text): return text.lower() + "!"'),
    source(
      'import shop',
      'GOOD = [f(1) for f in (shop.f0, shop.f1, shop.f2, shop.f3, shop.f4, shop.f5, shop.f6, shop.f7)]',
      'SLUG = shop.slug("A")',
      'def test_good(): assert GOOD == [2, 3, 4, 5, 6, 7, 8, 9]',
      'def test_slug(): assert shop.slug("A") == SLUG',
    ),
  );
  const unnoticed = trial.mutants?.filter(({ killer }) => killer === null).map(({ line }) => line);
  expect(new Set(unnoticed)).toEqual(new Set([9]));
});
