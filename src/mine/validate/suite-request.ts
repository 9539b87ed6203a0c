import { treeOf } from '../../domain/files.js';
import type { Component } from '../../domain/primitive.js';
import type { SuiteRequest } from '../../harness/harness.js';
import type { Environment, SandboxLimits } from '../../ports/sandbox.js';
import { moduleOfPath } from '../../python/module-paths.js';
import type { UsageExample } from '../describe/usage-examples.js';
import { contentKey } from '../identity.js';
import { exampleFile } from './example-file.js';

/** One component's carried tests are small; what needs more than this is no unit test. */
const TEST_TIMEOUT_MS = 45_000;
/** The carried tests pass so often, each time in another order, before anything else is asked of them. */
export const ORDERS = 3;
/** Enough that chance moves the score by less than a tenth as a rule; a component with fewer has all of its own run. */
const MUTANTS = 40;
const SEED_DIGITS = 12;

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
    targets: [...new Set(carriedTests.tests.map(({ path }) => path))],
    mustImport: [component.interface.module],
    ownModules: ownModules(component),
    testTimeoutMs: TEST_TIMEOUT_MS,
  };
}

/**
 * The same, put to everything that validation asks: other orders, the candidates for a usage example, dummies and
 * mutants. What is drawn is drawn from the component's content, so that it is the same whenever it is validated.
 */
export function trialRequest(
  component: Component,
  environment: Environment,
  examples: readonly UsageExample[],
): SuiteRequest {
  const plain = suiteRequest(component, environment);
  const seed = contentKey(component);
  const exampleFiles = examples.map(exampleFile);
  return {
    ...plain,
    files: new Map([...plain.files, ...treeOf(exampleFiles)]),
    trial: {
      orders: Array.from({ length: ORDERS }, (_, n) =>
        Number.parseInt(seed.slice(n * SEED_DIGITS, (n + 1) * SEED_DIGITS), 16),
      ),
      implementation: pythonFiles(component),
      home: homeOf(component),
      seed,
      mutants: MUTANTS,
      examples: exampleFiles.map(({ path }) => path),
    },
  };
}

/** The modules of a component's implementation, by the names under which its tests import them. */
function ownModules(component: Component): readonly string[] {
  return pythonFiles(component).flatMap(path => moduleOfPath(path, rootsOf(component)) ?? []);
}

/** The file of what a component exports. */
function homeOf(component: Component): string {
  const { module } = component.interface;
  return pythonFiles(component).find(path => moduleOfPath(path, rootsOf(component)) === module) ?? '';
}

function rootsOf({ sourceRoot }: Component): readonly string[] {
  return sourceRoot === '' ? [''] : [sourceRoot, ''];
}

function pythonFiles({ implementation }: Component): readonly string[] {
  return implementation.map(({ path }) => path).filter(path => path.endsWith('.py'));
}

/** Everything that must be installed to run a component's carried tests. */
export function installedFor({ dependencies }: Pick<Component, 'dependencies'>): readonly string[] {
  return [...dependencies.distributions, ...(dependencies.testDistributions ?? [])].sort();
}
