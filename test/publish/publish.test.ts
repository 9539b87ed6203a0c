import { describe, expect, it } from '@jest/globals';
import type { RunProgress } from '../../src/domain/run.js';
import { renderDiagnosis, renderStatus } from '../../src/publish/render-comments.js';
import { finishedCheckRun } from '../../src/publish/render-check-run.js';
import { renderPullRequest } from '../../src/publish/render-pull-request.js';
import { adaptation, execution, requirement, round, test } from '../support/values.js';
import { templates } from '../support/templates.js';

const carried = ['kept', 'rewritten', 'rewritten', 'dropped'].map((status, index) => ({
  id: `t.py::test_${index}`,
  status: status as 'kept',
  reason: '',
}));
const red = round({
  adaptations: [adaptation({ carriedTests: carried })],
  diagnosis: {
    verdict: 'fail',
    summary:
      '1 of 1 required tests fail. Implicated: `shop.prices` from cf-000000000001 (interface-mismatch).',
    failures: [
      {
        subject: 't.py::test_a',
        diagnosisClass: 'interface-mismatch',
        evidence: 'AssertionError: <script> @everyone | `x`',
        requirementIds: ['r:shop.prices'],
      },
    ],
    findings: [
      {
        kind: 'already-failing',
        subject: 'old.py::test_b',
        message: 'It failed on the untouched commit too.',
        remedy: 'Mend it apart.',
      },
    ],
    guidance: [{ requirementId: 'r:shop.prices', objective: 'Map its parameters in another order.' }],
  },
});
const green = round({
  index: 2,
  adaptations: red.adaptations,
  counts: { passed: 9, failed: 0, errors: 0, skipped: 1 },
  judgement: { ...round().judgement, green: true, requiredPassing: ['t.py::test_a'], requiredFailing: [] },
});
const progress: RunProgress = {
  runId: 'run1',
  request: { repository: 'acme/shop', issue: 7, title: 'Prices\nbefore tax', body: '', requestedBy: 'ada' },
  branch: 'codeface/issue-7',
  phase: 'planning',
  plan: { requirements: [requirement()] },
  notes: [],
  baseline: {
    execution: execution({
      tests: [test('old.py::test_c')],
      collectionErrors: [{ path: 't.py', errorType: 'E', message: '', trace: [] }],
    }),
    requiredTests: ['t.py::test_a'],
    flaky: [],
    findings: [],
  },
  rounds: [red, green],
};
const outcome = {
  runId: 'run1',
  outcome: 'green' as const,
  reason: 'green' as const,
  detail: 'All is well.',
  rounds: [red, green],
  notes: [],
  deliveredRound: 2,
  commits: [],
  costUsd: 0,
  durationMs: 1,
};

describe('renderPullRequest', () => {
  const { title, body } = renderPullRequest(templates, { ...progress, outcome });

  it('says where each module came from, under which licence, and what became of its tests', () => {
    expect(body).toContain(
      '| `shop.prices` | `net_price` | `cf-000000000001` `acme/donor@0123456` `donor/prices.py` | `MIT` | 1 kept, 2 rewritten, 1 dropped |',
    );
  });

  it('shows the suite before and now', () => {
    expect(body).toContain('| before | 1 passed, 1 errors |');
    expect(body).toContain('| now | 9 passed, 1 skipped |');
    expect(body).toContain('| required tests | 1 of 1 pass |');
  });

  it('closes the issue only when it is green', () => {
    expect(body).toContain('Closes #7.');
    expect(renderPullRequest(templates, progress).body).not.toContain('Closes');
  });

  it('has a title of one line', () => expect(title).toBe('Prices before tax'));
});

describe('renderDiagnosis', () => {
  it('names the component first and folds hostile evidence as code', () => {
    const { body } = renderDiagnosis(templates, 'run1', red);
    expect(body.split('\n')[0]).toBe('<!-- codeface:diagnosis:run1:1 -->');
    expect(body.indexOf('shop.prices')).toBeLessThan(body.indexOf('<details>'));
    expect(body).toContain('`` AssertionError: <script> @everyone \\| `x` ``');
    expect(body).toContain(
      'already-failing: `old.py::test_b`. It failed on the untouched commit too. Mend it apart.',
    );
  });
});

describe('renderStatus', () => {
  it('is short while it runs, and says how to stop it', () => {
    const { body } = renderStatus(templates, { ...progress, rounds: [] });
    expect(body).toContain('**Codeface** round 1: plans and adapts.');
    expect(body).toContain('`/codeface stop`');
    expect(body.length).toBeLessThan(600);
  });

  it('shows how to ask when there was nothing to build', () => {
    const nothing = {
      ...outcome,
      outcome: 'nothing-to-build' as const,
      rounds: [],
      detail: 'The request states no interface.',
    };
    const { body } = renderStatus(templates, { ...progress, rounds: [], outcome: nothing });
    expect(body).toContain('built nothing. The request states no interface.');
    expect(body).toContain('# src/shop/prices.py');
  });
});

describe('finishedCheckRun', () => {
  it('annotates a failure at the innermost delivered line of its trace', () => {
    const failing = round({
      integration: { changeSet: { writes: adaptation().files, deletes: [] }, violations: [], owners: [] },
      execution: execution({
        tests: [
          test('t.py::test_a', 'failed', {
            errorType: 'ValueError',
            message: 'no',
            trace: [
              { path: 't.py', line: 3, functionName: 'test_a' },
              { path: 'shop/prices.py', line: 2, functionName: 'net_price' },
              { path: '/usr/lib/python3/json.py', line: 9, functionName: 'loads' },
            ],
          }),
        ],
      }),
    });
    expect(finishedCheckRun(failing, 'c1')).toMatchObject({
      conclusion: 'failure',
      annotations: [{ path: 'shop/prices.py', startLine: 2, message: 't.py::test_a: ValueError: no' }],
    });
  });

  it('is neutral when the environment was at fault', () => {
    const fault = round({ execution: execution({ status: 'environment-fault' }) });
    expect(finishedCheckRun(fault, 'c1').conclusion).toBe('neutral');
  });
});

describe('every template', () => {
  it('keeps its tables whole and its folds apart from what stands before them', () => {
    const texts = [
      renderStatus(templates, { ...progress, notes: ['A note.'] }).body,
      renderDiagnosis(templates, 'run1', red).body,
      renderPullRequest(templates, { ...progress, outcome }).body,
    ];
    for (const text of texts) {
      expect(text).not.toMatch(/\S<details>|\n{3}|undefined/);
      expect(text).not.toMatch(/\|\n\n\| (?!Suite)/);
    }
  });
});
