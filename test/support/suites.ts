import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createProcessSandbox } from '../../src/adapters/process/process-sandbox.js';
import type { Execution } from '../../src/domain/execution.js';
import type { FileTree } from '../../src/domain/files.js';
import { createHarness } from '../../src/harness/create-harness.js';
import type { Harness, SuiteRequest } from '../../src/harness/harness.js';
import type { Environment, Sandbox, SandboxLimits } from '../../src/ports/sandbox.js';
import { harnessProgram } from './harness-program.js';
import { sandboxSurroundings } from './sandbox-surroundings.js';

export const SUITE_LIMITS: SandboxLimits = {
  wallTimeMs: 60_000,
  memoryBytes: 1024 ** 3,
  processes: 64,
  diskBytes: 64 * 1024 ** 2,
  outputBytes: 64 * 1024,
};

/** Preparing an environment may install it from the package index. */
export const PREPARE_TIMEOUT_MS = 240_000;

/** A process sandbox whose environments are kept between runs, since each takes seconds to install. */
export function keptSandbox(): Sandbox {
  const folder = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'codeface-test');
  const temporaryDirectory = join(folder, 'tmp');
  mkdirSync(temporaryDirectory, { recursive: true });
  return createProcessSandbox({ dataDirectory: folder, temporaryDirectory, ...sandboxSurroundings() });
}

type SuiteFiles = Readonly<Record<string, string | Uint8Array>>;
type SuiteOptions = Partial<Omit<SuiteRequest, 'environment' | 'files'>>;

/** The harness on real pytest, with an environment prepared for it. */
export interface SuiteRunner {
  readonly harness: Harness;
  suite(files: SuiteFiles, options?: SuiteOptions): SuiteRequest;
  run(files: SuiteFiles, options?: SuiteOptions, limits?: Partial<SandboxLimits>): Promise<Execution>;
}

export async function suiteRunner(
  distributions: readonly string[] = [],
  sandbox: Sandbox = keptSandbox(),
): Promise<SuiteRunner> {
  const environment: Environment = await sandbox.prepare({ distributions });
  const harness = createHarness({ sandbox, program: harnessProgram(), nonce: randomUUID });
  const suite: SuiteRunner['suite'] = (files, options) => ({
    environment,
    files: tree(files),
    sourceRoots: [],
    targets: [],
    mustImport: [],
    testTimeoutMs: 20_000,
    ...options,
  });
  return {
    harness,
    suite,
    run: (files, options, limits) => harness.runSuite(suite(files, options), { ...SUITE_LIMITS, ...limits }),
  };
}

/** Lines of a source file. */
export function source(...lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

/** Outcome by node id. */
export function outcomes(execution: Execution): Readonly<Record<string, string>> {
  return Object.fromEntries(execution.tests.map(test => [test.id, test.outcome]));
}

function tree(files: SuiteFiles): FileTree {
  return new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? Buffer.from(content) : content,
    ]),
  );
}
