import type { ChangeSet } from '../domain/change-set.js';
import type { Execution, TestResult } from '../domain/execution.js';
import { fileBytes, type FileTree } from '../domain/files.js';
import type { Finding } from '../domain/finding.js';
import type { Round, SuiteBaseline } from '../domain/run.js';
import type { Company, Harness, SuiteRequest } from '../harness/harness.js';
import type { Environment, SandboxLimits } from '../ports/sandbox.js';
import { projectMetadata, versionFiles } from '../python/declarations/index.js';
import { importableNames } from '../python/importable-names.js';
import { broughtFindings, broughtPlugins, withoutPlugins } from './guard/brought-plugins.js';
import { compareRuns, withLinesOf } from './compare-runs.js';
import { guardTree, type GuardedTree } from './guard/guard-tree.js';
import { judge, type Reference } from './judge.js';
import { isAsGood } from './outcomes.js';

/** Limits of the published design: a suite 900 s, a test 180 s, 45 s after a timed-out round (appendix F.2). */
const SUITE_TIMEOUT_MS = 900_000;
const TEST_TIMEOUT_MS = 180_000;
const TEST_TIMEOUT_AFTER_TIMEOUT_MS = 45_000;
/** Times that a failure which may be chance is run again before it counts. */
const MOST_RERUNS = 3;
const MIB = 1024 * 1024;

const SUITE_LIMITS: SandboxLimits = {
  wallTimeMs: SUITE_TIMEOUT_MS,
  memoryBytes: 2048 * MIB,
  processes: 256,
  diskBytes: 1024 * MIB,
  outputBytes: 4 * MIB,
};

/** The suite of a target, by its own settings or its configured command. */
export interface ExecutionInput {
  readonly environment: Environment;
  /** The untouched commit: its tests and test settings are those that count. */
  readonly target: FileTree;
  readonly sourceRoots: readonly string[];
  /** Of the configured command; empty runs what pytest finds. */
  readonly targets?: readonly string[];
  /** Words for pytest, of the configured command. */
  readonly arguments?: readonly string[];
  /** That the project sets for its suite. */
  readonly environmentVariables?: Readonly<Record<string, string>>;
  /** Every run records which lines each test executes, not the second of the baseline alone. */
  readonly recordsLines?: boolean;
  /** Earlier rounds, for the tightened limit. */
  readonly rounds?: readonly Round[];
}

/** A suite that was run on a change. */
export interface Executed {
  /** `untrusted` also when the change held what may be in no verdict. */
  readonly execution: Execution;
  /** Tests that failed, and passed when only their files were run again. */
  readonly flaky: ReadonlySet<string>;
  /** What was put back or left out before it ran. */
  readonly findings: readonly Finding[];
}

/** The suite once, as the tree is. Ends in a `CodefaceError` of code `sandbox` when the driver failed. */
export async function execute(harness: Harness, input: ExecutionInput): Promise<Execution> {
  return run(harness, input, input.target, { company: {} });
}

/**
 * The suite on the untouched commit, twice: what differs between the runs is flaky. The second also records the lines
 * of each test; one that only fails while they are recorded is run again without, up to three times, before it counts.
 * When the second does not complete, the first stands and a finding says so. Ends in a `CodefaceError` of code
 * `sandbox` when the driver failed.
 */
export async function establishBaseline(harness: Harness, input: ExecutionInput): Promise<SuiteBaseline> {
  const first = await execute(harness, input);
  if (first.status !== 'completed') return { execution: first, flaky: [], findings: [] };
  const second = await run(harness, input, input.target, { recordsLines: true, company: {} });
  const { flaky, doubtful, findings } = compareRuns(first, second);
  const before = new Map(first.tests.map(test => [test.id, test]));
  const differing = await rerun(harness, input, input.target, doubtful, test => {
    return test.outcome !== before.get(test.id)?.outcome;
  });
  return { execution: withLinesOf(first, second), flaky: [...flaky, ...differing], findings };
}

/**
 * EXECUTE (Code Primitives, section 3.4): the target's own suite on a changed tree, under the tamper guard. Tests of
 * the baseline that would count as newly failing are run again, up to three times, only their files: one that is then as
 * good as before is flaky. Required and delivered tests are never excused so, and a run that did not complete, or cannot
 * be trusted, is what it is. Ends in a `CodefaceError` of code `sandbox` when the driver failed.
 */
export async function executeChange(
  harness: Harness,
  input: ExecutionInput,
  changed: FileTree,
  baseline: Reference,
): Promise<Executed> {
  const guarded = guardTree(input.target, changed, {
    installed: importableNames(input.environment.distributions),
  });
  const { tree } = guarded;
  const company = companyOf(baseline.execution, input.target, tree);
  const brought = broughtPlugins(input.environment, baseline.execution);
  const words = [...withoutPlugins(brought), ...(input.arguments ?? [])];
  const own = { ...input, arguments: words };
  const findings = [...guarded.findings, ...broughtFindings(brought)];
  const execution = distrusted(await run(harness, own, tree, { company }), guarded);
  if (execution.status !== 'completed') return { execution, flaky: new Set(), findings };
  const before = new Map(baseline.execution.tests.map(test => [test.id, test]));
  const { newlyFailing } = judge(baseline, execution, { isCovered: true, constraintsHold: true });
  const doubtful = newlyFailing.filter(id => before.has(id));
  const flaky = await rerun(harness, own, tree, doubtful, test => {
    const was = before.get(test.id);
    return was !== undefined && isAsGood(test, was);
  });
  return { execution, flaky, findings };
}

/** The target's tree with a change made to it. */
export function applyChangeSet(target: FileTree, changeSet: ChangeSet | undefined): FileTree {
  const tree = new Map(target);
  for (const path of changeSet?.deletes ?? []) tree.delete(path);
  for (const file of changeSet?.writes ?? []) tree.set(file.path, fileBytes(file));
  return tree;
}

/** Of the given tests, those for which one of up to three runs of their files shows what is looked for. */
async function rerun(
  harness: Harness,
  input: ExecutionInput,
  tree: FileTree,
  ids: readonly string[],
  isShown: (test: TestResult) => boolean,
): Promise<ReadonlySet<string>> {
  const open = new Set(ids);
  const shown = new Set<string>();
  for (let time = 0; time < MOST_RERUNS && open.size > 0; time += 1) {
    const targets = [...new Set([...open].map(id => id.split('::', 1)[0] ?? id))];
    const again = await run(harness, input, tree, { targets });
    if (again.status !== 'completed') continue;
    for (const test of again.tests) if (isShown(test) && open.delete(test.id)) shown.add(test.id);
  }
  return shown;
}

function run(
  harness: Harness,
  { environment, sourceRoots, targets = [], arguments: words = [], ...input }: ExecutionInput,
  files: FileTree,
  over: Pick<Partial<SuiteRequest>, 'targets' | 'recordsLines' | 'company'> = {},
): Promise<Execution> {
  const hasTimedOut = (input.rounds ?? []).some(({ execution }) => execution.status === 'timed-out');
  const metadata = projectMetadata(files);
  const request: SuiteRequest = {
    environment,
    files: new Map([...versionFiles(files, metadata), ...files]),
    sourceRoots,
    targets,
    mustImport: [],
    testTimeoutMs: hasTimedOut ? TEST_TIMEOUT_AFTER_TIMEOUT_MS : TEST_TIMEOUT_MS,
    arguments: words,
    environmentVariables: input.environmentVariables ?? {},
    metadata,
    recordsLines: input.recordsLines ?? false,
    ...over,
  };
  return harness.runSuite(request, SUITE_LIMITS);
}

/** Only what leant on others at the base may do so on a change, and only on files of the base: a new one could sway it. */
function companyOf({ tests }: Execution, base: FileTree, tree: FileTree): Company {
  const leaning = tests.filter(({ leansOnOthers }) => leansOnOthers === true).map(({ id }) => id);
  const isKept = (path: string) => base.has(path) && sameBytes(base.get(path), tree.get(path));
  return { tests: leaning, files: leaning.length === 0 ? [] : [...tree.keys()].filter(isKept) };
}

function sameBytes(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;
}

/** A change that holds what was refused is not believed, whatever its suite says. */
function distrusted(execution: Execution, { refused, findings }: GuardedTree): Execution {
  if (!refused) return execution;
  const reasons = findings.filter(({ kind }) => kind === 'refused').map(({ message }) => message);
  return { ...execution, status: 'untrusted', detail: reasons.slice(0, 3).join(' ') };
}
