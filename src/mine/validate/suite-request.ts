import { treeOf } from '../../domain/files.js';
import type { Component } from '../../domain/primitive.js';
import type { SuiteRequest } from '../../harness/harness.js';
import type { Environment, SandboxLimits } from '../../ports/sandbox.js';

/** One component's carried tests are small; what needs more than this is no unit test. */
const TEST_TIMEOUT_MS = 45_000;

/** What a sandbox full of components may use. */
export const ALONE_LIMITS: SandboxLimits = {
  wallTimeMs: 900_000,
  memoryBytes: 2 * 1024 ** 3,
  processes: 256,
  diskBytes: 512 * 1024 ** 2,
  outputBytes: 1024 ** 2,
};

/** A component alone: its implementation and its carried tests in a folder, and nothing else. */
export function suiteRequest(component: Component, environment: Environment): SuiteRequest {
  const { implementation, carriedTests, sourceRoot } = component;
  return {
    environment,
    files: treeOf([...implementation, ...carriedTests.files]),
    sourceRoots: sourceRoot === '' ? [] : [sourceRoot],
    targets: carriedTests.files.map(({ path }) => path),
    mustImport: [component.interface.module],
    testTimeoutMs: TEST_TIMEOUT_MS,
  };
}

/** Everything that must be installed to run a component's carried tests. */
export function installedFor({ dependencies }: Pick<Component, 'dependencies'>): readonly string[] {
  return [...dependencies.distributions, ...(dependencies.testDistributions ?? [])].sort();
}

/** The name of a set of requirements, whatever their order. */
export function environmentKey(distributions: readonly string[]): string {
  return [...new Set(distributions)].sort().join('\n');
}
