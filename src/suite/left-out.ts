import type { SuiteReport } from './suite-report.js';

/** What pytest collects tests from or asks for fixtures and hooks, by the names that it has unless it is told others. */
const TEST_FILE = /(^|\/)(test[^/]*|[^/]*_test|conftest)\.py$/;
const MOST_NAMED = 5;
const REMEDY =
  'Make them plain files of at most 5 MiB with names in UTF-8 inside the repository, or remove them.';

/**
 * Tells what was not read of the trees that a report is about. A test file among them could have failed, so that a suite
 * without it shows nothing: what was green is red.
 */
export function tellLeftOut(report: SuiteReport, leftOut: readonly string[]): SuiteReport {
  if (leftOut.length === 0) return report;
  const tests = leftOut.filter(path => TEST_FILE.test(path));
  // Tests first: they are what decides.
  const paths = [...new Set([...tests, ...leftOut])];
  const named = paths.slice(0, MOST_NAMED).map(path => JSON.stringify(path));
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  const decides = tests.length > 0 ? ' Tests are among them, so the suite is not green.' : '';
  const message = `The suite ran without files that were not read, being too large, links that lead away, submodules, or unreadable: ${named.join(', ')}${more}.${decides}`;
  return {
    ...report,
    verdict: report.verdict === 'green' && tests.length > 0 ? 'red' : report.verdict,
    findings: [...report.findings, { kind: 'left-out', message, remedy: REMEDY }],
  };
}
