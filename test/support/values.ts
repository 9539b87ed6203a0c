import type { Adaptation } from '../../src/domain/adaptation.js';
import type { Execution, TestResult } from '../../src/domain/execution.js';
import type { FileTree } from '../../src/domain/files.js';
import type { Primitive } from '../../src/domain/primitive.js';
import type { CapabilityRequirement } from '../../src/domain/requirement.js';
import type { Round } from '../../src/domain/run.js';

/** Small complete values for tests; each takes what the test is about. */

export function treeOfTexts(texts: Readonly<Record<string, string>>): FileTree {
  return new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));
}

export function requirement(over: Partial<CapabilityRequirement> = {}): CapabilityRequirement {
  const module = over.module ?? 'shop.prices';
  return {
    id: `r:${module}`,
    module,
    path: `${module.replaceAll('.', '/')}.py`,
    exports: [{ name: 'net_price', kind: 'function' }],
    behaviour: '',
    mayAssume: [],
    dependsOn: [],
    origin: 'request-interface',
    retrievalRequest: 'net price',
    ...over,
  };
}

export function primitive(over: Partial<Primitive> = {}): Primitive {
  return {
    id: 'cf-000000000001',
    name: 'donor/prices.net',
    implementation: [{ path: 'donor/prices.py', encoding: 'utf8', content: 'def net(): ...\n' }],
    sourceRoot: '',
    interface: { module: 'donor.prices', exports: [{ name: 'net', kind: 'function' }], behaviour: '' },
    dependencies: { distributions: [], standardLibrary: [], environmentVariables: [], systemTools: [] },
    carriedTests: { tests: [], files: [] },
    provenance: {
      repository: 'acme/donor',
      commit: '0123456789abcdef0123456789abcdef01234567',
      ranges: [{ path: 'donor/prices.py', startLine: 1, endLine: 1 }],
      licence: 'MIT',
      licenceText: 'MIT License',
      copyright: ['Copyright 2026 Acme'],
      channel: 'mined',
    },
    ...over,
  };
}

export function adaptation(over: Partial<Adaptation> = {}): Adaptation {
  const donor = primitive();
  return {
    requirementId: 'r:shop.prices',
    primitiveId: donor.id,
    status: 'adapted',
    reason: '',
    mapping: { exports: [{ from: 'net', to: 'net_price', parameters: [] }] },
    files: [{ path: 'shop/prices.py', encoding: 'utf8', content: 'def net_price():\n    return 1\n' }],
    interface: donor.interface,
    dependencies: donor.dependencies,
    outgoing: [],
    carriedTests: [],
    testFiles: [],
    provenance: donor.provenance,
    validation: { passed: 1, failed: 0, errors: 0, skipped: 0, diagnostics: [], durationMs: 1 },
    ...over,
  };
}

export function test(
  id: string,
  outcome: TestResult['outcome'] = 'passed',
  over: Partial<TestResult> = {},
): TestResult {
  return { id, outcome, durationMs: 1, ...over };
}

export function execution(over: Partial<Execution> = {}): Execution {
  return {
    status: 'completed',
    detail: '',
    command: ['python', '-m', 'pytest'],
    driver: 'process',
    environment: 'environment',
    digest: 'sha256:1',
    seeds: { PYTHONHASHSEED: '0' },
    interpreter: '3.11.2',
    distributions: [],
    exitCode: 0,
    tests: [],
    collectionErrors: [],
    output: '',
    durationMs: 1,
    ...over,
  };
}

export function round(over: Partial<Round> = {}): Round {
  return {
    index: 1,
    plan: { requirements: [requirement()] },
    assessments: [],
    activation: { activations: [], uncovered: [] },
    adaptations: [adaptation()],
    unsuccessful: [],
    rejections: [],
    integration: { changeSet: { writes: [], deletes: [] }, violations: [], owners: [] },
    execution: execution(),
    judgement: {
      green: false,
      requiredPassing: [],
      requiredFailing: ['t.py::test_a'],
      newlyFailing: [],
      missing: [],
      alreadyFailing: [],
      flaky: [],
      standings: [],
    },
    diagnosis: {
      verdict: 'fail',
      failures: [],
      findings: [],
      guidance: [],
      summary: '1 of 1 required tests fail.',
    },
    counts: { passed: 0, failed: 1, errors: 0, skipped: 0 },
    commit: 'c'.repeat(40),
    tokens: 0,
    costUsd: 0,
    durationMs: 1,
    ...over,
  };
}
