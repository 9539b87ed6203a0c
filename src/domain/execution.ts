import type { Isolation, Trial } from './validation.js';

export type TestOutcome = 'passed' | 'failed' | 'error' | 'skipped' | 'xfailed' | 'xpassed';

export interface TraceFrame {
  /** Relative to the suite's root where it lies in it, else as Python gave it. */
  readonly path: string;
  readonly line: number;
  readonly functionName: string;
}

export interface TestResult {
  /** pytest node id, relative to the suite's root; `ci::NAME` for a check of the target's own CI. */
  readonly id: string;
  readonly outcome: TestOutcome;
  readonly durationMs: number;
  /** Exception type, e.g. `AssertionError`; absent when it passed. */
  readonly errorType?: string;
  /** First line of the error, or the skip reason. */
  readonly message?: string;
  /** Outermost first. */
  readonly trace?: readonly TraceFrame[];
  /** It fails when its file is run alone, and passes where the suite's other files are imported as well. */
  readonly leansOnOthers?: boolean;
  /** What it executed of the tree, when lines were recorded. */
  readonly lines?: readonly ExecutedLines[];
  /** Numbers in `Execution.functions` of what it entered, in order, when that was recorded. */
  readonly entered?: readonly number[];
  /** It entered more than is told. */
  readonly entersMore?: boolean;
}

/** A function or method by its file and its first line, which is that of its first decorator. */
export type FunctionPlace = readonly [path: string, line: number];

/** Lines of one file, as inclusive 1-based ranges in order: `[[1, 3], [7, 7]]`. */
export interface ExecutedLines {
  readonly path: string;
  readonly ranges: readonly (readonly [number, number])[];
}

/** A test file (or conftest) that could not be collected. */
export interface CollectionError {
  readonly path: string;
  readonly errorType: string;
  readonly message: string;
  readonly trace: readonly TraceFrame[];
}

/** `untrusted`: ids, counts, exit status, signatures and canaries contradict one another, so nothing it says counts. */
export type ExecutionStatus = 'completed' | 'timed-out' | 'crashed' | 'untrusted' | 'environment-fault';

/** o: what one run of a suite gave (Code Primitives, appendix F.2), complete enough to replay. */
export interface Execution {
  readonly status: ExecutionStatus;
  /** Why it is not `completed`; empty otherwise. */
  readonly detail: string;
  readonly command: readonly string[];
  /** The sandbox's, or `ci` for what the target's own CI says of a commit. */
  readonly driver: string;
  readonly environment: string;
  /** Of the image, or of what determined the environment. */
  readonly digest: string;
  /** Variables that fix what is random in a run. */
  readonly seeds: Readonly<Record<string, string>>;
  readonly interpreter: string;
  readonly distributions: readonly string[];
  readonly exitCode: number | null;
  readonly tests: readonly TestResult[];
  readonly collectionErrors: readonly CollectionError[];
  /** Those of the tree that any test entered, by path and line, when that was recorded. */
  readonly functions?: readonly FunctionPlace[];
  /** Output's head and tail, at most 16 KiB together. */
  readonly output: string;
  readonly durationMs: number;
  /** How its processes came to be; absent when nothing was started. */
  readonly isolation?: Isolation;
  /** What it was put to once it passed; absent when nobody asked, or it did not pass. */
  readonly trial?: Trial;
}

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly skipped: number;
}

/** Counts as a person reads them: an expected failure is skipped, an unexpected pass is passed. */
export function countTests(execution: Pick<Execution, 'tests' | 'collectionErrors'>): TestCounts {
  const of = (...outcomes: TestOutcome[]) =>
    execution.tests.filter(test => outcomes.includes(test.outcome)).length;
  return {
    passed: of('passed', 'xpassed'),
    failed: of('failed'),
    errors: of('error') + execution.collectionErrors.length,
    skipped: of('skipped', 'xfailed'),
  };
}

const CHECK = 'ci::';

/** The id under which a check of the target's own CI stands among tests. */
export function checkId(name: string): string {
  return CHECK + name;
}

/** Whether an id is that of a check: no test file lies directly at `ci`. */
export function isCheckId(id: string): boolean {
  return id.startsWith(CHECK);
}

/** A node id without its parameters: `t.py::test_a[1-x]` is `t.py::test_a`. A check has none. */
export function testBaseId(id: string): string {
  if (isCheckId(id)) return id;
  const bracket = id.indexOf('[', id.indexOf('::') + 2);
  return bracket < 0 ? id : id.slice(0, bracket);
}
