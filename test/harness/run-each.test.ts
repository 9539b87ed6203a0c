import { beforeAll, describe, expect, it } from '@jest/globals';
import type { SuiteRequest } from '../../src/harness/harness.js';
import { PREPARE_TIMEOUT_MS, SUITE_LIMITS, outcomes, source, suiteRunner } from '../support/suites.js';
import type { SuiteRunner } from '../support/suites.js';

let runner: SuiteRunner;
beforeAll(async () => {
  runner = await suiteRunner();
}, PREPARE_TIMEOUT_MS);

/** A suite whose component is called as all others are and holds its own number. */
const numbered = (number: number): SuiteRequest =>
  runner.suite(
    {
      'component.py': `NUMBER = ${number}\n`,
      'test_component.py': source(
        'from component import NUMBER',
        `def test_number(): assert NUMBER == ${number}`,
      ),
    },
    { mustImport: ['component'], testTimeoutMs: 10_000 },
  );
const broken = (body: string, testTimeoutMs = 1_500): SuiteRequest =>
  runner.suite(
    { 'test_component.py': source('import os, time', `def test_broken(): ${body}`) },
    { testTimeoutMs },
  );

describe('many suites', () => {
  it('run each in a folder and a process of its own, in the order given', async () => {
    const finished: number[] = [];
    const requests = Array.from({ length: 28 }, (_, number) => numbered(number));
    const executions = await runner.harness.runEach(requests, SUITE_LIMITS, count => finished.push(count));
    expect(executions).toHaveLength(28);
    for (const execution of executions)
      expect([execution.detail, outcomes(execution)]).toEqual([
        '',
        { 'test_component.py::test_number': 'passed' },
      ]);
    expect(finished).toEqual([25, 28]);
  });

  it('are not held up or blamed for one that hangs', async () => {
    const executions = await runner.harness.runEach(
      [numbered(1), broken('time.sleep(600)'), numbered(2)],
      SUITE_LIMITS,
    );
    expect(executions.map(execution => execution.status)).toEqual(['completed', 'timed-out', 'completed']);
  });

  it('are not blamed for one that kills the sandbox they share', async () => {
    const executions = await runner.harness.runEach(
      [numbered(1), broken('os.kill(os.getppid(), 9)'), numbered(2)],
      SUITE_LIMITS,
    );
    expect(executions.map(execution => execution.status)).toEqual(['completed', 'crashed', 'completed']);
  });

  it('are not blamed for one that was killed as for want of memory', async () => {
    const executions = await runner.harness.runEach(
      [numbered(1), broken('os.kill(os.getpid(), 9)')],
      SUITE_LIMITS,
    );
    expect(executions.map(execution => execution.status)).toEqual(['completed', 'crashed']);
    expect(executions[1]?.detail).toMatch(/killed by SIGKILL.*test_broken/);
  });

  it('that do not fit in the wall time together get it one after the other', async () => {
    const slow = Array.from({ length: 3 }, () => broken('time.sleep(3)', 30_000));
    const executions = await runner.harness.runEach(slow, { ...SUITE_LIMITS, wallTimeMs: 8_000 });
    expect(executions.map(execution => [execution.status, execution.detail])).toEqual(
      slow.map(() => ['completed', '']),
    );
  });

  it('may be none', async () => {
    expect(await runner.harness.runEach([], SUITE_LIMITS)).toEqual([]);
  });
});

it('keeps a small suite cheap', async () => {
  const durations: number[] = [];
  for (const number of [1, 2, 3])
    durations.push((await runner.harness.runSuite(numbered(number), SUITE_LIMITS)).durationMs);
  // 0.3 s on an idle machine; the bound leaves room for a busy one.
  expect(Math.min(...durations)).toBeLessThan(2_000);
});
