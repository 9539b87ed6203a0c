import { posix } from 'node:path';
import type { AdaptationProposal } from '../domain/adaptation.js';
import { treeOf, type StoredFile } from '../domain/files.js';
import type { Primitive } from '../domain/primitive.js';
import type { CapabilityRequirement } from '../domain/requirement.js';
import type { SuiteRequest } from '../harness/harness.js';
import type { Environment, SandboxLimits } from '../ports/sandbox.js';
import { distributionName } from '../python/distribution-name.js';

const MIB = 1024 * 1024;

/** A component's own tests are small; what needs more than this is no component. */
export const CARRIED_LIMITS: SandboxLimits = {
  wallTimeMs: 180_000,
  memoryBytes: 1024 * MIB,
  processes: 128,
  diskBytes: 256 * MIB,
  outputBytes: MIB,
};
const TEST_TIMEOUT_MS = 60_000;

/**
 * The retained tests of a proposal as a suite of their own: the proposal's files and nothing of the target but the
 * packages it lies in.
 */
export function carriedSuite(
  proposal: AdaptationProposal,
  requirement: CapabilityRequirement,
  environment: Environment,
): SuiteRequest {
  const sourceRoot = sourceRootOf(requirement);
  const files = [...proposal.files, ...proposal.testFiles];
  const targets = proposal.carriedTests.flatMap(({ adaptedId }) => adaptedId ?? []);
  return {
    environment,
    files: treeOf([...packageMarkers(requirement.path, sourceRoot), ...files]),
    sourceRoots: sourceRoot === '' ? [] : [sourceRoot],
    targets: [...new Set(targets)],
    mustImport: [requirement.module],
    testTimeoutMs: TEST_TIMEOUT_MS,
  };
}

/**
 * What the tests are run with: what the primitive and its tests need, each also held to what the target says of it,
 * so that they pass on the versions that the target has.
 */
export function distributionsFor(
  primitive: Primitive,
  requirement: CapabilityRequirement,
): readonly string[] {
  const { distributions, testDistributions = [] } = primitive.dependencies;
  const own = [...distributions, ...testDistributions];
  const names = new Set(own.map(distributionName));
  const shared = requirement.mayAssume.filter(declared => names.has(distributionName(declared)));
  return [...new Set([...own, ...shared])].sort();
}

/** The folder that the module's dotted name starts in, `''` for the root. */
export function sourceRootOf({ module, path }: Pick<CapabilityRequirement, 'module' | 'path'>): string {
  const suffix = module.replaceAll('.', '/');
  const place = path.replace(/(\/__init__)?\.py$/, '');
  return place.endsWith(`/${suffix}`) ? place.slice(0, -suffix.length - 1) : '';
}

function packageMarkers(path: string, sourceRoot: string): readonly StoredFile[] {
  const markers: StoredFile[] = [];
  for (
    let folder = posix.dirname(path);
    folder !== '.' && folder !== sourceRoot;
    folder = posix.dirname(folder)
  )
    markers.push({ path: `${folder}/__init__.py`, encoding: 'utf8', content: '' });
  return markers;
}
