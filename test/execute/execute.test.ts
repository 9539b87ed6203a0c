import { describe, expect, it } from '@jest/globals';
import type { TestOutcome } from '../../src/domain/execution.js';
import { establishBaseline, executeChange, type ExecutionInput } from '../../src/execute/execute.js';
import type { SuiteRequest } from '../../src/harness/harness.js';
import { createFakeHarness, type Told } from '../fakes/fake-harness.js';
import { execution, test, treeOfTexts } from '../support/values.js';

const input: ExecutionInput = {
  environment: { id: 'e', digest: 'sha256:1', interpreter: '3.11.2', distributions: ['requests==2'] },
  target: treeOfTexts({ 'app.py': 'x = 1\n', 'tests/test_a.py': 'import app\n' }),
  sourceRoots: [''],
};
const ID = 'tests/test_a.py::test_a';
const OTHER = 'tests/test_b.py::test_b';

/** A harness whose nth run of `ID` has the nth outcome (the last for all later ones); `OTHER` always passes. */
function runs(...outcomes: (TestOutcome | Told)[]) {
  let nth = 0;
  return createFakeHarness(() => {
    const told = outcomes[Math.min(nth, outcomes.length - 1)] ?? 'passed';
    nth += 1;
    return typeof told === 'string' ? { tests: [test(ID, told), test(OTHER)] } : told;
  });
}
const targetsOf = ({ requests }: { readonly requests: readonly SuiteRequest[] }) =>
  requests.map(({ targets }) => targets);

describe('establishBaseline', () => {
  it('runs the suite twice, recording lines the second time, and keeps the first', async () => {
    const lines = [{ path: 'app.py', ranges: [[1, 1]] as const }];
    const harness = runs('passed', { tests: [test(ID, 'passed', { lines }), test(OTHER)] });
    const baseline = await establishBaseline(harness, input);
    expect(harness.requests.map(request => request.recordsLines === true)).toEqual([false, true]);
    expect(baseline).toMatchObject({ flaky: [], findings: [] });
    expect(baseline.execution.tests[0]?.lines).toEqual(lines);
  });

  it('takes a test that failed and then passed for flaky', async () => {
    expect((await establishBaseline(runs('failed', 'passed'), input)).flaky).toEqual([ID]);
  });

  it('runs one that failed while lines were recorded again without, before it counts', async () => {
    const sensitive = runs('passed', 'failed', 'passed');
    expect((await establishBaseline(sensitive, input)).flaky).toEqual([]);
    expect(targetsOf(sensitive).slice(2)).toEqual(Array.from({ length: 3 }, () => ['tests/test_a.py']));
    expect(sensitive.requests.slice(2).some(({ recordsLines }) => recordsLines)).toBe(false);
    const flaky = runs('passed', 'failed', 'passed', 'failed');
    expect((await establishBaseline(flaky, input)).flaky).toEqual([ID]);
    expect(flaky.requests).toHaveLength(4);
  });

  it('keeps the first run, and says so, when the second does not complete', async () => {
    const baseline = await establishBaseline(
      runs('passed', { status: 'crashed', detail: 'It left.' }),
      input,
    );
    expect(baseline.execution.tests).toHaveLength(2);
    expect(baseline.findings).toMatchObject([
      { kind: 'lines-not-recorded', message: expect.stringContaining('It left.') },
    ]);
  });

  it('does not run a suite again that cannot be run', async () => {
    const harness = runs({ status: 'environment-fault', detail: 'No.' });
    expect((await establishBaseline(harness, input)).execution.detail).toBe('No.');
    expect(harness.requests).toHaveLength(1);
  });
});

describe('executeChange', () => {
  const baseline = { execution: execution({ tests: [test(ID), test(OTHER)] }), flaky: [], requiredTests: [] };
  const changed = new Map(input.target).set('app.py', Buffer.from('x = 2\n'));

  it('runs a test that newly fails again, only its file, and excuses it at the first pass', async () => {
    const harness = runs('failed', 'failed', 'passed');
    const { execution: ran, flaky } = await executeChange(harness, input, changed, baseline);
    expect([...flaky]).toEqual([ID]);
    expect(ran.tests[0]?.outcome).toBe('failed');
    expect(targetsOf(harness)).toEqual([[], ['tests/test_a.py'], ['tests/test_a.py']]);
  });

  it('lets only what leant on others at the base do so, on files of the base that are as they were', async () => {
    const harness = runs('passed');
    const leaning = {
      ...baseline,
      execution: execution({ tests: [test(ID, 'passed', { leansOnOthers: true })] }),
    };
    const delivered = new Map(changed).set('tests/test_new.py', Buffer.from(''));
    await executeChange(harness, input, delivered, leaning);
    expect(harness.requests[0]?.company).toEqual({ tests: [ID], files: ['tests/test_a.py'] });
    await executeChange(harness, input, delivered, baseline);
    expect(harness.requests[1]?.company).toEqual({ tests: [], files: [] });
  });

  it('counts one that never passes, after three more runs', async () => {
    const harness = runs('failed');
    expect((await executeChange(harness, input, changed, baseline)).flaky.size).toBe(0);
    expect(harness.requests).toHaveLength(4);
  });

  it.each([
    ['a required test', { ...baseline, requiredTests: [ID] }],
    ['a delivered test', { ...baseline, execution: execution({ tests: [test(OTHER)] }) }],
    [
      'a test that failed before',
      { ...baseline, execution: execution({ tests: [test(ID, 'failed'), test(OTHER)] }) },
    ],
  ])('runs %s once only', async (_, before) => {
    const harness = runs('failed', 'passed');
    expect((await executeChange(harness, input, changed, before)).flaky.size).toBe(0);
    expect(harness.requests).toHaveLength(1);
  });

  it.each(['untrusted', 'crashed', 'timed-out'] as const)(
    'never runs a run that is %s into green',
    async status => {
      const harness = runs({ status, detail: 'No.', tests: [test(ID, 'failed')] }, 'passed');
      const executed = await executeChange(harness, input, changed, baseline);
      expect(executed).toMatchObject({ execution: { status }, flaky: new Set() });
      expect(harness.requests).toHaveLength(1);
    },
  );

  it('does not believe a run again that was not completed', async () => {
    const forged: Told = { status: 'untrusted', tests: [test(ID), test(OTHER)] };
    expect((await executeChange(runs('failed', forged), input, changed, baseline)).flaky.size).toBe(0);
  });

  it('runs the tests of the target, whatever the change made of them', async () => {
    const harness = runs('passed');
    const tampered = new Map(changed).set('tests/test_a.py', Buffer.from('def test_a(): ...\n'));
    const { findings } = await executeChange(harness, input, tampered, baseline);
    expect(harness.requests[0]?.files).toEqual(changed);
    expect(findings).toMatchObject([{ kind: 'restored' }]);
  });

  it('trusts no verdict on a change that plants what runs by itself, and runs without it', async () => {
    const harness = runs('passed');
    const planted = new Map(changed).set('requests.py', Buffer.from('')).set('conftest.py', Buffer.from(''));
    const executed = await executeChange(harness, input, planted, baseline);
    expect(harness.requests[0]?.files).toEqual(changed);
    expect(executed.execution).toMatchObject({
      status: 'untrusted',
      detail: expect.stringMatching(/`requests`.*pytest/),
    });
    expect(harness.requests).toHaveLength(1);
  });

  it('gives the suite the metadata of the tree that it runs, and the words of its command', async () => {
    const harness = runs('passed');
    const named = new Map(changed).set(
      'pyproject.toml',
      Buffer.from('[project]\nname = "app"\nversion = "2.0"\n'),
    );
    await executeChange(harness, { ...input, arguments: ['-k', 'a'], targets: ['tests'] }, named, baseline);
    expect([...(harness.requests[0]?.metadata?.keys() ?? [])]).toContain('app-2.0.dist-info/METADATA');
    expect(harness.requests[0]).toMatchObject({ arguments: ['-k', 'a'], targets: ['tests'] });
  });
});
