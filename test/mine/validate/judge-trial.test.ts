import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Execution } from '../../../src/domain/execution.js';
import type { CarriedTests } from '../../../src/domain/primitive.js';
import type { Mutant, Trial } from '../../../src/domain/validation.js';
import { judgeTrial, killScore } from '../../../src/mine/validate/judge-trial.js';
import { sampleExecution } from '../../support/sample-run.js';

const ID = (name: string) => `t.py::${name}`;
const CARRIED: CarriedTests = {
  tests: ['test_a', 'test_b'].map(name => ({ id: ID(name), path: 't.py', name })),
  files: [],
};
const mutant = (killer: string | null, more: Partial<Mutant> = {}): Mutant => ({
  path: 'a.py',
  line: 3,
  operator: 'constant',
  reached: true,
  killer,
  ...more,
});
const WELL: Trial = {
  passes: 3,
  unstable: [],
  detail: '',
  examples: [],
  passing: [],
  dummies: { raises: [], nothing: [] },
  lines: { all: 4, executed: 3 },
  drawn: 2,
  mutants: [mutant(ID('test_a')), mutant(null, { line: 9, reached: false })],
};

function judge(trial: Partial<Trial> | undefined, names: readonly string[] = ['test_a', 'test_b']) {
  const execution: Execution = {
    ...sampleExecution,
    tests: names.map(name => ({ id: ID(name), outcome: 'passed', durationMs: 1 })),
    isolation: 'forked',
    ...(trial !== undefined && { trial: { ...WELL, passing: names.map(ID), ...trial } }),
  };
  return judgeTrial(CARRIED, execution, { orders: 3, home: 'a.py' });
}

describe('a suite that means something', () => {
  it('admits its component with what was measured', () => {
    expect(
      judge({
        examples: [
          { path: 'x', passed: false, message: 'no' },
          { path: 'y', passed: true, message: '' },
        ],
      }),
    ).toEqual({
      kind: 'admitted',
      tests: CARRIED.tests,
      record: {
        isolation: 'forked',
        passes: 3,
        lineShare: 0.75,
        mutants: 2,
        killScore: 0.5,
        exampleRan: true,
      },
      example: 1,
    });
  });

  it('needs no mutants where there is nothing to mutate, and no example', () => {
    const verdict = judge({ drawn: 0, mutants: [], lines: { all: 0, executed: 0 } });
    expect(verdict).toMatchObject({ example: undefined, record: { killScore: 1, mutants: 0, lineShare: 1 } });
  });

  it('counts what is missed in the file of the exports, and elsewhere only what a test executes', () => {
    const killed = mutant(ID('test_a'));
    const missed = { reached: false, line: 9 };
    const elsewhere = [1, 2, 3].map(() => mutant(null, { ...missed, path: 'b.py' }));
    const mutants = [killed, ...elsewhere];
    expect(judge({ drawn: mutants.length, mutants })).toMatchObject({ record: { mutants: 1, killScore: 1 } });
    for (const one of [mutant(null, missed), mutant(null, { path: 'b.py' })])
      expect(judge({ drawn: mutants.length + 2, mutants: [...mutants, one, one] })).toMatchObject({
        kind: 'excluded',
        why: 'weak-tests',
      });
  });

  it('counts nothing that only runs as the module is loaded: no test could notice', () => {
    const loaded = [1, 2, 3].map(line => mutant(null, { line, reached: false, runsAtImport: true }));
    const mutants = [mutant(ID('test_a')), ...loaded];
    expect(judge({ drawn: mutants.length, mutants })).toMatchObject({ record: { mutants: 1, killScore: 1 } });
  });

  it('lists the tests that only pytest found', () => {
    expect(judge({}, ['test_a', 'test_b', 'TestBase::test_c[1]'])).toMatchObject({
      tests: [...CARRIED.tests, { id: 't.py::TestBase::test_c', path: 't.py', name: 'TestBase::test_c' }],
    });
  });
});

describe('a suite that means too little', () => {
  it.each([
    ['raises', 'raises'],
    ['nothing', 'returns nothing'],
  ] as const)('that passes as a whole where every function %s excludes its component', (name, words) => {
    const passing = [ID('test_a'), ID('test_b')];
    expect(judge({ dummies: { raises: [], nothing: [], [name]: passing } })).toEqual({
      kind: 'excluded',
      why: 'passes-on-dummy',
      reason: `its tests pass even when every function of it ${words}; add one that checks a result`,
    });
  });

  it('leaves behind the tests that pass on both dummies, and no others', () => {
    const verdict = judge({ dummies: { raises: [ID('test_a')], nothing: [ID('test_a')] } });
    expect(verdict).toMatchObject({ kind: 'refine', added: [], why: 'passes-on-dummy' });
    expect(verdict.kind === 'refine' && [...verdict.refused.keys()]).toEqual([ID('test_a')]);
    expect(judge({ dummies: { raises: [ID('test_a')], nothing: [ID('test_b')] } })).toMatchObject({
      kind: 'admitted',
    });
  });

  it('knows a test by what it is called where the variants were run: some have the time in their ids', () => {
    const passing = [ID('test_a[10:02]'), ID('test_b')];
    const idle = [ID('test_a[10:02]')];
    const verdict = judge({ passing, dummies: { raises: idle, nothing: idle } }, ['test_a[10:01]', 'test_b']);
    expect(verdict.kind === 'refine' && [...verdict.refused.keys()]).toEqual([ID('test_a')]);
  });

  it('keeps a test of which one case tells something', () => {
    const idle = [ID('test_a[0]')];
    expect(
      judge({ dummies: { raises: idle, nothing: idle } }, ['test_a[0]', 'test_a[1]', 'test_b']),
    ).toMatchObject({ kind: 'admitted' });
    const both = [ID('test_a[0]'), ID('test_a[1]')];
    expect(
      judge({ dummies: { raises: both, nothing: both } }, ['test_a[0]', 'test_a[1]', 'test_b']),
    ).toMatchObject({ kind: 'refine' });
  });

  it('excludes its component when it misses most mutants, and says where', () => {
    const mutants = [
      mutant(ID('test_a')),
      mutant(null, { line: 5, operator: 'comparison' }),
      mutant(null, { line: 9, reached: false }),
    ];
    expect(judge({ mutants })).toEqual({
      kind: 'excluded',
      why: 'weak-tests',
      reason:
        'its tests notice 1 of 3 small changes to its code, fewer than half; 1 lie where no test comes, which execute 75 % of its lines. Check what a.py:5 (comparison), a.py:9 (constant) does',
    });
  });

  it('is not admitted on the word of a run that was put to nothing, or could not be', () => {
    expect(judge(undefined)).toMatchObject({ kind: 'excluded', why: 'not-judged' });
    const broken = { dummies: null, lines: null, mutants: null, detail: 'It crashed.' };
    expect(judge(broken)).toMatchObject({
      kind: 'excluded',
      why: 'not-judged',
      reason: expect.stringMatching(/It crashed\.$/),
    });
    expect(judge({ passing: [] })).toMatchObject({ why: 'not-judged' });
    expect(judge({ detail: 'One file crashed.' })).toMatchObject({ why: 'not-judged' });
    expect(judge({ drawn: 30, mutants: Array.from({ length: 19 }, () => mutant('x')) })).toMatchObject({
      why: 'not-judged',
      reason: expect.stringMatching(/too slow.* 19 of 30 changes$/),
    });
    expect(judge({ drawn: 30, mutants: Array.from({ length: 20 }, () => mutant('x')) })).toMatchObject({
      kind: 'admitted',
    });
  });
});

describe('a suite that depends on its order', () => {
  const rest = { passes: 1, dummies: null, lines: null, mutants: null };

  it('loses the tests that do', () => {
    const verdict = judge({ ...rest, unstable: [{ id: ID('test_b[2]'), message: 'KeyError' }] });
    expect(verdict).toMatchObject({ kind: 'refine', why: 'unstable-tests' });
    expect(verdict.kind === 'refine' && [...verdict.refused]).toEqual([
      [
        ID('test_b'),
        'it passes in one order of the tests and fails in another (KeyError); it needs a state of its own',
      ],
    ]);
  });

  it('is excluded when nobody can say which', () => {
    expect(judge({ ...rest, detail: 'The process was killed.' })).toMatchObject({
      kind: 'excluded',
      why: 'unstable-tests',
      reason: 'its tests pass in one order and not in another: The process was killed.',
    });
  });
});

it('scores the share of mutants that have a killer', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1 }), killed => {
      const mutants = killed.map(one => mutant(one ? 'x' : null));
      expect(killScore(mutants) * killed.length).toBeCloseTo(killed.filter(Boolean).length);
    }),
  );
});
