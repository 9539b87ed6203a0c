import type { Execution } from '../../src/domain/execution.js';
import type { BuildRequest, Round, RunOutcome } from '../../src/domain/run.js';
import type { RunRecord } from '../../src/ports/run-store.js';

export const sampleRequest: BuildRequest = {
  repository: 'acme/shop',
  issue: 7,
  title: 'Retries',
  body: 'Needs `retry`.',
  requestedBy: 'ada',
};

export const sampleExecution: Execution = {
  status: 'completed',
  detail: '',
  command: ['python', '-m', 'pytest'],
  driver: 'docker',
  environment: 'env-1',
  digest: 'sha256:1',
  seeds: { PYTHONHASHSEED: '0' },
  interpreter: '3.11.2',
  distributions: ['pytest==8.3.3'],
  exitCode: 0,
  tests: [{ id: 'tests/test_a.py::test_a', outcome: 'passed', durationMs: 3 }],
  collectionErrors: [],
  output: '1 passed',
  durationMs: 400,
};

/** What a run starts with. */
export function sampleStart(
  id: string,
): Omit<RunRecord, 'baseline' | 'rounds' | 'stopRequested' | 'outcome'> {
  return {
    id,
    request: sampleRequest,
    baseCommit: 'a'.repeat(40),
    librarySnapshot: 3,
    branch: 'codeface/issue-1',
    startedAtMs: 1_000,
  };
}

/** A round in which nothing happened but a run of the suite. */
export function sampleRound(index: number, commit?: string): Round {
  return {
    index,
    plan: { requirements: [] },
    assessments: [],
    activation: { activations: [], uncovered: [] },
    adaptations: [],
    unsuccessful: [],
    rejections: [],
    integration: { changeSet: { writes: [], deletes: [] }, violations: [], owners: [] },
    execution: sampleExecution,
    judgement: {
      green: true,
      requiredPassing: ['tests/test_a.py::test_a'],
      requiredFailing: [],
      newlyFailing: [],
      missing: [],
      alreadyFailing: [],
      flaky: [],
      standings: [],
    },
    diagnosis: { verdict: 'pass', failures: [], findings: [], guidance: [], summary: 'All pass.' },
    counts: { passed: 1, failed: 0, errors: 0, skipped: 0 },
    ...(commit === undefined ? {} : { commit }),
    tokens: 0,
    costUsd: 0,
    durationMs: 1_500,
  };
}

/** A green ending. */
export function sampleOutcome(runId: string, rounds: readonly Round[]): RunOutcome {
  return {
    runId,
    outcome: 'green',
    reason: 'green',
    detail: 'Every required test passes.',
    rounds,
    notes: [],
    commits: [],
    costUsd: 0,
    durationMs: 9_000,
  };
}
