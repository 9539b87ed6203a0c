import type { Execution } from '../domain/execution.js';
import type { Finding } from '../domain/finding.js';
import { hasFailed } from './outcomes.js';

/** What two identical runs of one suite show. */
export interface Comparison {
  /** Node ids that failed and then did not, or were not there the second time. */
  readonly flaky: readonly string[];
  /** Node ids that only fared worse in the second run, which may be due to recording its lines. */
  readonly doubtful: readonly string[];
  readonly findings: readonly Finding[];
}

/** Compares a run with an identical one in which lines were recorded. */
export function compareRuns(first: Execution, second: Execution): Comparison {
  if (second.status !== 'completed') return { flaky: [], doubtful: [], findings: [incomplete(second)] };
  const again = new Map(second.tests.map(test => [test.id, test]));
  const differing = first.tests.filter(test => again.get(test.id)?.outcome !== test.outcome);
  const isDoubtful = (id: string) => again.has(id);
  return {
    flaky: differing.filter(test => !isDoubtful(test.id) || hasFailed(test)).map(({ id }) => id),
    doubtful: differing.filter(test => isDoubtful(test.id) && !hasFailed(test)).map(({ id }) => id),
    findings: [],
  };
}

/** The first run with the lines that its tests executed in the second. */
export function withLinesOf(first: Execution, second: Execution): Execution {
  if (second.status !== 'completed') return first;
  const lines = new Map(second.tests.map(test => [test.id, test.lines]));
  const tests = first.tests.map(test => {
    const executed = lines.get(test.id);
    return executed === undefined ? test : { ...test, lines: executed };
  });
  return { ...first, tests };
}

function incomplete({ status, detail }: Execution): Finding {
  return {
    kind: 'lines-not-recorded',
    subject: status,
    message: `The second run of the suite, which records lines, did not complete: ${detail}`,
    remedy: 'The first run stands; nothing is known of which lines each test executes.',
  };
}
