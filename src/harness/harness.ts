import type { Execution } from '../domain/execution.js';
import type { FileTree } from '../domain/files.js';
import type { Environment, SandboxLimits } from '../ports/sandbox.js';

/** Whom files that fail alone may lean on: whatever is imported beside a test can sway it. */
export interface Company {
  /** The test files that are imported; all when absent. */
  readonly files?: readonly string[];
  /** Node ids of the tests that may pass so; all when absent. */
  readonly tests?: readonly string[];
}

/** What a component's suite is put to once it passes (`Trial` says what comes of it). */
export interface TrialRequest {
  /** One run of the suite for each, the first being the suite's own: numbers from which an order is drawn. */
  readonly orders: readonly number[];
  /** The component's Python files, which dummies and mutants change; the tests and the runner stay as they are. */
  readonly implementation: readonly string[];
  /** The one of them that defines what the component exports: what no test comes to there counts as well. */
  readonly home: string;
  /** From which the mutants are drawn, so that the same component gets the same. */
  readonly seed: string;
  /** So many mutants at most; fewer when there are no more. */
  readonly mutants: number;
  /** Test files of the tree that are no targets: each runs a usage example, until one passes. */
  readonly examples: readonly string[];
}

/** One suite, or part of one, as it is to be run. */
export interface SuiteRequest {
  readonly environment: Environment;
  /** The whole tree the suite runs in. */
  readonly files: FileTree;
  /** Folders of the tree put on `sys.path` first, e.g. `['src']`; the root itself is always there. */
  readonly sourceRoots: readonly string[];
  /** Files or node ids to run, relative to the tree; empty runs what pytest finds by the project's own settings. */
  readonly targets: readonly string[];
  /** Dotted modules that must import, from the tree, before anything is run. */
  readonly mustImport: readonly string[];
  /** Longest time one test may take. */
  readonly testTimeoutMs: number;
  /** Variables of the suite's processes; what the harness sets itself wins. */
  readonly environmentVariables?: Readonly<Record<string, string>>;
  /**
   * Files that fail in their own process are run once more beside others, imported as when a whole suite is run.
   * Nothing is when absent.
   */
  readonly company?: Company;
  /** Words for pytest after the harness's own, e.g. of the project's configured command. */
  readonly arguments?: readonly string[];
  /** Metadata of the project as if it were installed (`NAME-VERSION.dist-info/…`), on `sys.path` right after the tree. */
  readonly metadata?: FileTree;
  /** Also record which lines of the tree each test executes, which costs time. */
  readonly recordsLines?: boolean;
  /** Also record which functions of the tree each test enters, which costs less. */
  readonly recordsFunctions?: boolean;
  /** Dotted modules that have to come from the tree in every process whose tests load them, and not be pytest's too. */
  readonly ownModules?: readonly string[];
  /** Start a fresh interpreter for every process, as a run without the server that forks would. */
  readonly isCold?: boolean;
  /** Puts a suite to more once it passes. */
  readonly trial?: TrialRequest;
}

/** Runs suites in a sandbox and reads them. Ends in a `CodefaceError` of code `sandbox` when the driver failed. */
export interface Harness {
  /** Of all that decides what is said of a suite: another harness may say otherwise of the same one. */
  readonly version?: string;
  /** One suite in a sandbox of its own. */
  runSuite(request: SuiteRequest, limits: SandboxLimits): Promise<Execution>;
  /**
   * Many small suites of one repository in one sandbox, each in a folder and processes of its own, in the
   * order given. `onDone` is told after each sandbox round how many are finished.
   */
  runEach(
    requests: readonly SuiteRequest[],
    limits: SandboxLimits,
    onDone?: (finished: number) => void,
  ): Promise<readonly Execution[]>;
}
