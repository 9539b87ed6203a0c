import { describe, expect, it } from '@jest/globals';
import type { CollectionError, Execution, TestResult } from '../../../src/domain/execution.js';
import { cutOut } from '../../../src/mine/cut/cut-out.js';
import { judgeRun } from '../../../src/mine/validate/judge-run.js';
import { boundaryOf, lines, surveyOf } from '../../support/mined.js';
import { sampleExecution } from '../../support/sample-run.js';

const FILES = {
  'shop.py': lines(
    'import registry',
    'def price(name): return registry.TABLE[name]',
    'def hidden(): return 1',
    'registry.TABLE["tea"] = 2',
  ),
  'registry.py': lines('TABLE = {}'),
  'tests/test_shop.py': lines(
    'from shop import price',
    'def test_price(): assert price("tea") == 2',
    'def test_other(): assert price("x") is None',
  ),
};
const [PRICE, OTHER] = ['tests/test_shop.py::test_price', 'tests/test_shop.py::test_other'];

const surveyed = surveyOf(FILES);
const cut = cutOut(surveyed.graph, surveyed.files, boundaryOf(surveyed, 'shop.price'));

const failed = (id: string, errorType: string, message: string, path = 'tests/test_shop.py'): TestResult => ({
  id,
  outcome: 'failed',
  durationMs: 1,
  errorType,
  message,
  trace: [{ path, line: 1, functionName: 'f' }],
});
const passed = (id: string): TestResult => ({ id, outcome: 'passed', durationMs: 1 });
const error = (path: string, errorType: string, message: string): CollectionError => ({
  path,
  errorType,
  message,
  trace: [],
});

function judge(execution: Partial<Execution>, mayGrow = true) {
  const { graph, files } = surveyed;
  const whole: Execution = {
    ...sampleExecution,
    tests: [],
    ...execution,
  };
  const verdict = judgeRun({ graph, files, cut, mayGrow, orders: 3 }, whole);
  return verdict.kind === 'refine'
    ? {
        ...verdict,
        added: verdict.added.map(node => (node.kind === 'resource' ? node.path : node.module.path)),
        refused: Object.fromEntries(verdict.refused),
      }
    : verdict;
}

describe('a failing test', () => {
  const wrong = failed(OTHER, 'KeyError', "'x'");

  it('is left behind while others pass', () => {
    expect(judge({ tests: [passed(PRICE), wrong] })).toEqual({
      kind: 'refine',
      added: [],
      refused: { [OTHER]: "it fails when it is run alone: KeyError: 'x'" },
      why: 'fails-alone',
    });
  });

  it('takes in the whole of the module when none passes: they may share its state', () => {
    expect(judge({ tests: [failed(PRICE, 'KeyError', "'tea'"), wrong] })).toEqual({
      kind: 'refine',
      added: ['shop.py'],
      refused: {},
      why: 'fails-alone',
    });
  });

  it('excludes the component when nothing is left to try', () => {
    expect(judge({ tests: [failed(PRICE, 'KeyError', "'tea'"), wrong] }, false)).toEqual({
      kind: 'excluded',
      why: 'fails-alone',
      reason: `${PRICE} fails when it is run alone: KeyError: 'tea' (and 1 more)`,
    });
  });

  it('takes in what it says is missing', () => {
    const missing = failed(OTHER, 'NameError', "name 'hidden' is not defined", 'shop.py');
    expect(judge({ tests: [passed(PRICE), missing] })).toMatchObject({
      kind: 'refine',
      added: ['shop.py'],
      refused: {},
    });
  });

  it('shows that the code is not whole when a name of its own cannot be supplied', () => {
    const missing = failed(OTHER, 'NameError', "name 'nowhere' is not defined", 'shop.py');
    expect(judge({ tests: [passed(PRICE), missing] })).toEqual({
      kind: 'excluded',
      why: 'fails-alone',
      reason: "shop.py is not whole alone: NameError: name 'nowhere' is not defined",
    });
    const ofPlatform = failed(
      OTHER,
      'AttributeError',
      "module 'socket' has no attribute 'AF_VSOCK'",
      'shop.py',
    );
    expect(judge({ tests: [passed(PRICE), ofPlatform] })).toMatchObject({ kind: 'refine' });
  });

  it('is left behind when it imports what is not declared', () => {
    const missing = failed(OTHER, 'ModuleNotFoundError', "No module named 'yaml'");
    expect(judge({ tests: [passed(PRICE), missing] })).toMatchObject({
      refused: {
        [OTHER]:
          'it imports yaml as it runs, which is not installed; declare what provides it among the dependencies',
      },
    });
  });
});

describe('a component that cannot be imported', () => {
  it('is excluded with what it says', () => {
    expect(judge({ collectionErrors: [error('shop.py', 'ValueError', 'no')] })).toEqual({
      kind: 'excluded',
      why: 'cannot-import',
      reason: 'shop.py cannot be imported alone: ValueError: no',
    });
  });

  it('is told what to declare', () => {
    expect(
      judge({ collectionErrors: [error('shop.py', 'ModuleNotFoundError', "No module named 'yaml'")] }),
    ).toMatchObject({
      why: 'undeclared-distribution',
      reason: expect.stringMatching(/^shop\.py imports yaml/),
    });
  });
});

describe('a run that says nothing', () => {
  it('is excluded when pytest itself runs on the component', () => {
    const collectionErrors = [error('pluggy.py', 'ImportedByRunner', "pytest itself imports 'pluggy'")];
    expect(judge({ collectionErrors })).toEqual({
      kind: 'excluded',
      why: 'runner-module',
      reason: "pytest itself imports 'pluggy'; it can only be tested in place",
    });
  });

  it('leaves behind the one test that ended it, not those whose turn did not come', () => {
    const tests = [
      passed(PRICE),
      failed(OTHER, 'Timeout', 'test_other did not end within 45 s.'),
      failed('tests/test_shop.py::test_third', 'NotRun', 'It was not run.'),
    ];
    expect(judge({ status: 'timed-out', detail: 'test_other did not end', tests })).toEqual({
      kind: 'refine',
      added: [],
      refused: { [OTHER]: 'it does not end alone: test_other did not end within 45 s.' },
      why: 'not-judged',
    });
  });

  it('is excluded when the report cannot be trusted, or every test is skipped', () => {
    expect(judge({ status: 'untrusted', detail: 'It lies.' })).toEqual({
      kind: 'excluded',
      why: 'not-judged',
      reason: 'its tests cannot be trusted when run alone: It lies.',
    });
    expect(judge({ tests: [{ id: PRICE, outcome: 'skipped', durationMs: 1 }] })).toMatchObject({
      why: 'no-test',
    });
  });
});
