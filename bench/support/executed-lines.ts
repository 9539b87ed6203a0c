import type { FileTree } from '../../src/domain/files.js';
import type { RepositorySnapshot } from '../../src/domain/mined.js';
import { judgeSuite, type SuiteServices } from '../../src/suite.js';
import type { ReportedTest } from '../../src/suite/suite-report.js';
import { withoutItsDeclaration } from './installable.js';

/** A suite's tests with the lines that each executed. */
export interface RecordedSuite {
  readonly collected: number;
  readonly tests: readonly ReportedTest[];
}

const TEST_FILE = /(^|\/)(test_[^/]*|[^/]*_test)\.py$/;

/**
 * Runs the untouched suite of a tree and records lines. A suite whose lines are too many for one report is run half by
 * half, by its files; one that declares what has no wheel is run without it. Ends in a `CodefaceError` of code `sandbox` when the sandbox failed.
 */
export async function recordSuite(
  services: SuiteServices,
  tree: RepositorySnapshot,
  files: readonly string[] = testFilesOf(tree.files),
): Promise<RecordedSuite> {
  const report = await judgeSuite(services, { tree, recordsLines: true });
  const installable = withoutItsDeclaration(tree.files, report);
  if (installable !== undefined) return recordSuite(services, { ...tree, files: installable }, files);
  const { collected, tests } = report;
  const isRecorded = collected === 0 || tests.some(({ lines }) => lines !== undefined);
  if (isRecorded || files.length < 2) return { collected, tests };
  const middle = files.length >> 1;
  const halves: RecordedSuite[] = [];
  for (const part of [files.slice(0, middle), files.slice(middle)]) {
    const others = new Set(files.filter(path => !part.includes(path)));
    const kept = new Map([...tree.files].filter(([path]) => !others.has(path)));
    halves.push(await recordSuite(services, { ...tree, files: kept }, part));
  }
  return {
    collected: halves.reduce((sum, half) => sum + half.collected, 0),
    tests: halves.flatMap(half => half.tests),
  };
}

function testFilesOf(files: FileTree): readonly string[] {
  return [...files.keys()].filter(path => TEST_FILE.test(path)).sort();
}
