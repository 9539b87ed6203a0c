import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Trial } from '../../src/domain/validation.js';
import type { TrialRequest } from '../../src/harness/harness.js';
import { PREPARE_TIMEOUT_MS, source, suiteRunner, type SuiteRunner } from '../support/suites.js';

let runner: SuiteRunner;
beforeAll(async () => {
  runner = await suiteRunner();
}, PREPARE_TIMEOUT_MS);

/** Of two tests: as they are written, and the other way round. */
const ORDERS = [0, 1];
const TRIAL: TrialRequest = {
  orders: [1, 2, 3],
  implementation: ['shop.py'],
  home: 'shop.py',
  seed: 'shop',
  mutants: 40,
  examples: [],
};

async function tried(
  implementation: string,
  tests: string | Readonly<Record<string, string>>,
  more: Partial<TrialRequest> = {},
): Promise<Trial> {
  const files = typeof tests === 'string' ? { 'test_shop.py': tests } : tests;
  const targets = Object.keys(files).filter(path => more.examples?.includes(path) !== true);
  const execution = await runner.run(
    { 'shop.py': implementation, ...files },
    { targets, ownModules: ['shop'], mustImport: ['shop'], trial: { ...TRIAL, ...more } },
  );
  expect([execution.status, execution.detail]).toEqual(['completed', '']);
  if (execution.trial === undefined) throw new Error(JSON.stringify(execution));
  return execution.trial;
}

const PRICE = source(
  '"""Prices."""',
  'from __future__ import annotations',
  'def price(cents: int, rate: int = 2) -> int:',
  '    """What it costs."""',
  '    if cents < 0:',
  '        raise ValueError(f"no price: {cents}")',
  '    return cents * rate',
);
const GOOD_TESTS = source(
  'import pytest',
  'from shop import price',
  'def test_price(): assert price(3) == 6',
  'def test_nothing(): assert price(0) == 0',
  'def test_negative():',
  '    with pytest.raises(ValueError, match="no price"): price(-1)',
);

describe('a suite that means something', () => {
  it('passes in every order, fails on both dummies and kills the mutants', async () => {
    const trial = await tried(PRICE, GOOD_TESTS);
    expect(trial).toMatchObject({
      passes: 3,
      unstable: [],
      detail: '',
      dummies: { raises: [], nothing: [] },
    });
    expect(trial.lines).toEqual({ all: 4, executed: 4 });
    const survivors = trial.mutants?.filter(({ killer }) => killer === null);
    expect(survivors).toEqual([]);
    expect(trial.mutants?.map(({ operator }) => operator).sort()).toEqual([
      'arithmetic',
      'comparison',
      'condition negated',
      'constant',
      'raise removed',
      'return value',
    ]);
  });
});

const killed = ({ mutants }: Trial) => mutants?.filter(({ killer }) => killer !== null).length;

describe('a suite that means little', () => {
  it('is told by the tests that pass on the dummies, and by the mutants that nobody kills', async () => {
    const trial = await tried(
      PRICE,
      source(
        'import pytest',
        'from shop import price',
        'def test_well(): assert price(3) == 6',
        'def test_there(): assert callable(price)',
        'def test_any_error():',
        '    with pytest.raises(Exception): price("a", "b")',
        'def test_nothing_of_nothing():',
        '    class Cart:',
        '        def total(self): return None',
        '    assert Cart().total() is None',
      ),
    );
    expect(trial.dummies).toEqual({
      raises: [
        'test_shop.py::test_there',
        'test_shop.py::test_any_error',
        'test_shop.py::test_nothing_of_nothing',
      ],
      nothing: ['test_shop.py::test_there', 'test_shop.py::test_nothing_of_nothing'],
    });
  });

  it('has survivors in what it does not reach, and says so', async () => {
    const trial = await tried(
      source('def used(a): return a + 1', 'def unused(a):', '    if a: return a - 1', '    return a * 2'),
      source('from shop import used', 'def test_used(): assert used(1) == 2'),
    );
    expect(trial.lines).toEqual({ all: 4, executed: 2 });
    const unreached = trial.mutants?.filter(({ reached }) => !reached);
    expect(unreached?.every(({ killer, line }) => killer === null && line > 2)).toBe(true);
    expect(killed(trial)).toBe(3);
  });

  it('tells apart what only runs as the module is loaded', async () => {
    const trial = await tried(
      source(
        'RULES = []',
        'def add(rule): RULES.append(rule * 2)',
        'add(2)',
        'def used(): return both(RULES[0])',
        'def both(x): return x + 1',
        'both(1)',
        'def unused(x): return x - 1',
      ),
      source('from shop import used', 'def test_used(): assert used() == 5'),
    );
    const linesOf = (isAtImport: boolean) =>
      trial.mutants?.flatMap(one => (one.reached || one.runsAtImport !== isAtImport ? [] : one.line));
    expect(new Set(linesOf(true))).toEqual(new Set([2]));
    expect(new Set(linesOf(false))).toEqual(new Set([7]));
  });

  it('does not take what a test file calls as it is imported for what a module runs as it is loaded', async () => {
    const trial = await tried(
      source(
        'def used(x): return x + 1',
        'def sampled(x):',
        '    if x > 2: return x - 1',
        '    return x * 3',
      ),
      source(
        'from shop import sampled, used',
        'SAMPLES = [sampled(n) for n in range(5)]',
        'def test_used(): assert used(1) == 2',
        'def test_samples(): assert len(SAMPLES) == 5',
      ),
    );
    const unnoticed = trial.mutants?.filter(({ line }) => line > 1) ?? [];
    expect(unnoticed.length).toBeGreaterThan(0);
    expect(unnoticed.every(({ killer, runsAtImport }) => killer === null && runsAtImport === false)).toBe(
      true,
    );
  });

  it.each([
    ['its temporary files', 'os.path.join(tempfile.gettempdir(), "area-golden.txt")'],
    ['its work folder', 'os.path.join(os.path.dirname(__file__), "golden", "area.txt")'],
  ])(
    'takes away what each variant leaves in %s: what the original wrote proves nothing',
    async (_where, place) => {
      const trial = await tried(
        source('def area(w, h): return w * h'),
        source(
          'import os, tempfile',
          'from shop import area',
          `GOLDEN = ${place}`,
          'def test_golden():',
          '    told = str(area(3, 4))',
          '    if not os.path.exists(GOLDEN):',
          '        os.makedirs(os.path.dirname(GOLDEN), exist_ok=True)',
          '        with open(GOLDEN, "w") as file: file.write(told)',
          '    assert told == open(GOLDEN).read()',
        ),
      );
      expect(trial.mutants?.length).toBeGreaterThan(0);
      expect(killed(trial)).toBe(0);
    },
  );

  it('limits the original as it does its variants, so that no test can tell them by that', async () => {
    const trial = await tried(
      source('def used(x): return x + 1'),
      source(
        'import resource',
        'from shop import used',
        'def test_limits():',
        '    used(1)',
        '    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY',
      ),
    );
    expect(trial.passing).toEqual([]);
    expect(killed(trial)).toBe(0);
  });

  it('gives a change up that twenty tests run and none notices, unless too few are noticed then', async () => {
    const idle = (name: string) =>
      Array.from({ length: 25 }, (_, n) => `def test_idle_${n}(): assert ${name}(0) in (0, 1, -1, None)`);
    const implementation = source('def used(x):', '    return x * 2', 'def other(x):', '    return x + 1');
    const late = ['def test_late():', '    used(0)', '    assert other(2) == 3'];
    const tests = (...more: readonly string[]) =>
      source('from shop import other, used', ...idle('other'), ...more, ...late);
    const unnoticed = ({ mutants }: Trial) =>
      mutants
        ?.filter(({ line, killer }) => line === 4 && killer === null)
        .map(({ operator }) => operator)
        .sort();
    expect(unnoticed(await tried(implementation, tests()))).toEqual([]);
    expect(unnoticed(await tried(implementation, tests('def test_used(): assert used(3) == 6')))).toEqual([
      'arithmetic',
      'return value',
    ]);
  });

  it('draws as many mutants as it is told to, the same each time', async () => {
    const body = Array.from({ length: 30 }, (_, n) => `def f${n}(a): return a + ${n}`);
    const tests = source(
      'import shop',
      'def test_all(): assert [f(1) for f in [shop.f1, shop.f2]] == [2, 3]',
    );
    const [one, other, third] = await Promise.all(
      ['a', 'a', 'b'].map(seed => tried(source(...body), tests, { mutants: 20, seed })),
    );
    expect(one?.mutants).toHaveLength(20);
    expect(other).toEqual(one);
    expect(third?.mutants).not.toEqual(one?.mutants);
  });
});

describe('dummies', () => {
  it('replace every kind of function and leave the shape of the code', async () => {
    const trial = await tried(
      source(
        'import abc, contextlib, dataclasses, enum, functools',
        'def registered(function): return function',
        'TABLE = {"a": lambda: 1}',
        '@registered',
        'def plain(): return 1',
        'def many(): yield 1',
        'async def later(): return 1',
        'async def stream(): yield 1',
        '@contextlib.contextmanager',
        'def managed(): yield 1',
        '@dataclasses.dataclass',
        'class Point:',
        '    x: int = 3',
        '    @property',
        '    def double(self): return self.x * 2',
        '    @classmethod',
        '    def make(cls): return cls(4)',
        '    @functools.cached_property',
        '    def half(self): return self.x // 2',
        'class Colour(enum.Enum):',
        '    RED = 1',
        '    def shown(self): return self.name',
        'class Shape(abc.ABC):',
        '    @abc.abstractmethod',
        '    def area(self): ...',
      ),
      source(
        'import asyncio, shop',
        'def test_shape(): assert shop.Point(3) == shop.Point() and shop.Colour.RED.value == 1 and shop.TABLE',
        'def test_plain(): assert shop.plain() == 1',
        'def test_lambda(): assert shop.TABLE["a"]() == 1',
        'def test_many(): assert list(shop.many()) == [1]',
        'def test_later(): assert asyncio.run(shop.later()) == 1',
        'def test_stream():',
        '    async def all_of(): return [one async for one in shop.stream()]',
        '    assert asyncio.run(all_of()) == [1]',
        'def test_managed():',
        '    with shop.managed() as one: assert one == 1',
        'def test_double(): assert shop.Point().double == 6',
        'def test_make(): assert shop.Point.make().x == 4',
        'def test_half(): assert shop.Point().half == 1',
        'def test_shown(): assert shop.Colour.RED.shown() == "RED"',
      ),
    );
    expect(trial.dummies).toEqual({
      raises: ['test_shop.py::test_shape'],
      nothing: ['test_shop.py::test_shape'],
    });
  });

  it('cost the tests that hang or crash on them no more than themselves', async () => {
    const trial = await tried(
      source('import os', 'def turn(n): return n - 1', 'def steady(): return 1', 'def well(): return True'),
      source(
        'import os, shop',
        'def test_waits():',
        '    n = 3',
        '    while n != 0: n = shop.turn(n) if shop.steady() else n',
        'def test_crashes():',
        '    if shop.well() is None: os._exit(0)',
        'def test_empty(): pass',
      ),
    );
    expect(trial.dummies).toEqual({
      raises: ['test_shop.py::test_empty'],
      nothing: ['test_shop.py::test_empty'],
    });
  });

  it('leave the tests and what pytest stands on alone', async () => {
    const trial = await tried(
      source('def one(): return 1'),
      source(
        'import shop',
        'def helper(): return 2',
        'def test_helper(): assert helper() == 2',
        'def test_one(): assert shop.one() == 1',
      ),
    );
    expect(trial.dummies?.nothing).toEqual(['test_shop.py::test_helper']);
  });
});

describe('several files of tests', () => {
  it('kill together, each in its own process', async () => {
    const trial = await tried(source('def low(a): return a + 1', 'def high(a): return a * 3'), {
      'test_low.py': source('from shop import low', 'def test_low(): assert low(2) == 3'),
      'test_high.py': source(
        'import unittest, shop',
        'class TestHigh(unittest.TestCase):',
        '    def test_high(self):',
        '        for n in (2, 4):',
        '            with self.subTest(n=n): self.assertEqual(shop.high(n), n * 3)',
      ),
    });
    expect(trial.lines).toEqual({ all: 2, executed: 2 });
    expect(trial.mutants?.map(({ killer }) => killer?.split('.')[0]).sort()).toEqual([
      'test_high',
      'test_high',
      'test_high',
      'test_low',
      'test_low',
      'test_low',
    ]);
    expect(trial.dummies).toEqual({ raises: [], nothing: [] });
  });
});

describe('an unstable suite', () => {
  it('is told by the tests that fail in another order, before anything else is tried', async () => {
    const trial = await tried(
      source('STATE = []', 'def add(): STATE.append(1); return len(STATE)'),
      source('import shop', 'def test_a(): assert shop.add() == 1', 'def test_b(): assert shop.STATE == [1]'),
      { orders: ORDERS },
    );
    expect(trial).toEqual({
      passes: 1,
      unstable: [{ id: 'test_shop.py::test_b', message: 'assert [] == [1]' }],
      detail: '',
      examples: [],
      passing: null,
      dummies: null,
      lines: null,
      drawn: null,
      mutants: null,
    });
  });
});

describe('a usage example', () => {
  const example = (...bodies: readonly string[]) => ({
    'test_shop.py': GOOD_TESTS,
    ...Object.fromEntries(
      bodies.map((body, n) => [`test_${n}.py`, source('import shop', `def test_usage_example(): ${body}`)]),
    ),
  });

  it('is executed until one passes, and is none of the tests', async () => {
    const trial = await tried(PRICE, example('1 / 0', 'assert shop.price(2) == 4', 'pass'), {
      examples: ['test_0.py', 'test_1.py', 'test_2.py'],
    });
    expect(trial.examples).toEqual([
      { path: 'test_0.py', passed: false, message: 'division by zero' },
      { path: 'test_1.py', passed: true, message: '' },
    ]);
    expect(trial.mutants?.every(({ killer }) => killer?.startsWith('test_shop.py') ?? true)).toBe(true);
  });

  it('that fails takes nothing with it', async () => {
    const trial = await tried(PRICE, example('raise KeyError("gone")'), { examples: ['test_0.py'] });
    expect(trial.examples).toEqual([{ path: 'test_0.py', passed: false, message: "'gone'" }]);
    expect(trial).toMatchObject({ passes: 3, detail: '' });
  });
});

it('puts a suite that fails to nothing more', async () => {
  const execution = await runner.run(
    { 'shop.py': PRICE, 'test_shop.py': source('def test_ill(): assert False') },
    { targets: ['test_shop.py'], trial: TRIAL },
  );
  expect(execution.trial).toBeUndefined();
});
