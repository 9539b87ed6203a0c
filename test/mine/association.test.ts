import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FunctionPlace, TestOutcome, TestResult } from '../../src/domain/execution.js';
import { associationOf } from '../../src/mine/association.js';

const FUNCTIONS: readonly FunctionPlace[] = [
  ['shop.py', 1],
  ['shop.py', 4],
];

const ran = (id: string, entered: readonly number[], outcome: TestOutcome = 'passed'): TestResult => ({
  id,
  outcome,
  durationMs: 1,
  entered,
});

const byTest = (...tests: readonly TestResult[]) =>
  Object.fromEntries(
    [...associationOf({ tests, functions: FUNCTIONS }).byTest].map(([id, entered]) => [
      id,
      entered.map(({ number, share }) => [number, share]),
    ]),
  );

describe('the association by execution', () => {
  it('is of tests without their parameters, with the share of their runs that entered', () => {
    expect(
      byTest(ran('t.py::test_a[1]', [0, 1]), ran('t.py::test_a[2]', [1]), ran('t.py::test_b', [])),
    ).toEqual({
      't.py::test_a': [
        [0, 0.5],
        [1, 1],
      ],
      't.py::test_b': [],
    });
  });

  it('takes no test for evidence that failed, was skipped or was not recorded', () => {
    const { entered: _, ...unrecorded } = ran('t.py::test_c', []);
    expect(
      byTest(ran('t.py::test_a', [0], 'failed'), ran('t.py::test_b', [0], 'skipped'), unrecorded),
    ).toEqual({});
    expect(byTest(ran('t.py::test_d', [0], 'xfailed'))).toEqual({ 't.py::test_d': [[0, 1]] });
  });

  it('leaves out numbers of no function', () => {
    expect(byTest(ran('t.py::test_a', [1, 7]))).toEqual({ 't.py::test_a': [[1, 1]] });
  });

  it('does not depend on the order in which tests ran', () => {
    const tests = ['a[1]', 'a[2]', 'b', 'c'].map((name, index) => ran(`t.py::test_${name}`, [index % 2]));
    fc.assert(
      fc.property(fc.shuffledSubarray(tests, { minLength: tests.length }), shuffled => {
        const [one, other] = [tests, shuffled].map(all =>
          associationOf({ tests: all, functions: FUNCTIONS }),
        );
        expect([...(other?.byTest ?? [])]).toEqual([...(one?.byTest ?? [])]);
      }),
    );
  });
});
