import type { CollectionError, Execution, TestResult } from '../../src/domain/execution.js';
import { decodeUtf8 } from '../../src/domain/files.js';
import type { Trial } from '../../src/domain/validation.js';
import type { Harness, SuiteRequest, TrialRequest } from '../../src/harness/harness.js';

/** What a suite did, as far as a test wants to say it; the rest of an execution is made up. */
export interface Told {
  readonly tests?: readonly TestResult[];
  readonly collectionErrors?: readonly CollectionError[];
  readonly status?: Execution['status'];
  readonly detail?: string;
  readonly trial?: Partial<Trial>;
}

/**
 * A harness that runs nothing: every top-level test function and every method of a test class in the targets
 * passes, unless the teller says otherwise. It keeps what it was asked to run.
 */
export function createFakeHarness(
  tell: (request: SuiteRequest, passing: readonly TestResult[]) => Told = () => ({}),
): Harness & { readonly requests: readonly SuiteRequest[] } {
  const requests: SuiteRequest[] = [];
  const execute = (request: SuiteRequest): Execution => {
    requests.push(request);
    const passing = request.targets.flatMap(path => passingTests(path, request));
    const told = tell(request, passing);
    const tests = told.tests ?? passing;
    const collectionErrors = told.collectionErrors ?? [];
    const trial = request.trial === undefined ? undefined : wellTried(request.trial, tests);
    const isGreen = tests.every(({ outcome }) => outcome === 'passed') && collectionErrors.length === 0;
    return {
      status: told.status ?? 'completed',
      detail: told.detail ?? '',
      command: [],
      driver: 'fake',
      environment: request.environment.id,
      digest: request.environment.digest,
      seeds: {},
      interpreter: request.environment.interpreter,
      distributions: request.environment.distributions,
      exitCode: isGreen ? 0 : 1,
      tests,
      collectionErrors,
      output: '',
      durationMs: 1,
      isolation: 'forked',
      ...(isGreen && trial !== undefined && { trial: { ...trial, ...told.trial } }),
    };
  };
  return {
    requests,
    runSuite: async request => execute(request),
    runEach: async (all, _limits, onDone) => {
      const executions = all.map(execute);
      onDone?.(executions.length);
      return executions;
    },
  };
}

/** What a suite gives that passes in every order, fails on the dummies and kills its only mutant. */
function wellTried({ orders, examples, implementation }: TrialRequest, tests: readonly TestResult[]): Trial {
  const mutant = { line: 1, operator: 'constant', reached: true, killer: 'test' };
  return {
    passes: orders.length,
    unstable: [],
    detail: '',
    examples: examples.slice(0, 1).map(path => ({ path, passed: true, message: '' })),
    passing: tests.map(({ id }) => id),
    dummies: { raises: [], nothing: [] },
    lines: { all: 10, executed: 9 },
    drawn: 1,
    mutants: implementation.slice(0, 1).map(path => ({ path, ...mutant })),
  };
}

function passingTests(path: string, { files }: SuiteRequest): readonly TestResult[] {
  const results: TestResult[] = [];
  let owner = '';
  for (const line of (decodeUtf8(files.get(path) ?? new Uint8Array()) ?? '').split(/\r?\n/)) {
    const [, indent, kind, name] = /^(\s*)(?:async )?(def|class) (\w+)/.exec(line) ?? [];
    if (indent === undefined || name === undefined) continue;
    if (kind === 'class') owner = name;
    else if (name.startsWith('test') && (indent === '' || owner !== ''))
      results.push({
        id: [path, ...(indent === '' ? [] : [owner]), name].join('::'),
        outcome: 'passed',
        durationMs: 1,
      });
  }
  return results;
}
