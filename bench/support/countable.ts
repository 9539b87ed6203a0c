import type { RepositorySnapshot } from '../../src/domain/mined.js';
import type { Primitive } from '../../src/domain/primitive.js';
import { rootOf } from '../../src/mine/components/boundary.js';
import { capabilitiesOf, type Capability } from '../../src/mine/components/capabilities.js';
import { cutOut } from '../../src/mine/cut/cut-out.js';
import { LARGEST_SHARE } from '../../src/mine/draft-plan.js';
import { readModules } from '../../src/mine/read/read-modules.js';
import { isImplementation } from '../../src/mine/roles.js';
import { repositoryGraph } from '../../src/mine/survey.js';
import { PRESENCE } from '../../src/python/slicing/name-needs.js';
import type { DependenceGraph } from '../../src/python/slicing/dependence-graph.js';

/** The imports of tests and what validation added make a primitive so much larger than its closure, at most. */
const TOLERANCE = 1.1;

/**
 * The primitives that count towards yield: those of at most 40 % of their package's lines, and those that are larger
 * because already what their capability alone needs is. The closure is measured anew, not taken from the mining.
 */
export function countable(
  { files }: Pick<RepositorySnapshot, 'files'>,
  admitted: readonly Primitive[],
  packageLines: number,
): readonly Primitive[] {
  const isLarge = (lines: number) => lines > LARGEST_SHARE * packageLines;
  if (!admitted.some(one => isLarge(linesOf(one)))) return admitted;
  const { graph } = repositoryGraph(files, readModules(files).modules);
  const capabilities = new Map(capabilitiesOf(graph).map(one => [`${one.module.module}.${one.name}`, one]));
  return admitted.filter(one => {
    const lines = linesOf(one);
    if (!isLarge(lines)) return true;
    const { module, exports } = one.interface;
    const capability = capabilities.get(`${module}.${exports[0]?.name}`);
    if (capability === undefined) return false;
    const smallest = linesOf({ implementation: closureFiles(graph, files, capability) });
    return isLarge(smallest) && lines <= TOLERANCE * smallest;
  });
}

/** Lines of a component's Python. */
export function linesOf({ implementation }: Pick<Primitive, 'implementation'>): number {
  return implementation
    .filter(({ encoding, path }) => encoding === 'utf8' && path.endsWith('.py'))
    .reduce((sum, { content }) => sum + content.split('\n').length - 1, 0);
}

function closureFiles(
  graph: DependenceGraph,
  files: RepositorySnapshot['files'],
  capability: Capability,
): Primitive['implementation'] {
  const named = graph.names.ofName(capability.module, capability.name, PRESENCE);
  const reached = graph.reach([...named, rootOf(graph, capability)]);
  const nodes = new Set([...reached].filter(isImplementation));
  return cutOut(graph, files, {
    capability,
    exports: [capability],
    nodes,
    support: new Set(),
    tests: [],
    leavesTests: false,
  }).implementation;
}
