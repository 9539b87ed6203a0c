import { fixtureDecorator, requestedFixtures, type FixtureIndex } from './fixtures.js';
import { hiddenBehind, requestedFrom } from './overriding.js';
import { generatorsFor } from './test-generators.js';
import type { DependenceGraph, OutsideKnowledge } from '../../python/slicing/dependence-graph.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import type { Unit } from '../../python/slicing/units.js';
import { definitionIn } from '../roles.js';
import { testMethodsOf, type TestCase } from './test-cases.js';

/** A test with everything it needs of the repository. */
export interface ReachingTest {
  readonly test: TestCase;
  /** What it is and needs, the implementation's and the suite's. */
  readonly needs: ReadonlySet<SliceNode>;
}

const ownNodes = new WeakMap<ReachingTest, readonly SliceNode[]>();

/** What of the suite a test is and needs; worked out once for each test, since it is asked for by every component. */
export function ownNodesOf(test: ReachingTest): readonly SliceNode[] {
  const own =
    ownNodes.get(test) ??
    [...test.needs].filter(node => (node.kind === 'resource' ? node.isOfSuite : node.module.isTest));
  ownNodes.set(test, own);
  return own;
}

/** What a suite's statements need besides the names in them: fixtures; and what can be cut out: test methods. */
export function suiteKnowledge(
  fixtures: FixtureIndex,
): Pick<OutsideKnowledge, 'unnamedNeeds' | 'separableRanges'> {
  return {
    unnamedNeeds: (module, unit) => (module.isTest ? fixtureNeeds(fixtures, module, unit) : []),
    separableRanges: (module, unit) =>
      module.isTest && unit.kind === 'definition'
        ? testMethodsOf(module, unit).map(({ start, end }) => [start, end] as const)
        : [],
  };
}

/** Where what a test needs begins: its own code, what its method names, and the fixtures that it asks for. */
export function rootsOf(
  graph: DependenceGraph,
  fixtures: FixtureIndex,
  test: TestCase,
): readonly SliceNode[] {
  const { module, unit, method, called } = test;
  const roots: SliceNode[] = [graph.nodes.unit(module, unit)];
  const methods = method === undefined ? [] : [method, ...called];
  for (const one of methods) {
    roots.push(graph.nodes.unit(one.module, one.unit));
    roots.push(...graph.needsWithin(one.module, one.start, one.end));
  }
  const visible = fixtures.visibleFrom(module);
  const asked = methods.flatMap(one => requestedFixtures(one.module.tree, one.node));
  const placed = [
    ...asked.flatMap(name => visible.get(name) ?? []),
    ...generatorsFor(fixtures, module, asked),
    ...requestedFrom(fixtures, module, [...askedOfUnit(module, unit), ...asked]),
  ];
  return [...roots, ...placed.map(one => graph.nodes.unit(one.module, one.unit))];
}

function fixtureNeeds(
  fixtures: FixtureIndex,
  module: SourceModule,
  unit: Unit,
): readonly { module: SourceModule; unit: Unit }[] {
  const defined = definitionIn(module, unit);
  const [statement] = unit.nodes;
  if (defined === undefined || statement === undefined) return [];
  const isFixture = fixtureDecorator(module.tree, statement) !== undefined;
  const isTest = /^test/i.test(defined.name) || defined.kind === 'class';
  if (!isFixture && !isTest) return [];
  const visible = fixtures.visibleFrom(module);
  const asked = askedOfUnit(module, unit);
  const named = asked.flatMap(name => visible.get(name) ?? []);
  const automatic = isTest ? [...visible.values()].filter(({ isAutouse }) => isAutouse) : [];
  const hooks = isTest ? moduleHooks(module) : [];
  return [
    ...[...named, ...automatic]
      .filter(fixture => fixture.unit !== unit)
      .map(fixture => ({ module: fixture.module, unit: fixture.unit })),
    ...hiddenBehind(fixtures, module, unit),
    ...generatorsFor(fixtures, module, asked),
    ...hooks.map(hook => ({ module, unit: hook })),
  ];
}

/** The fixtures that a statement asks for, its test methods aside. */
function askedOfUnit(module: SourceModule, unit: Unit): readonly string[] {
  const cut = new Set(testMethodsOf(module, unit).map(({ node }) => node));
  return unit.nodes.flatMap(statement => requestedFixtures(module.tree, statement, cut));
}

/** What pytest looks up by name in a module of tests. */
const MODULE_HOOKS = [
  'pytestmark',
  'pytest_generate_tests',
  'setup_module',
  'teardown_module',
  'setup_function',
  'teardown_function',
  'setUpModule',
  'tearDownModule',
];

/** Statements that hold for every test of a module. */
function moduleHooks(module: SourceModule): readonly Unit[] {
  return module.units.filter(unit => MODULE_HOOKS.some(name => unit.binds.has(name)));
}
