import {
  testBaseId,
  type Execution,
  type FunctionPlace,
  type TestOutcome,
  type TestResult,
} from '../domain/execution.js';

/**
 * Implementation–test association by execution (Code Primitives, section 3.3): which functions of a repository each test of
 * its own suite entered when the suite was run. A set for each test, so that neither times nor orders are in it.
 */
export interface Association {
  /** By number, sorted by path and line. */
  readonly functions: readonly FunctionPlace[];
  /** By id without parameters, in order of ids. */
  readonly byTest: ReadonlyMap<string, readonly EnteredFunction[]>;
}

export interface EnteredFunction {
  /** In `functions`. */
  readonly number: number;
  /** Of the runs of the test, one for each of its parameters, those that entered it: above 0, at most 1. */
  readonly share: number;
}

const WELL: ReadonlySet<TestOutcome> = new Set(['passed', 'xpassed', 'xfailed']);

/** What a recorded run tells; a test that fails in its own repository is no evidence. */
export function associationOf({
  tests,
  functions = [],
}: Pick<Execution, 'tests' | 'functions'>): Association {
  const runs = new Map<string, TestResult[]>();
  for (const test of tests) {
    if (!WELL.has(test.outcome) || test.entered === undefined) continue;
    const id = testBaseId(test.id);
    const known = runs.get(id);
    if (known === undefined) runs.set(id, [test]);
    else known.push(test);
  }
  const inOrder = [...runs].sort(([a], [b]) => (a < b ? -1 : 1));
  return { functions, byTest: new Map(inOrder.map(([id, own]) => [id, enteredBy(own, functions.length)])) };
}

function enteredBy(runs: readonly TestResult[], functions: number): readonly EnteredFunction[] {
  const times = new Map<number, number>();
  for (const { entered = [] } of runs)
    for (const number of new Set(entered))
      if (number < functions) times.set(number, (times.get(number) ?? 0) + 1);
  return [...times]
    .sort(([a], [b]) => a - b)
    .map(([number, count]) => ({ number, share: count / runs.length }));
}
