import { describe, expect, it } from '@jest/globals';
import { diagnose, type DiagnosisInput } from '../../src/diagnose/diagnose.js';
import type { Execution } from '../../src/domain/execution.js';
import { judge } from '../../src/execute/judge.js';
import { readProject } from '../../src/python/project-modules.js';
import { adaptation, execution, requirement, test, treeOfTexts } from '../support/values.js';

const waiting = requirement({
  module: 'shop.waiting',
  exports: [
    {
      name: 'pause',
      kind: 'function',
      signature: {
        isAsync: false,
        parameters: [
          { name: 'limit', kind: 'positional-or-keyword', annotation: 'float' },
          { name: 'unit', kind: 'positional-or-keyword', annotation: 'float' },
        ],
      },
    },
  ],
});
const prices = requirement({ module: 'shop.prices' });
const TEXTS = {
  'shop/__init__.py': '',
  'shop/waiting.py': 'def pause(limit, unit): ...\n',
  'shop/prices.py': 'def net_price(): ...\n',
  'shop/payments.py': 'from shop.waiting import pause\nfrom shop.prices import net_price\n',
  'tests/test_waiting.py': 'from shop.waiting import pause\n',
  'tests/test_prices.py': 'from shop.prices import net_price\n',
  'tests/test_payments.py': 'from shop.payments import pay\n',
  'tests/test_plain.py': 'import json\n',
};

function input(ran: Partial<Execution>, over: Partial<DiagnosisInput> = {}): DiagnosisInput {
  const result = execution(ran);
  const required = [
    'tests/test_waiting.py::test_w',
    'tests/test_payments.py::test_p',
    'tests/test_prices.py::test_n',
  ];
  const baseline = {
    execution: execution({ tests: [test('tests/test_plain.py::test_j')] }),
    requiredTests: required,
    flaky: [],
  };
  return {
    plan: { requirements: [waiting, prices] },
    activation: { activations: [], uncovered: [] },
    adaptations: [
      adaptation({ requirementId: waiting.id, primitiveId: 'cf-w' }),
      adaptation({ primitiveId: 'cf-p' }),
    ],
    unsuccessful: [],
    integration: {
      changeSet: { writes: [], deletes: [] },
      violations: [],
      owners: [
        { path: 'shop/waiting.py', requirementId: waiting.id },
        { path: 'shop/prices.py', requirementId: prices.id },
        { path: 'tests/carried/test_w.py', requirementId: waiting.id },
      ],
    },
    execution: result,
    judgement: judge(baseline, result, { isCovered: true, constraintsHold: true }),
    project: readProject(treeOfTexts(TEXTS)),
    findings: [],
    ...over,
  };
}

const failing = (
  id: string,
  errorType = 'AssertionError',
  trace: { path: string; line: number; functionName: string }[] = [],
) => test(id, 'failed', { errorType, message: 'assert 1 == 2', trace });

const plain = test('tests/test_plain.py::test_j');

describe('diagnose', () => {
  it('blames the one component that explains all failures, though a test reaches two', () => {
    const made = diagnose(
      input({
        tests: [
          plain,
          failing('tests/test_waiting.py::test_w'),
          failing('tests/test_payments.py::test_p'),
          test('tests/test_prices.py::test_n'),
        ],
      }),
    );
    expect(made.verdict).toBe('fail');
    expect(made.failures.map(one => [one.subject, one.requirementIds])).toEqual([
      ['tests/test_waiting.py::test_w', ['r:shop.waiting']],
      ['tests/test_payments.py::test_p', ['r:shop.waiting']],
    ]);
    expect(made.summary).toBe(
      '2 of 3 required tests fail. Implicated: `shop.waiting` from cf-w (interface-mismatch).',
    );
    expect(made.guidance).toEqual([
      { requirementId: 'r:shop.waiting', objective: expect.stringContaining('in another order') },
    ]);
  });

  it('goes by the trace where it passes through a component', () => {
    const trace = [
      { path: 'tests/test_payments.py', line: 3, functionName: 'test_p' },
      { path: 'shop/prices.py', line: 9, functionName: 'net_price' },
    ];
    const made = diagnose(
      input({
        tests: [
          plain,
          failing('tests/test_payments.py::test_p', 'ValueError', trace),
          test('tests/test_waiting.py::test_w'),
          test('tests/test_prices.py::test_n'),
        ],
      }),
    );
    expect(made.failures).toEqual([
      {
        subject: 'tests/test_payments.py::test_p',
        diagnosisClass: 'incorrect-implementation',
        evidence: 'ValueError: assert 1 == 2 (shop/prices.py:9)',
        requirementIds: ['r:shop.prices'],
      },
    ]);
  });

  it.each([
    ['TypeError', "pause() got an unexpected keyword argument 'x'", 'interface-mismatch'],
    ['FileNotFoundError', 'data.json', 'configuration-failure'],
    ['ModuleNotFoundError', "No module named 'requests'", 'dependency-failure'],
    ['ModuleNotFoundError', "No module named 'shop.basket'", 'missing-capability'],
    ['ImportError', "cannot import name 'x' from 'shop.prices'", 'missing-capability'],
  ])('classifies a %s (%s) as %s', (errorType, message, expected) => {
    const broken = test('tests/test_prices.py::test_n', 'error', { errorType, message });
    const made = diagnose(input({ tests: [plain, broken] }));
    expect(made.failures.find(one => one.subject === broken.id)?.diagnosisClass).toBe(expected);
  });

  it('ties a regression that reaches no component to the integration', () => {
    const made = diagnose(input({ tests: [failing('tests/test_plain.py::test_j')] }));
    expect(made.failures[0]).toMatchObject({ diagnosisClass: 'integration-failure', requirementIds: [] });
  });

  it('names what is uncovered and which constraint is violated', () => {
    const made = diagnose(
      input(
        { tests: [plain] },
        {
          activation: {
            activations: [],
            uncovered: [{ requirementId: prices.id, reason: 'Nothing resembles it.' }],
          },
          unsuccessful: [
            { requirementId: prices.id, primitiveId: 'cf-p', reason: 'every mapping was refused' },
          ],
          integration: {
            ...input({}).integration,
            violations: [{ constraint: 'dependency', requirementIds: [waiting.id], message: 'needs six' }],
          },
        },
      ),
    );
    expect(made.failures).toEqual([
      {
        subject: prices.id,
        diagnosisClass: 'missing-capability',
        evidence: 'Nothing resembles it. cf-p: every mapping was refused',
        requirementIds: [prices.id],
      },
      {
        subject: 'Γ dependency',
        diagnosisClass: 'dependency-failure',
        evidence: 'needs six',
        requirementIds: [waiting.id],
      },
    ]);
  });

  it('never passes what execution failed', () => {
    const stopped = diagnose(input({ status: 'timed-out', detail: 'a test hung', tests: [plain] }));
    expect(stopped).toMatchObject({ verdict: 'fail', summary: 'The suite did not complete: a test hung' });
  });

  it('says why a run cannot be believed, blames what was delivered to it, and none of its tests', () => {
    const made = diagnose(
      input({
        status: 'untrusted',
        detail: 'A canary that must fail was seen to pass.',
        tests: [failing('tests/test_waiting.py::test_w')],
      }),
    );
    expect(made.verdict).toBe('fail');
    expect(made.summary).toBe(
      'What the suite said cannot be believed: A canary that must fail was seen to pass.',
    );
    expect(made.failures).toMatchObject([{ subject: 'suite', requirementIds: [waiting.id, prices.id] }]);
  });

  it("tells what is not the change's beside what is", () => {
    const found = {
      kind: 'missing-service',
      subject: 'Redis',
      message: 'No Redis.',
      remedy: 'Skip.',
    } as const;
    const judgement = { ...input({}).judgement, alreadyFailing: ['x.py::a'], flaky: ['x.py::b'] };
    const made = diagnose(input({ tests: [plain] }, { findings: [found], judgement }));
    expect(made.findings.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['missing-service', 'Redis'],
      ['already-failing', 'x.py::a'],
      ['flaky', 'x.py::b'],
    ]);
  });

  it('finds no failure in a green round', () => {
    const ids = [
      'tests/test_waiting.py::test_w',
      'tests/test_payments.py::test_p',
      'tests/test_prices.py::test_n',
    ];
    expect(diagnose(input({ tests: [plain, ...ids.map(id => test(id))] }))).toEqual({
      verdict: 'pass',
      failures: [],
      findings: [],
      guidance: [],
      summary: 'All 3 required tests pass, and nothing that passed before fails.',
    });
  });
});
